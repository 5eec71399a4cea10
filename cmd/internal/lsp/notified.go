package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/stolb/stolb/record"
	"github.com/stolb/stolb/record/message"
)

// notified does what a notification of the client says. There is nobody to tell of
// what is wrong with it but the log.
func (s *Server) notified(ctx context.Context, method string, params json.RawMessage) {
	if method == "exit" {
		s.exited = true
		s.conn.Close() // ends Serve; an error would be of a stream that is never closed
		return
	}
	if !s.ready || s.ended {
		return
	}
	var err error
	switch method {
	case "initialized":
		if s.client.Capabilities.Workspace.DidChangeConfiguration.DynamicRegistration {
			s.ask(ctx, "client/registerCapability", registrationParams{[]registration{{
				ID: "stolb-configuration", Method: "workspace/didChangeConfiguration", Options: map[string]string{"section": "stolb"},
			}}}, func(json.RawMessage) {})
		}
	case "$/cancelRequest":
		var cancelled struct {
			ID jsonrpc2.ID `json:"id"`
		}
		if err = decode(params, &cancelled); err == nil {
			s.mu.Lock()
			if cancel := s.cancels[cancelled.ID]; cancel != nil {
				cancel()
			}
			s.mu.Unlock()
		}
	case "textDocument/didOpen":
		var opened didOpenParams
		if err = decode(params, &opened); err == nil {
			s.open(ctx, &opened)
		}
	case "textDocument/didChange":
		var changed didChangeParams
		if err = decode(params, &changed); err == nil {
			if d := s.document(changed.TextDocument.URI); d != nil {
				d.change(&changed)
			} else {
				err = fmt.Errorf("%s is not open", changed.TextDocument.URI)
			}
		}
	case "textDocument/didClose":
		var closed documentParams
		if err = decode(params, &closed); err == nil {
			s.forget(closed.TextDocument.URI)
		}
	case "workspace/didChangeConfiguration":
		var changed configurationParams
		if err = decode(params, &changed); err == nil {
			s.reconfigure(ctx, changed.Settings)
		}
	}
	if err != nil {
		s.log(fmt.Sprintf("%s: %v", method, err))
	}
}

// reconfigure takes the client's settings, and asks for them where the client only says
// that they have changed.
func (s *Server) reconfigure(ctx context.Context, settings json.RawMessage) {
	if s.reconfigured(ctx, settings) || !s.client.Capabilities.Workspace.Configuration {
		return
	}
	s.ask(ctx, "workspace/configuration", askConfigurationParams{[]map[string]string{{"section": "stolb"}}}, func(answer json.RawMessage) {
		var all []json.RawMessage
		if json.Unmarshal(answer, &all) == nil && len(all) > 0 {
			s.reconfigured(ctx, all[0])
		}
	})
}

// judgeAnew has all documents judged under the options.
func (s *Server) judgeAnew(ctx context.Context) {
	s.mu.Lock()
	o := s.options
	documents := make([]*document, 0, len(s.documents))
	for _, d := range s.documents {
		documents = append(documents, d)
	}
	s.mu.Unlock()
	for _, d := range documents {
		d.configure(o)
	}
	if s.client.Capabilities.Workspace.InlayHint.RefreshSupport {
		s.ask(ctx, "workspace/inlayHint/refresh", nil, func(json.RawMessage) {})
	}
}

// open keeps a document judged from now on.
func (s *Server) open(ctx context.Context, opened *didOpenParams) {
	uri := opened.TextDocument.URI
	s.forget(uri) // a client that opens one twice
	s.mu.Lock()
	d := newDocument(s, opened)
	s.documents[uri] = d
	s.work.Add(1)
	s.mu.Unlock()
	go func() {
		defer s.work.Done()
		d.judgeLoop(ctx)
	}()
}

// forget closes a document.
func (s *Server) forget(uri string) {
	s.mu.Lock()
	d := s.documents[uri]
	delete(s.documents, uri)
	s.mu.Unlock()
	if d != nil {
		d.close()
		s.notify("textDocument/publishDiagnostics", diagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
	}
}

// primary returns the language of a locale such as ru-RU.
func primary(locale string) string {
	if end := strings.IndexAny(locale, "-_"); end >= 0 {
		return locale[:end]
	}
	return locale
}

// configure takes options as the client gives them: {"variant": "bashni", "lang": "ru"},
// perhaps under the server's name. It says whether there were any, and what is wrong
// with them; what is wrong or not among them stays as it is.
func (s *Server) configure(settings json.RawMessage) (given bool, wrong []message.Message) {
	type values struct {
		Variant *string `json:"variant"`
		Lang    *string `json:"lang"`
	}
	var all struct {
		values
		Stolb *values `json:"stolb"`
	}
	if len(settings) == 0 || json.Unmarshal(settings, &all) != nil {
		return false, nil
	}
	v := all.values
	if all.Stolb != nil {
		v = *all.Stolb
	}
	if v.Lang != nil && *v.Lang != "" {
		l, err := message.ParseLanguage(primary(*v.Lang))
		if err != nil {
			wrong = append(wrong, message.Of("lsp.setting", "name", "lang", "why", err))
		} else {
			s.options.language = l
		}
	}
	if v.Variant != nil {
		variant, err := s.Variant, error(nil)
		if *v.Variant != "" {
			variant, err = record.ParseVariant(*v.Variant)
		}
		if err != nil {
			wrong = append(wrong, message.Of("lsp.setting", "name", "variant", "why", err))
		} else {
			s.options.variant = variant
		}
	}
	return v.Lang != nil || v.Variant != nil, wrong
}

// reconfigured is configure while other goroutines may look.
func (s *Server) reconfigured(ctx context.Context, settings json.RawMessage) (given bool) {
	s.mu.Lock()
	given, wrong := s.configure(settings)
	s.mu.Unlock()
	s.complain(wrong)
	if given {
		s.judgeAnew(ctx)
	}
	return given
}

func (s *Server) complain(wrong []message.Message) {
	s.mu.Lock()
	l := s.options.language
	s.mu.Unlock()
	for _, m := range wrong {
		s.notify("window/showMessage", showMessageParams{messageError, m.In(l)})
	}
}
