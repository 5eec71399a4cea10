'use strict';
(() => {
const D = JSON.parse(document.getElementById('data').textContent), T = D.text;
const $ = id => document.getElementById(id);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, k) => values[k] ?? '');
const make = (tag, attrs, ...inside) => {
  const e = document.createElement(tag);
  for (const k in attrs) e.setAttribute(k, attrs[k]);
  e.append(...inside);
  return e;
};

// Squares are numbered from 0 in board order; where what a game's moves change is
// not in their text they are letters. A tower is a string, its top piece first: w and b are men, W and B
// kings.
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx';
const variants = {};
for (const name in D.variants) {
  const v = D.variants[name], b = D.boards[v.board];
  const squares = b.squares.split(' ').map((s, i) => ({
    file: s.charCodeAt(0) - 97, rank: s.slice(1) - 1, name: b.numbered ? String(i + 1) : s,
  }));
  variants[name] = {...v, ...b, squares, index: Object.fromEntries(squares.map((s, i) => [s.name, i]))};
}
const white = t => t[0] === 'w' || t[0] === 'W';
const isKing = (v, i, t) => v.marks ? t[0] < 'a' : v.squares[i].rank === (white(t) ? v.ranks - 1 : 0);

// FEN, as PDN has it, extended by towers.
const readFEN = (v, fen) => {
  const at = v.squares.map(() => '');
  const parts = fen.split(':');
  for (const part of parts.slice(1)) {
    const man = part[0].toLowerCase(), other = man === 'w' ? 'b' : 'w';
    for (let item of part.slice(1).split(',')) {
      if (!item) continue;
      let [name, tower] = item.split('=');
      if (!tower) { tower = name[0] === 'K' ? '1' : '0'; name = name.replace(/^K/, ''); }
      const [own, prisoners] = tower.split('/');
      const men = (block, c) => [...block].map(p => p === '1' ? c.toUpperCase() : c).join('');
      at[v.index[name]] = men(own, man) + men(prisoners || '', other);
    }
  }
  return {at, turn: parts[0].toLowerCase()};
};
const writeFEN = (v, p) => {
  const side = c => c.toUpperCase() + v.squares.map((s, i) => {
    const t = p.at[i];
    if (!t || t[0].toLowerCase() !== c) return null;
    if (t.length === 1) return (t[0] < 'a' ? 'K' : '') + s.name;
    const n = [...t].findIndex(x => x.toLowerCase() !== c), own = n < 0 ? t.length : n;
    const marks = [...t].map(x => x < 'a' ? '1' : '0').join('');
    return s.name + '=' + marks.slice(0, own) + (own < t.length ? '/' + marks.slice(own) : '');
  }).filter(Boolean).join(',');
  return p.turn.toUpperCase() + ':' + side('w') + ':' + side('b');
};

// between are the squares on the diagonal between two where something stands.
const between = (v, at, from, to) => {
  const a = v.squares[from], b = v.squares[to], n = Math.abs(b.file - a.file), on = [];
  if (n !== Math.abs(b.rank - a.rank)) return on;
  v.squares.forEach((s, i) => {
    const f = (s.file - a.file) / (b.file - a.file);
    if (f > 0 && f < 1 && f === (s.rank - a.rank) / (b.rank - a.rank) && at[i]) on.push(i);
  });
  return on;
};

// change makes a ply: what moves, from where, to where, and the squares whose top
// pieces it takes along.
const change = (v, p, c) => {
  const at = c.set ? readFEN(v, c.set).at : p.at.slice(), turn = c.set ? c.set[0].toLowerCase() : p.turn;
  let t = at[c.from];
  at[c.from] = '';
  c.taken ??= between(v, at, c.from, c.to);
  for (const x of c.taken) {
    if (v.towers) { t += at[x][0]; at[x] = at[x].slice(1); } else at[x] = '';
  }
  if (c.promotes) t = t[0].toUpperCase() + t.slice(1);
  at[c.to] = t;
  return {at, turn: turn === 'w' ? 'b' : 'w'};
};

