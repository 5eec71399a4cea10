package lsp

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
	"github.com/stolb/stolb/replay"
)

const (
	maxDiagnostics = 2000 // faults of a text; one more reports the number of others
	maxSuggested   = 5    // moves named in a diagnostic
)

var severities = [...]int{
	record.Remark: severityInformation, record.Repaired: severityWarning, record.Illegal: severityError, record.Unreadable: severityError,
}

// diagnostics returns the faults of the text, which must be judged.
func (d *document) diagnostics() object {
	all := []object{}
	p := newPlaces(d.text, d.options.encoding)
	more := 0
	for _, g := range d.text.games {
		for k := range g.Faults {
			if len(all) < maxDiagnostics {
				all = append(all, d.diagnostic(p, &g, k))
			} else {
				more++
			}
		}
	}
	if more > 0 {
		all = append(all, object{
			"range": all[len(all)-1]["range"], "severity": severityInformation, "source": "stolb",
			"message": message.Of("lsp.more-faults", "count", more).In(d.options.language),
		})
	}
	return object{"uri": d.uri, "version": d.version, "diagnostics": all}
}

func (d *document) diagnostic(p *places, g *Game, fault int) object {
	f := &g.Faults[fault]
	from, to := d.text.FaultRange(g, f)
	said := f.Message.In(d.options.language)
	if f.Code == record.NoVariant { // its own message is about the command line's flag
		said = message.Of("lsp.no-variant", "setting", "variant").In(d.options.language)
		if len(f.Suggestions) > 0 {
			said += "\n" + message.Of("lsp.variants", "variants", message.Or(f.Suggestions...)).In(d.options.language)
		}
	}
	if f.Severity >= record.Illegal && f.Ply > 0 && f.Code != record.AmbiguousMove && f.Code != record.ColumnLength && len(f.Suggestions) > 0 {
		moves := strings.Join(f.Suggestions[:min(len(f.Suggestions), maxSuggested)], ", ")
		if len(f.Suggestions) > maxSuggested {
			moves += ", …"
		}
		said += "\n" + message.Of("lsp.legal-here", "moves", moves).In(d.options.language)
	}
	out := object{
		"range": p.span(from, to), "severity": severities[f.Severity], "code": f.Code,
		"source": "stolb", "message": said,
	}
	slips := g.slips[fault]
	if d.server.client.can("textDocument", "publishDiagnostics", "relatedInformation") == true && len(slips) > 0 {
		related := make([]object, len(slips))
		for i, s := range slips {
			from, to := d.text.SlipRange(g, &s)
			at := newPlaces(d.text, d.options.encoding).span(from, to)
			related[i] = object{
				"location": object{"uri": d.uri, "range": at},
				"message":  message.Of("lsp.slip", "move", s.Move).In(d.options.language),
			}
		}
		out["relatedInformation"] = related
	}
	return out
}

func title(g *Game, l message.Language) string {
	if g.White == "" && g.Black == "" {
		return message.Of("lsp.game", "number", g.Number).In(l)
	}
	return fmt.Sprintf("%d. %s – %s", g.Number, cmp.Or(g.White, "?"), cmp.Or(g.Black, "?"))
}

// symbols returns the games, with ranges and details for clients that support them.
func (r *documentRequest) symbols() any {
	l := r.options.language
	detailed := r.server.client.can("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport") == true
	all := []object{}
	for _, g := range r.text.games {
		from, to := r.text.Range(&g)
		whole := r.places.span(from, to)
		symbol := object{"name": title(&g, l), "kind": symbolEvent}
		if detailed {
			symbol["detail"], symbol["range"] = detail(&g, l), whole
			symbol["selectionRange"] = r.places.span(from, min(to, r.text.lineEnd(from)))
		} else {
			symbol["location"] = object{"uri": r.uri, "range": whole}
		}
		all = append(all, symbol)
	}
	return all
}

// detail describes the result for a game briefly, in the words of stolb check.
func detail(g *Game, l message.Language) string {
	said := []string{message.Of("check.the-verdict", "verdict", message.Term("verdict-"+g.Verdict.String())).In(l)}
	if g.Variant != record.UnknownVariant {
		said = append(said, message.Of("check.variant", "variant", g.Variant.Term()).In(l), message.Of("lsp.plies", "count", g.Moves).In(l))
	}
	if result := g.Result.String(); result != "" {
		said = append(said, result)
	}
	return strings.Join(said, ", ")
}

// hints returns the results of the games that end in the range: the score of a game of Adiukh,
// and the board's result of any other game that is over.
func (r *documentRequest) hints() any {
	hints := []object{}
	for _, g := range r.text.games {
		_, end := r.text.Range(&g)
		at := r.places.position(end)
		if at.Line < r.of.Range.Start.Line || at.Line > r.of.Range.End.Line || g.Verdict > replay.Repaired {
			continue
		}
		label, why := "", message.Of("lsp.score")
		switch {
		case g.Score != nil:
			label = fmt.Sprintf("%d:%d", g.Score[0], g.Score[1])
			if !g.Over {
				why = message.Of("lsp.score-given-up")
			}
		case g.Over:
			label = map[record.Outcome]string{record.WhiteWins: "1-0", record.BlackWins: "0-1", record.Draw: "½-½"}[g.Outcome]
			why = message.Of("lsp.has-no-move", "side", g.Turn.Term())
		}
		if label != "" {
			hints = append(hints, object{
				"position": at, "label": "→ " + label,
				"tooltip": why.In(r.options.language), "paddingLeft": true,
			})
		}
	}
	return hints
}

