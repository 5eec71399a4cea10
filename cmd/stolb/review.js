"use strict";
(() => {
  const sections = [...document.querySelectorAll("section")];
  const answers = new Map(); // by section
  const done = []; // sections in the order of their answers, with what they had before
  const state = document.getElementById("state");
  let current = -1, saved = 0;

  const key = s => [s.dataset.file, s.dataset.game, s.dataset.ply].join("\n");
  const store = "stolb review " + sections.map(key).join("\n");

  function show() {
    for (const s of sections) {
      const move = answers.get(s);
      s.classList.toggle("done", move !== undefined);
      let listed = false;
      for (const b of s.querySelectorAll("button")) {
        const chosen = b.dataset.move === move;
        listed = listed || chosen;
        b.classList.toggle("chosen", chosen);
        b.setAttribute("aria-pressed", chosen);
      }
      const input = s.querySelector("input");
      if (move === undefined) input.value = "";
      else if (!listed) input.value = move;
    }
    state.textContent = state.dataset.answered.replace("$n", answers.size).replace("$all", sections.length) +
      (saved < done.length ? "; " + state.dataset.unsaved : "");
    try { localStorage.setItem(store, JSON.stringify([...answers].map(([s, m]) => [key(s), m]))); } catch { /* it is kept in the page alone */ }
  }
  function go(i) {
    if (sections.length === 0) return;
    if (current >= 0) sections[current].classList.remove("current");
    current = Math.min(Math.max(i, 0), sections.length - 1);
    sections[current].classList.add("current");
    sections[current].focus({preventScroll: true});
    sections[current].scrollIntoView({block: "start"});
  }
  function answer(s, move) {
    done.push([s, answers.get(s)]);
    answers.set(s, move);
    show();
    let next = sections.indexOf(s) + 1;
    while (next < sections.length && answers.has(sections[next])) next++;
    if (next < sections.length) go(next);
  }
  function undo() {
    const last = done.pop();
    if (!last) return;
    const [s, before] = last;
    if (before === undefined) answers.delete(s); else answers.set(s, before);
    saved = Math.min(saved, done.length);
    if (saved === done.length) saved--; // what was saved is not what is here
    show();
    go(sections.indexOf(s));
  }
  function save() {
    const lines = sections.filter(s => answers.has(s)).map(s =>
      JSON.stringify({file: s.dataset.file, game: Number(s.dataset.game), ply: Number(s.dataset.ply), move: answers.get(s)}) + "\n");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(lines, {type: "application/jsonl"}));
    link.download = "answers.jsonl";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    saved = done.length;
    show();
  }

  sections.forEach((s, i) => {
    s.addEventListener("click", e => {
      const b = e.target.closest("button");
      if (b) answer(s, b.dataset.move);
      else if (i !== current && !e.target.closest("label")) go(i);
    });
    s.querySelector("input").addEventListener("keydown", e => {
      e.stopPropagation();
      if (e.key === "Escape") s.focus();
      const move = e.target.value.trim().toLowerCase();
      if (e.key === "Enter" && move) answer(s, move);
    });
  });
  document.getElementById("save").addEventListener("click", save);
  document.getElementById("undo").addEventListener("click", undo);
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || current < 0) return;
    const s = sections[current];
    switch (e.key) {
      case "ArrowDown": case "j": go(current + 1); break;
      case "ArrowUp": case "k": go(current - 1); break;
      case "u": undo(); break;
      case "s": save(); break;
      case "m": s.querySelector("input").focus(); break;
      default: {
        if (!/^[0-9?]$/.test(e.key)) return;
        const b = s.querySelector(`button[data-key="${e.key}"]`);
        if (!b) return;
        answer(s, b.dataset.move);
      }
    }
    e.preventDefault();
  });
  addEventListener("beforeunload", e => { if (saved < done.length) e.preventDefault(); });

  try {
    const kept = new Map(JSON.parse(localStorage.getItem(store) || "[]"));
    for (const s of sections) if (kept.has(key(s))) answers.set(s, kept.get(key(s)));
  } catch { /* nothing is kept */ }
  document.getElementById("none").hidden = sections.length > 0;
  show();
  go(0);
})();