// tree reads what the moves of a game change, as code.go has it, beside their texts:
// nodes in the order of the text.
const tree = (v, code, texts) => {
  const root = {ply: 0, next: [], position: null}, nodes = [root];
  const lines = [[root]];
  const one = /(?:\{([^}]*)\})?(?:(\d+)|(\?)|(!?)(?:=([A-Za-x])([A-Za-x]))?:([A-Za-x]*))|(?:~(-?\d+))?\(|\)/y;
  const names = v.numbered ? /\d+/g : /[a-l]\d+/g;
  while (one.lastIndex < code.length) {
    const m = one.exec(code);
    if (!m) throw new Error('moves');
    if (m[0] === ')') { lines.pop(); continue; }
    const line = lines[lines.length - 1];
    if (m[0].endsWith('(')) { // a variation, in place of the line's last move or so many plies behind that
      lines.push([line[line.length - 2 + Number(m[8] || 0)]]);
      continue;
    }
    for (let k = 0; k < Number(m[2] || 1); k++) {
      const parent = line[line.length - 1], named = texts[nodes.length - 1].match(names);
      const node = {
        parent, ply: parent.ply + 1, next: [], index: nodes.length, main: lines.length === 1,
        change: {
          set: k ? undefined : m[1], from: m[5] ? letters.indexOf(m[5]) : v.index[named[0]], to: m[6] ? letters.indexOf(m[6]) : v.index[named.at(-1)],
          taken: m[7] === undefined ? null : [...m[7]].map(x => letters.indexOf(x)), promotes: !!(m[3] || m[4]),
        },
      };
      if (line.length > 1 || node.main) parent.next.unshift(node); // the line's own move before its variations
      else parent.next.push(node);
      nodes.push(node);
      line.push(node);
    }
  }
  return nodes;
};

// The games of the page.
const games = [...document.querySelectorAll('article')].map((article, i) => {
  article.id = 'g' + (i + 1);
  return {article, number: i + 1, variant: variants[article.dataset.v]};
});
const tagName = dt => D.tags[dt.textContent] || dt.textContent;
const tag = (g, name) => {
  for (const dt of g.article.querySelectorAll('dt'))
    if (tagName(dt) === name) return dt.nextElementSibling.textContent;
  return '';
};
const start = g => readFEN(g.variant, g.article.dataset.s || g.variant.start);
// isMove says whether a word of the text is a move.
const isMove = word => /^[a-z1-9]\w*[-:x]/.test(word);
// movesOf are the words of a game's text that are moves, but for those of remarks.
const movesOf = e => [...e.childNodes].flatMap(c =>
  c.nodeType === 3 ? c.data.split(/[\s()]+/).filter(isMove) : c.classList.contains('v') ? movesOf(c) : []);
const nodesOf = g => {
  if (!g.nodes) {
    g.nodes = g.variant ? tree(g.variant, g.article.dataset.c || '', movesOf(g.article.querySelector('.moves'))) : [{ply: 0, next: []}];
    if (g.variant) g.nodes[0].position = start(g);
  }
  return g.nodes;
};
const position = (g, n) => {
  const way = [];
  while (!n.position) { way.push(n); n = n.parent; }
  while (way.length) { const next = way.pop(); next.position = change(g.variant, n.position, next.change); n = next; }
  return n.position;
};

// What a square is called, and what stands there, in words.
const spoken = (v, i, t) => {
  const square = v.squares[i].name;
  if (!t) return fill(T.empty, {square});
  const own = [...t].filter(x => white(x) === white(t)), rest = [...t].slice(own.length);
  const kings = list => list.filter(x => x < 'a').length;
  const king = isKing(v, i, t), side = white(t) ? 'white' : 'black';
  if (t.length === 1) return square + ': ' + T[side + (king ? '-king' : '-man')];
  const words = [T[side + (king ? '-king-tower' : '-tower')], fill(T.own, {n: own.length})];
  if (kings(own) > (v.marks && king ? 1 : 0)) words.push(fill(T.kings, {n: kings(own)}));
  if (rest.length) words.push(fill(T.prisoners, {n: rest.length}));
  if (kings(rest)) words.push(fill(T.kings, {n: kings(rest)}));
  return square + ': ' + words.join(', ');
};

