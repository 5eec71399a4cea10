package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/stolb/stolb/convert"
	"github.com/stolb/stolb/record/message"
)

const (
	// settled is how long the files must be unchanged before they are judged again: to save one,
	// an editor may write, rename and remove several.
	settled       = 150 * time.Millisecond
	maxCompared   = 100000 // faults of all files that are kept; the rest are only counted
	listedChanges = 20     // faults of each kind, such as new ones, that are listed for a file
)

var maxWatched = 20000 // files

// watching is the state of check --watch.
type watching struct {
	*check
	s       *streams
	watcher *fsnotify.Watcher
	args    []string            // the arguments of the command line
	files   map[string]*watched // by their clean names
	kept    int                 // the number of faults kept, of all files
	changed bool                // a change was reported
}

// watched is a file as last judged.
type watched struct {
	name   string // as shown
	stamp  string // its state when it was judged
	counts tally
	gone   bool // not counted: it does not exist, or has no game now
	faults []watchedFault
	more   int // faults that are not kept
}

type watchedFault struct {
	key  string // identifies the fault, without its place
	head string // its first line
	rest string // the source line and suggestions
}

// watchFiles judges the files, and again those that are saved, until Ctrl-C.
func (c *check) watchFiles(s *streams, args []string) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return message.Of("files.watch", "why", err)
	}
	defer watcher.Close()
	w := &watching{check: c, s: s, watcher: watcher, args: args, files: map[string]*watched{}}
	// Watch first and read then, so that no change in between is missed.
	if err := w.watch(); err != nil {
		return err
	}
	c.progress = "never"
	_, done := c.open(s, args, 1)
	defer done()
	names, err := w.names(func(err error) { s.complain(err) })
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		file, err := w.judgeFile(names[name], new(watched))
		if err != nil {
			return err
		}
		for _, f := range file.faults[:min(len(file.faults), listedChanges)] {
			fmt.Fprint(s.out, f.head, f.rest)
		}
		if more := file.more + max(len(file.faults)-listedChanges, 0); more > 0 {
			fmt.Fprintln(s.out, say("check.more-in-file", "file", clean(file.name, messageCells), "n", more))
		}
		w.files[name] = file
		w.kept += len(file.faults)
	}
	if len(watcher.WatchList()) == 0 { // no folder of the arguments exists
		return errReported
	}
	files := w.reportAll()
	if err := s.out.Flush(); err != nil {
		return err
	}
	s.tell("check.watching", "n", files)
	return w.loop()
}

// names returns the names of the files by their clean names, and passes read errors to wrong.
func (w *watching) names(wrong func(error)) (map[string]string, error) {
	names := map[string]string{}
	for name, err := range w.Files() {
		if err != nil {
			wrong(err)
			continue
		}
		if names[filepath.Clean(name)] = name; len(names) > maxWatched {
			return nil, message.Of("check.too-many-files", "most", maxWatched)
		}
	}
	return names, nil
}

// watch watches the arguments: for a file its folder, since another file may take its place; for
// a folder, that folder and all folders in it.
func (w *watching) watch() error {
	for _, arg := range w.args {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() { // a missing file may still appear
			if err := unwatchable(w.watcher.Add(filepath.Dir(arg)), filepath.Dir(arg)); err != nil {
				return err
			}
			continue
		}
		err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil || !entry.IsDir():
				return nil // reported when it is read
			case path != arg && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir
			}
			return unwatchable(w.watcher.Add(path), path)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// unwatchable returns the error of a folder that exists but cannot be watched.
func unwatchable(err error, folder string) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fsnotify.ErrNonExistentWatch) {
		return nil
	}
	return message.Of("files.watch", "why", message.Of("message.path", "path", folder, "why", err))
}

func (w *watching) loop() error {
	quiet := time.NewTimer(time.Hour)
	for {
		if err := w.s.out.Flush(); err != nil {
			return err
		}
		select {
		case <-w.s.ctx.Done():
			return errInterrupted
		case event := <-w.watcher.Events:
			if event.Op != fsnotify.Chmod {
				quiet.Reset(settled)
			}
		case err := <-w.watcher.Errors: // events may have been lost
			w.s.tell("files.watch", "why", err)
			quiet.Reset(settled)
		case <-quiet.C:
			if err := w.changes(); err != nil {
				return err
			}
		}
	}
}

// stampOf identifies the state of a file. It returns "" if the file does not exist.
func stampOf(file string) string {
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.ModTime().UnixNano(), " ", info.Size())
}

