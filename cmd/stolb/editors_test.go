package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The settings in EDITORS.md are JSON with the editors' own names, and use options that
// "stolb lsp" accepts.
func TestEditorSettings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "internal", "lsp", "EDITORS.md"))
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.Len(t, blocks, 2)
	options := func(value any) {
		require.Equal(t, map[string]any{"variant": "bashni", "lang": "ru"}, value)
	}
	for _, block := range blocks {
		text := strings.TrimSpace(block[1])
		if !strings.HasPrefix(text, "{") { // a part of VS Code's settings.json
			text = "{" + text + "}"
		}
		var settings map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &settings))
		if servers, ok := settings["servers"].(map[string]any); ok {
			kate, ok := servers["stolb"].(map[string]any)
			require.True(t, ok)
			// addons/lspclient/settings.json of Kate.
			require.Equal(t, []string{"command", "highlightingModeRegex", "initializationOptions"}, slices.Sorted(maps.Keys(kate)))
			require.Equal(t, []any{"stolb", "lsp"}, kate["command"])
			pattern, ok := kate["highlightingModeRegex"].(string)
			require.True(t, ok)
			require.Regexp(t, pattern, "None")
			options(kate["initializationOptions"])
			continue
		}
		// package.json of zsol.vscode-glspc.
		require.Equal(t, map[string]any{
			"glspc.server.command": "stolb", "glspc.server.commandArguments": []any{"lsp"}, "glspc.server.languageId": []any{"plaintext"},
			"glspc.server.initializationOptions": settings["glspc.server.initializationOptions"],
		}, settings)
		options(settings["glspc.server.initializationOptions"])
	}
}