// The drawing of a tower, as package diagram has it.
const num = x => String(Math.round(x * 100) / 100);
const crown = (x, y, w, h, side) => '<path class="' + side + '-crown" d="' +
  [[-22, -11], [-11, 1], [0, -15], [11, 1], [22, -11], [17, 14], [-17, 14]]
    .map(([a, b], i) => (i ? 'L' : 'M') + num(x + a * w) + ' ' + num(y + b * h)).join('') + 'Z"/>';
const edge = (y, high, cls, line) => {
  const r = 31, h = 13, k = 0.5523, x = 35, low = y + high, p = (a, b) => num(a) + ' ' + num(b);
  return '<path class="' + cls + '"' + (line ? ' stroke-width="' + num(line) + '"' : '') + ' d="M' + p(x - r, y) + 'L' + p(x - r, low) +
    'C' + p(x - r, low + h * k) + ' ' + p(x - r * k, low + h) + ' ' + p(x, low + h) +
    'C' + p(x + r * k, low + h) + ' ' + p(x + r, low + h * k) + ' ' + p(x + r, low) + 'L' + p(x + r, y) +
    'C' + p(x + r, y - h * k) + ' ' + p(x + r * k, y - h) + ' ' + p(x, y - h) +
    'C' + p(x - r * k, y - h) + ' ' + p(x - r, y - h * k) + ' ' + p(x - r, y) + 'Z"/>';
};
const drawn = (v, i, t) => {
  if (!t) return '';
  const side = c => white(c) ? 'white' : 'black', king = isKing(v, i, t), n = t.length;
  if (n === 1) {
    return '<circle class="' + side(t) + '" cx="50" cy="50" r="39"/>' + (king ? crown(50, 50, 1.15, 1.15, side(t)) :
      '<circle class="' + side(t) + '-face" cx="50" cy="50" r="27"/>');
  }
  let own = 0;
  while (own < n && side(t[own]) === side(t)) own++;
  let high = Math.min(13, 63 / n);
  const first = Math.max(high, 10);
  high = Math.min(high, (63 - first) / (n - 1));
  const line = Math.min(3, high * 0.16);
  let bottom = (100 + 26 + first + high * (n - 1)) / 2 - 13, block = bottom, out = '';
  for (let k = n - 1; k >= 0; k--) {
    const c = side(t[k]), h = k ? high : first;
    out += edge(bottom - h, h, c, line);
    if (k && t[k] < 'a') out += '<rect class="' + c + '-crown" x="26" y="' + num(bottom + 13 - h * 0.8) + '" width="18" height="' + num(h * 0.6) + '"/>';
    bottom -= h;
    if (!k || k === own) { out += edge(bottom, block - bottom, c + '-face'); block = bottom; }
  }
  out += '<ellipse class="' + side(t) + '-face" cx="35" cy="' + num(bottom) + '" rx="31" ry="13"/>';
  if (king) out += crown(35, bottom, 0.8, 0.62, side(t));
  const count = (y, n) => '<text class="count" x="83" y="' + y + '" font-size="' + (n > 9 ? 30 : 43) + '">' + n + '</text>';
  return out + count(50, own) + (own < n ? count(92, n - own) : '');
};