// changes judges changed and new files, and reports those that are gone.
func (w *watching) changes() error {
	w.changed = false
	for _, folder := range w.watcher.WatchList() { // or a renamed folder would keep its old name
		if stampOf(folder) != "" {
			continue
		}
		if err := unwatchable(w.watcher.Remove(folder), folder); err != nil {
			return err
		}
	}
	if err := w.watch(); err != nil {
		return err
	}
	there, err := w.names(func(error) {}) // an empty folder is not an error here
	if err != nil {
		return err
	}
	for _, file := range slices.Sorted(maps.Keys(w.files)) {
		if there[file] == "" {
			w.missing(w.files[file], "", "check.not-there")
			if len(w.files) > maxWatched {
				w.kept -= len(w.files[file].faults)
				delete(w.files, file)
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(there)) {
		before := w.files[file]
		if before != nil && before.stamp == stampOf(file) {
			continue
		}
		before = cmp.Or(before, &watched{gone: true})
		after, err := w.judgeFile(there[file], before)
		if err != nil {
			return err
		}
		if after.gone {
			w.missing(before, after.stamp, "check.not-counted")
			after = before
		} else {
			w.report(before, after)
			w.changed = true
		}
		w.files[file] = after
		w.kept += len(after.faults) - len(before.faults)
	}
	if w.changed {
		w.reportAll()
	}
	return nil
}

// missing reports that a file no longer counts. It is kept, since an editor may be slow.
func (w *watching) missing(file *watched, stamp string, why message.ID) {
	if file.stamp = stamp; file.gone {
		return
	}
	file.gone, w.changed = true, true
	fmt.Fprintln(w.s.out, message.Of(why, "file", clean(file.name, messageCells)).In(language))
}

// judgeFile judges the games of a file, which will take the place of before, and reports read
// errors. An unreadable file is gone.
func (w *watching) judgeFile(name string, before *watched) (*watched, error) {
	type judgedGame struct {
		judged
		faults []watchedFault
	}
	newWorker := func() func(*convert.Entry, *judgedGame) {
		judge := w.newWorker(w.s.ctx, nil)
		return func(in *convert.Entry, out *judgedGame) {
			judge(in, &out.judged)
			out.faults = out.faults[:0]
			for i := range in.Report.Faults {
				if !out.reported {
					break
				}
				f := &in.Report.Faults[i]
				out.faults = append(out.faults, watchedFault{
					key:  fmt.Sprint(f.Code, f.Variation, f.Ply, f.Word, in.Game.Tag("White"), in.Game.Tag("Black")),
					head: faultLine(&in.Report, f, in.Game.Place(f.At), title(in.Game)),
					rest: string(appendFaultExcerpt(nil, &in.Report, f)),
				})
			}
		}
	}
	file := &watched{name: name, stamp: stampOf(name)}
	left := maxCompared - w.kept + len(before.faults)
	made := convert.Each(w.s.ctx, convert.Open([]string{name}, w.Options), newWorker)
	err := each(w.s, nil, made, func(game *judgedGame) error {
		file.counts.add(&game.tally)
		for _, f := range game.faults {
			if len(file.faults) < left {
				file.faults = append(file.faults, f)
			} else {
				file.more++
			}
		}
		return nil
	}, nil)
	if !isWorthReporting(err) {
		return nil, err
	}
	file.gone = err != nil && file.counts.games == 0
	return file, nil
}

func (w *watching) report(before, after *watched) {
	old := map[string][]watchedFault{}
	for _, f := range before.faults {
		old[f.key] = append(old[f.key], f)
	}
	var fresh, remaining, gone []watchedFault
	for _, f := range after.faults {
		if same := old[f.key]; len(same) > 0 {
			old[f.key] = same[1:]
			remaining = append(remaining, f)
		} else {
			fresh = append(fresh, f)
		}
	}
	for _, f := range before.faults {
		if same := old[f.key]; len(same) > 0 {
			old[f.key] = same[1:]
			gone = append(gone, same[0])
		}
	}
	fmt.Fprintln(w.s.out, say("check.changed", "file", clean(after.name, messageCells),
		"verdicts", after.counts.String(), "gone", len(gone), "new", len(fresh), "remaining", len(remaining)))
	w.list("check.gone", gone, false)
	w.list("check.new", fresh, true)
	w.list("check.remaining", remaining, false)
	if before.more+after.more > 0 {
		fmt.Fprintf(w.s.out, "  %s\n", say("check.more-than-compared", "n", after.more))
	}
}

// list lists faults of one kind, with their source lines if full.
func (w *watching) list(kind message.ID, faults []watchedFault, full bool) {
	for i, f := range faults {
		if i == listedChanges {
			more := message.Of("check.more-of-kind", "n", len(faults)-i)
			fmt.Fprintf(w.s.out, "  %s\n", message.Of(kind, "fault", more).In(language))
			return
		}
		fmt.Fprintf(w.s.out, "  %s", message.Of(kind, "fault", message.Verbatim(f.head)).In(language))
		if full {
			w.s.out.WriteString(f.rest)
		}
	}
}

// reportAll reports the totals of all files, and returns the number of files.
func (w *watching) reportAll() (files int) {
	var sum tally
	for _, f := range w.files {
		if !f.gone {
			files++
			sum.add(&f.counts)
		}
	}
	fmt.Fprintln(w.s.out, say("check.files", "n", files, "verdicts", sum.String()))
	return files
}