func (r *documentRequest) hover() any {
	m, ok := r.text.MoveAt(r.places.place(r.of.Position))
	if !ok {
		return nil
	}
	l := r.options.language
	formats, _ := r.server.client.can("textDocument", "hover", "contentFormat").([]any)
	markdown := len(formats) == 0 || slices.Contains(formats, any("markdown"))
	board := func(p record.Position) string {
		text := string(r.server.Board(nil, p))
		if markdown {
			text = "```text\n" + strings.TrimRight(text, "\n") + "\n```\n"
		}
		return text
	}
	kind, full := "plaintext", cmp.Or(m.Full, m.Written)
	if markdown {
		oneLine := strings.Map(func(r rune) rune { return max(r, ' ') }, full)
		kind, full = "markdown", "**"+punctuation.ReplaceAllString(oneLine, `\$0`)+"**"
	}
	text := full + " · " + message.Of("lsp.move-of", "side", m.Side.Term(), "number", m.Number, "ply", m.Ply).In(l) + "\n\n"
	switch {
	case m.Full != "":
		text += message.Of("lsp.before").In(l) + "\n" + board(m.Before) + "\n" + message.Of("lsp.after").In(l) + "\n" + board(m.After)
	case m.Reached && len(m.Legal) > 0:
		text += message.Of("lsp.not-played", "moves", strings.Join(m.Legal, ", ")).In(l) + "\n" + board(m.Before)
	case m.Reached:
		text += message.Of("lsp.no-move").In(l) + "\n" + board(m.Before)
	default:
		text += message.Of("lsp.not-reached").In(l) + "\n"
	}
	return object{"contents": object{"kind": kind, "value": text}, "range": r.places.span(m.From, m.To)}
}

// punctuation matches the characters that Markdown may interpret, except : and -.
var punctuation = regexp.MustCompile("[!-,./;-@[-`{-\x7f]")

func (r *documentRequest) completion() any {
	from, to, moves := r.text.Complete(r.places.place(r.of.Position))
	items := []object{}
	at := r.places.span(from, to)
	for i, m := range moves {
		item := object{
			"label": m.Text, "kind": completionValue, "sortText": fmt.Sprintf("%03d", i),
			"filterText": m.Typed, "textEdit": object{"range": at, "newText": m.Text},
		}
		if m.Full != m.Text {
			item["detail"] = m.Full
		}
		items = append(items, item)
	}
	return object{"isIncomplete": false, "items": items}
}

// codeActions returns the edits that correct the range, and those that correct all spellings.
func (r *documentRequest) codeActions() any {
	actions := []object{}
	l := r.options.language
	start, end := r.places.place(r.of.Range.Start), r.places.place(r.of.Range.End)
	repaired := false // something in the range was repaired
	games := r.text.games
	for _, g := range games {
		if from, to := r.text.Range(&g); apart(from, to, start, end) {
			continue
		}
		wanted := func(f *record.Fault) bool {
			from, to := r.text.FaultRange(&g, f)
			in := !apart(from, to, start, end)
			repaired = repaired || in && f.Severity == record.Repaired
			return in
		}
		for _, fix := range r.text.Fixes(&g, wanted) {
			if !r.wants(kindQuickFix) {
				break
			}
			title := fixTitle(&g.Faults[fix.Fault], &fix).In(l)
			action := r.action(title, kindQuickFix, []object{r.places.edit(fix.Edit)})
			if fix.First {
				action["isPreferred"] = true
			}
			about := r.diagnostic(newPlaces(r.text, r.options.encoding), &g, fix.Fault)
			action["diagnostics"] = []object{about}
			actions = append(actions, action)
		}
	}
	// The spellings of the whole text are not computed whenever the cursor moves.
	all := r.wants(kindFixAll) && (repaired || len(r.of.Context.Only) > 0)
	if !all && !(repaired && r.wants(kindQuickFix)) {
		return actions
	}
	var edits []object
	for _, g := range games {
		for _, edit := range r.text.Repairs(&g) {
			edits = append(edits, r.places.edit(edit))
		}
	}
	title := message.Of("lsp.fix-all", "count", len(edits)).In(l)
	if len(edits) > 1 && repaired && r.wants(kindQuickFix) {
		actions = append(actions, r.action(title, kindQuickFix, edits))
	}
	if len(edits) > 0 && all {
		actions = append(actions, r.action(title, kindFixAll, edits))
	}
	return actions
}

func fixTitle(f *record.Fault, fix *Fix) message.Message {
	text := strings.TrimSpace(fix.Text)
	switch {
	case f.Code == record.NoVariant || f.Code == record.VariantGuessed:
		return message.Of("lsp.fix-variant", "line", text)
	case fix.From == fix.To:
		return message.Of("lsp.fix-insert", "text", text)
	case fix.Ply != f.Ply:
		return message.Of("lsp.fix-earlier", "ply", fix.Ply, "word", fix.Word, "text", text)
	}
	return message.Of("lsp.fix-replace", "word", fix.Word, "text", text)
}

// apart reports whether two ranges of text do not even touch.
func apart(from, to, start, end int) bool { return to < start || end < from }

// wants reports whether the client requests actions of a kind or of one that includes it.
func (r *documentRequest) wants(kind string) bool {
	return len(r.of.Context.Only) == 0 || slices.ContainsFunc(r.of.Context.Only, func(only string) bool {
		return only == "" || kind == only || strings.HasPrefix(kind, only+".")
	})
}

// action returns an action that makes edits, with the text's version if the client supports it.
func (r *documentRequest) action(title, kind string, edits []object) object {
	change := object{"changes": object{r.uri: edits}}
	if r.server.client.can("workspace", "workspaceEdit", "documentChanges") == true {
		of := object{"uri": r.uri, "version": r.version}
		change = object{"documentChanges": []object{{"textDocument": of, "edits": edits}}}
	}
	return object{"title": title, "kind": kind, "edit": change}
}