// The board.
let game, node, flipped = false, timer = 0, focused = 0, cells = [];
const board = $('board');
const layBoard = () => {
  const v = game.variant;
  cells = [];
  board.replaceChildren();
  board.classList.toggle('numbered', v.numbered);
  board.style.setProperty('--files', v.files);
  board.style.setProperty('--ranks', v.ranks);
  for (let r = 0; r < v.ranks; r++) {
    const rank = flipped ? r : v.ranks - 1 - r;
    const row = make('div', {role: 'row'});
    for (let f = 0; f < v.files; f++) {
      const file = flipped ? v.files - 1 - f : f;
      const i = v.squares.findIndex(s => s.file === file && s.rank === rank);
      if (i < 0) continue;
      const cell = make('div', {role: 'gridcell', tabindex: -1});
      cell.style.gridArea = (r + 1) + '/' + (f + 1);
      cell.dataset.i = i;
      cells[i] = cell;
      row.append(cell);
    }
    board.append(row);
  }
  if (!v.numbered) {
    for (let f = 0; f < v.files; f++) {
      const e = make('span', {class: 'file', 'aria-hidden': 'true'}, String.fromCharCode(97 + (flipped ? v.files - 1 - f : f)));
      e.style.gridArea = (v.ranks + 1) + '/' + (f + 1);
      board.append(e);
    }
    for (let r = 0; r < v.ranks; r++) {
      const e = make('span', {class: 'rank', 'aria-hidden': 'true'}, String(flipped ? r + 1 : v.ranks - r));
      e.style.gridArea = (r + 1) + '/' + (v.files + 1);
      board.append(e);
    }
  }
  focused = Math.min(focused, cells.length - 1);
  cells[focused].tabIndex = 0;
  drawBoard();
};
const drawBoard = () => {
  const v = game.variant, p = position(game, node), c = node.change;
  cells.forEach((cell, i) => {
    const t = p.at[i], key = t + (v.numbered ? '#' : '');
    if (cell.dataset.t !== key) {
      cell.dataset.t = key;
      cell.innerHTML = '<svg viewBox="0 0 100 100" aria-hidden="true">' +
        (v.numbered ? '<text class="' + (v.squares[i].file === (flipped ? v.files - 1 : 0) ? 'coordinate' : 'name') + '" x="-26" y="61" font-size="32">' + v.squares[i].name + '</text>' : '') + drawn(v, i, t) + '</svg>';
      cell.prepend(make('span', {class: 'words'}, spoken(v, i, t)));
    }
    cell.classList.toggle('last', !!c && (i === c.from || i === c.to));
  });
};
board.addEventListener('keydown', e => {
  const v = game.variant, s = v.squares[focused];
  const side = {ArrowLeft: -1, ArrowRight: 1}[e.key], up = {ArrowUp: 1, ArrowDown: -1}[e.key];
  if (!side && !up || e.altKey || e.ctrlKey || e.metaKey) return;
  e.preventDefault();
  e.stopPropagation();
  const turn = flipped ? -1 : 1;
  const near = (file, rank) => v.squares.findIndex(q => q.file === file && q.rank === rank);
  let next;
  if (side) next = near(s.file + 2 * side * turn, s.rank);
  else { // by turns to the right and to the left, so that one stays in the column
    const rank = s.rank + up * turn, first = s.rank % 2 === 0 ? 1 : -1;
    next = near(s.file + first, rank);
    if (next < 0) next = near(s.file - first, rank);
  }
  if (next >= 0) focus(next);
});
const focus = i => {
  cells[focused].tabIndex = -1;
  focused = i;
  cells[i].tabIndex = 0;
  cells[i].focus();
};
// A move is made by clicking where it begins and then where it ends, or Enter there: one that
// the text goes on with, or that a link of the page leads to.
const links = [...document.querySelectorAll('a.way')];
let begun = -1;
const ways = () => node.next.map(n => ({from: n.change.from, to: n.change.to, make: () => { stop(); go(n); }})).concat(node.parent ? [] : links.map(a => {
  const v = game.variant, names = a.textContent.match(v.numbered ? /\d+/g : /[a-l]\d+/g) || [];
  return {from: v.index[names[0]], to: v.index[names.at(-1)], make: () => a.click()};
}));
const begin = i => {
  const on = ways().filter(w => w.from === i);
  begun = on.length ? i : -1;
  cells.forEach((cell, k) => {
    cell.classList.toggle('begun', k === begun);
    cell.classList.toggle('way', on.some(w => w.to === k));
  });
};
const touch = i => {
  const way = ways().find(w => w.from === begun && w.to === i);
  if (way) way.make();
  else begin(i === begun ? -1 : i);
};
board.addEventListener('click', e => {
  const cell = e.target.closest('[data-i]');
  if (cell) touch(Number(cell.dataset.i));
});
board.addEventListener('keydown', e => {
  if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); touch(focused); }
});
board.addEventListener('focusin', e => {
  const i = e.target.dataset.i;
  if (i !== undefined && Number(i) !== focused) { cells[focused].tabIndex = -1; focused = Number(i); cells[focused].tabIndex = 0; }
});

