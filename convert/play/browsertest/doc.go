// Package browsertest opens the pages that package play writes in a headless
// Chromium: the positions to which their script comes are compared with ours, its
// drawings with package diagram's, keys, buttons and links are tried, and axe-core
// looks for what keeps people from using them. It is a module of its own because
// it needs a browser, and what drives it: "go test ./..." in the root leaves it
// out, and .ci/run runs it where there is a Chromium.
package browsertest
