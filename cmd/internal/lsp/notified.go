package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// notified handles a notification. Errors are logged, since it has no response.
func (s *Server) notified(ctx context.Context, method string, raw json.RawMessage) {
	if method == "exit" {
		s.exited = true
		s.conn.Close() // ends Serve; closing the stream does nothing and cannot fail
		return
	}
	if !s.ready || s.ended {
		return
	}
	var p documentParams
	if err := json.Unmarshal(raw, &p); err != nil {
		s.Log(fmt.Sprintf("%s: %v", method, err))
		return
	}
	uri := p.TextDocument.URI
	switch method {
	case "initialized":
		if s.client.can("workspace", "didChangeConfiguration", "dynamicRegistration") == true {
			s.ask(ctx, "client/registerCapability", object{"registrations": []object{{
				"id": "stolb-configuration", "method": "workspace/didChangeConfiguration", "registerOptions": object{"section": "stolb"},
			}}}, func(json.RawMessage) {})
		}
	case "$/cancelRequest":
		if cancel, ok := s.cancels.Load(p.ID); ok {
			cancel.(context.CancelFunc)()
		}
	case "textDocument/didOpen":
		s.open(ctx, &p)
	case "textDocument/didChange":
		if d := s.document(uri); d != nil {
			d.change(&p)
		} else {
			s.Log(fmt.Sprintf("%s: %s is not open", method, uri))
		}
	case "textDocument/didClose":
		s.forget(uri)
	case "workspace/didChangeConfiguration":
		if s.reconfigured(ctx, p.Settings) || s.client.can("workspace", "configuration") != true {
			return
		}
		// The settings were not sent, and must be requested.
		s.ask(ctx, "workspace/configuration", object{"items": []object{{"section": "stolb"}}}, func(answer json.RawMessage) {
			var all []json.RawMessage
			if json.Unmarshal(answer, &all) == nil && len(all) > 0 {
				s.reconfigured(ctx, all[0])
			}
		})
	}
}

// open opens a document and keeps it judged from then on.
func (s *Server) open(ctx context.Context, opened *documentParams) {
	uri := opened.TextDocument.URI
	s.forget(uri) // a client may open a document twice
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &document{
		server: s, uri: uri, version: *cmp.Or(opened.TextDocument.Version, new(int)), options: s.options,
		text: newGameText(fileName(uri, opened.TextDocument.LanguageID), opened.TextDocument.Text, s.options.variant),
	}
	d.ctx, d.close = context.WithCancel(ctx)
	d.state.Store(d.newState())
	s.documents[uri] = d
	s.work.Go(d.judgeLoop)
}

func (s *Server) forget(uri string) {
	s.mu.Lock()
	d := s.documents[uri]
	delete(s.documents, uri)
	s.mu.Unlock()
	if d != nil {
		d.close()
		d.sending.Lock()
		defer d.sending.Unlock()
		s.notify("textDocument/publishDiagnostics", object{"uri": uri, "diagnostics": []object{}})
	}
}

// parseLocale returns the language of a locale such as ru-RU.
func parseLocale(locale string) (message.Language, error) {
	primary, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	return message.ParseLanguage(primary)
}

// configure sets options as the client gives them: {"variant": "bashni", "lang": "ru"}, perhaps
// under the server's name. It reports whether any were given, and which are wrong. Wrong or
// absent options stay unchanged.
func (s *Server) configure(settings json.RawMessage) (given bool, wrong []message.Message) {
	var v struct {
		Variant *string          `json:"variant"`
		Lang    *string          `json:"lang"`
		Stolb   *json.RawMessage `json:"stolb"`
	}
	if len(settings) == 0 || json.Unmarshal(settings, &v) != nil {
		return false, nil
	}
	if v.Stolb != nil {
		return s.configure(*v.Stolb)
	}
	if v.Lang != nil && *v.Lang != "" {
		if l, err := parseLocale(*v.Lang); err != nil {
			wrong = append(wrong, message.Of("lsp.setting", "name", "lang", "why", err))
		} else {
			s.options.language = l
		}
	}
	if v.Variant != nil && *v.Variant == "" {
		s.options.variant = s.Variant
	} else if v.Variant != nil {
		if variant, err := record.ParseVariant(*v.Variant); err != nil {
			wrong = append(wrong, message.Of("lsp.setting", "name", "variant", "why", err))
		} else {
			s.options.variant = variant
		}
	}
	return v.Lang != nil || v.Variant != nil, wrong
}

// reconfigured is configure under the lock. It has all documents judged again.
func (s *Server) reconfigured(ctx context.Context, settings json.RawMessage) (given bool) {
	s.mu.Lock()
	given, wrong := s.configure(settings)
	o, documents := s.options, slices.Collect(maps.Values(s.documents))
	s.mu.Unlock()
	s.complain(wrong)
	if !given {
		return false
	}
	for _, d := range documents {
		d.configure(o)
	}
	if s.client.can("workspace", "inlayHint", "refreshSupport") == true {
		s.ask(ctx, "workspace/inlayHint/refresh", nil, func(json.RawMessage) {})
	}
	return true
}

func (s *Server) complain(wrong []message.Message) {
	s.mu.Lock()
	l := s.options.language
	s.mu.Unlock()
	for _, m := range wrong {
		s.notify("window/showMessage", object{"type": messageError, "message": m.In(l)})
	}
}