// The moves: each becomes a button.
const dress = g => {
  if (g.dressed) return;
  g.dressed = true;
  const nodes = nodesOf(g);
  let n = 0;
  const walk = e => {
    for (const child of [...e.childNodes]) {
      if (child.nodeType === 1) {
        if (child.classList.contains('v')) walk(child);
        else if (child.tagName === 'I') {
          nodes[n].remarks = (nodes[n].remarks || '') + ' ' + child.textContent;
          child.replaceChildren(...child.textContent.split(/((?:\d+(?:\.+|…)\s?)?[a-l]?\d+(?:[-:x][a-l]?\d+)+)/).map((t, i) => i % 2 ? make('span', {class: 'n'}, t) : t));
        }
        continue;
      }
      const parts = child.data.split(/([^\s()]+)/), made = [];
      if (parts.length < 2) continue;
      let number = null; // which stays with its move
      parts.forEach((text, i) => {
        if (i % 2 === 0 || !isMove(text) || n + 1 >= nodes.length) {
          if (/^\d+\.+$/.test(text)) made.push(number = make('span', {class: 'n'}, text));
          else if (number) number.append(text);
          else if (text) made.push(text);
          return;
        }
        const node = nodes[++n];
        const button = make('button', {type: 'button', class: 'm', tabindex: -1}, text);
        button.dataset.n = n;
        node.button = button;
        node.first = node.parent.next[0] !== node;
        if (node.first) button.tabIndex = 0; // so that one comes to a variation with Tab
        node.text = text;
        if (number) number.append(button);
        else made.push(button);
        number = null;
      });
      child.replaceWith(...made);
    }
  };
  const p = g.article.querySelector('.moves');
  if (p) walk(p);
  g.article.addEventListener('click', e => {
    const n = e.target.dataset.n;
    if (n) { stop(); go(nodes[n]); }
  });
};
const main = g => nodesOf(g).filter(n => n.main || !n.parent);

const go = (next, quiet) => {
  if (node && node.button) { node.button.removeAttribute('aria-current'); node.button.tabIndex = node.first ? 0 : -1; }
  node = next;
  drawBoard();
  begin(-1);
  const p = position(game, node);
  const turn = node.next.length || links.length && !node.parent ? (p.turn === 'w' ? T['white-to-move'] : T['black-to-move']) : game.result ? fill(T.end, {result: game.result}) : T['end-of-line'];
  let said = T.start;
  if (node.parent) {
    const number = Math.floor((node.ply - 1 + (game.begins === 'second' ? 1 : 0)) / 2) + 1;
    said = fill(T.played, {number, side: p.turn === 'w' ? T.black : T.white, move: node.text});
    if (node.change.taken.length) said += ', ' + fill(T.captured, {n: node.change.taken.length});
    if (node.change.promotes) said += ', ' + T.promoted;
  }
  $('state').textContent = links.length && !node.parent ? turn : said + '. ' + turn;
  $('remarks').textContent = node.remarks || '';
  if (node.button) {
    node.button.setAttribute('aria-current', 'true');
    node.button.tabIndex = 0;
    if (!quiet) {
      const box = node.button.closest('.games'), at = node.button.offsetTop - box.offsetTop;
      if (at < box.scrollTop || at > box.scrollTop + box.clientHeight - 40) box.scrollTop = at - box.clientHeight / 2;
    }
  }
  for (const [id, off] of [['first', !node.parent], ['back', !node.parent && !links.length], ['forward', !node.next.length && !links.length], ['last', !node.next.length]])
    $(id).setAttribute('aria-disabled', off);
  if ($('here')) $('here').href = $('here').dataset.to + '?' + new URLSearchParams({variant: game.article.dataset.v, fen: writeFEN(game.variant, p)});
  clearTimeout(go.link);
  go.link = setTimeout(() => { if (!quiet) history.replaceState(null, '', link()); }, 250);
};
const link = () => '#g' + game.number + (node.main ? 'p' + node.ply : node.parent ? 'n' + node.index : 'p0');
const back = () => { if (node.parent) go(node.parent); else if (links.length) history.back(); };
const forward = () => { if (node.next.length) go(node.next[0]); else if (links.length) links[0].click(); };
const first = () => go(nodesOf(game)[0]);
const last = () => { let n = node; while (n.next.length) n = n.next[0]; go(n); };
const stop = () => { clearInterval(timer); timer = 0; playing(); };
const playing = () => {
  $('play').setAttribute('aria-label', timer ? T.pause : T.play);
  $('play').title = timer ? T.pause : T.play;
  $('play').textContent = timer ? '❚❚' : '▶';
};
const play = () => {
  if (timer) return stop();
  if (!node.next.length) first();
  timer = setInterval(() => { if (node.next.length) forward(); else stop(); }, $('speed').value * 1000);
  playing();
};

const title = document.title;
const open = (g, n, quiet) => {
  if (game && game !== g) game.article.classList.remove('open');
  stop();
  const other = !game || game.variant !== g.variant || !cells.length;
  if (node && node.button) { node.button.removeAttribute('aria-current'); node.button.tabIndex = node.first ? 0 : -1; }
  game = g;
  game.result = tag(g, 'Result');
  g.article.classList.add('open');
  document.title = g.article.querySelector('h2').textContent + ' – ' + title;
  for (const a of list.querySelectorAll('[aria-current]')) a.removeAttribute('aria-current');
  if (g.item) g.item.firstChild.setAttribute('aria-current', 'true');
  $('player').classList.toggle('nothing', !g.variant);
  if (!g.variant) { node = nodesOf(g)[0]; return; }
  game.begins = position(g, nodesOf(g)[0]).turn === g.variant.first ? 'first' : 'second';
  dress(g);
  node = n || nodesOf(g)[0];
  if (other) layBoard();
  go(node, quiet);
};

// The list of games.
const list = $('list');
for (const g of games) {
  const h = g.article.querySelector('h2');
  const about = ['Event', 'Date'].map(name => tag(g, name)).filter(x => x && x !== '?').join(', ');
  const a = make('a', {href: '#g' + g.number}, h.textContent + ' ');
  a.append(make('span', {class: 'about'}, [tag(g, 'Result'), about].filter(Boolean).join(' · ')));
  g.item = make('li', {}, a);
  g.words = (h.textContent + ' ' + [...g.article.querySelectorAll('dd')].map(d => d.textContent).join(' ')).toLowerCase();
  list.append(g.item);
}
const filter = $('filter');
const sift = () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const g of games) {
    const found = words.every(w => g.words.includes(w));
    g.item.hidden = !found;
    if (found) n++;
  }
  $('found').textContent = fill(T.found, {n, of: games.length});
};
filter.addEventListener('input', sift);
$('index').hidden = games.length < 2;

// Keys, buttons, links.
const copy = async (text, done) => {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = make('textarea', {'aria-hidden': 'true'});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  $('state').textContent = done;
};
const quoted = text => '"' + text.replace(/[\\"]/g, '\\$&') + '"';
const pdn = g => {
  const rows = [...g.article.querySelectorAll('dt')].map(dt => [tagName(dt), dt.nextElementSibling.dataset.v || dt.nextElementSibling.textContent]);
  const [w, b] = [...g.article.querySelectorAll('h2 b')].map(e => e.textContent);
  rows.push(['White', w], ['Black', b]);
  if (g.variant) rows.push(['GameType', g.variant.type], ['Variant', g.article.dataset.v]);
  if (g.article.dataset.s) rows.push(['FEN', g.article.dataset.s]);
  const order = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'GameType', 'Variant', 'FEN'];
  const place = name => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  rows.sort((a, b) => place(a[0]) - place(b[0]));
  const text = e => [...e.childNodes].map(c => c.nodeType === 3 || c.className === 'm' || c.className === 'n' ? c.textContent :
    c.tagName === 'I' ? '{' + c.textContent + '}' : c.dataset.p ? ' ' + c.dataset.p + ' ' : text(c)).join('');
  const p = g.article.querySelector('.moves');
  return rows.filter(r => r[1]).map(r => '[' + r[0] + ' ' + quoted(r[1]) + ']\n').join('') + '\n' +
    ((p ? text(p) : '') + ' *').trim().replace(/\s+/g, ' ').replace(/(.{1,78})(?: |$)/g, '$1\n');
};
const flip = () => { flipped = !flipped; layBoard(); };
const actions = {
  first, back, forward, last, play, flip,
  fen: () => copy(writeFEN(game.variant, position(game, node)), T['copied-fen']),
  pdn: () => copy(pdn(game), T['copied-pdn']),
  link: () => copy(location.href.replace(/#.*/, '') + link(), T['copied-link']),
};
for (const id in actions) $(id).addEventListener('click', () => {
  if (id !== 'play' && id !== 'flip' && id.length !== 3 && id !== 'link') stop();
  actions[id]();
});
$('speed').addEventListener('change', () => { if (timer) { stop(); play(); } });
document.addEventListener('keydown', e => {
  if (e.altKey || e.ctrlKey || e.metaKey || !game || !game.variant || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
  const keys = {ArrowLeft: back, ArrowRight: forward, Home: first, End: last};
  // Signs are keys only where the player has the focus: elsewhere they may be somebody else's.
  if ($('player').contains(e.target)) Object.assign(keys, {',': back, '.': forward, f: flip});
  const act = keys[e.key];
  if (!act) return;
  e.preventDefault();
  if (act !== flip) stop();
  act();
});
const follow = quiet => {
  const m = /^#g(\d+)(?:([pn])(\d+))?$/.exec(location.hash), g = games[m ? m[1] - 1 : 0];
  if (!g) return;
  const nodes = nodesOf(g), n = m && m[2] ? (m[2] === 'p' ? main(g)[Number(m[3])] : nodes[Number(m[3])]) : nodes[0];
  open(g, n, quiet);
};
addEventListener('hashchange', () => follow());
addEventListener('beforeprint', () => games.filter(g => g.variant).forEach(dress)); // no line ends in a move
document.documentElement.classList.add('script');
$('player').hidden = false;
playing();
sift();
follow(true);

// For tests, and for whoever builds on the page.
window.stolb = {
  games: games.length,
  positions: i => nodesOf(games[i]).map(n => writeFEN(games[i].variant, position(games[i], n))),
  drawings: (i, n) => position(games[i], nodesOf(games[i])[n]).at.map((t, k) => drawn(games[i].variant, k, t)),
  pdn: i => { dress(games[i]); return pdn(games[i]); },
  texts: i => { dress(games[i]); return nodesOf(games[i]).slice(1).map(n => n.text); },
};
})();
