package replay

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/text"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// Is reports whether a file begins as one with frames does.
func Is(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, 16)
	n, _ := io.ReadFull(f, begin) // what cannot be read is no such file
	return rewind.IsFile(begin[:n])
}

// Open reads a file of frames. The error names the file.
func Open(path string) (*rewind.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := rewind.Open(f)
	if err == nil {
		return file, nil
	}
	if _, seekErr := f.Seek(0, io.SeekStart); seekErr == nil {
		if _, other := rollback.NewReplay(f); other == nil {
			return nil, fmt.Errorf("%s: expected frames that package rewind kept, found a recording of package rollback, "+
				"which only its program plays (demo replay plays those of the demo)", path)
		}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// Notes returns the lines of the note of a file.
func Notes(file *rewind.File) (lines []string) {
	for line := range strings.Lines(strings.TrimSpace(file.Note)) {
		lines = append(lines, text.Printable(strings.TrimSuffix(line, "\n")))
	}
	return lines
}

// Load loads the assets of a file into a library: the packs and models that the user names with the
// flag --assets, or those inside.
func Load(library *assets.Library, path string, file *rewind.File, named []string) error {
	switch {
	case len(named) > 0:
		for _, name := range named {
			if err := load(library, name); err != nil {
				return err
			}
		}
		return nil
	case len(file.Assets) > 0:
		_, err := pack.Parse(library, filepath.Base(path), file.Assets)
		return err
	}
	return commandline.WrongFlag("--assets", fmt.Errorf("expected packs and models with the assets of the program, "+
		"since %s has none inside, found none", path))
}

// load loads a pack or a model.
func load(library *assets.Library, path string) error {
	var err error
	if IsPack(path) {
		_, err = pack.Open(library, path)
	} else {
		_, err = commandline.Load(library, path)
	}
	return err
}

// IsPack reports whether a file is a pack, by its extension.
func IsPack(path string) bool { return strings.EqualFold(filepath.Ext(path), ".pack") }

// Play plays the frames of a file in the world of a session. Of frames that are not as they were,
// difference tells the first, which is the last one on the tape. The errors name the file.
func Play(session *rollback.Session, path string, file *rewind.File, options rewind.Options) (tape *rewind.Tape,
	difference, err error,
) {
	const advice = "sinew replay writes a test that does, with --test and --setup"
	if file.NeedsStep {
		return nil, nil, fmt.Errorf("%s: expected frames that play without the program, found inputs for its step: only "+
			"the program can play them; %s", path, advice)
	}
	if file.Frames == 0 {
		return nil, nil, fmt.Errorf("%s: expected frames to play, found none", path)
	}
	tape, err = file.Play(session, options)
	switch {
	case err == nil:
		return tape, nil, nil
	case tape != nil && errors.Is(err, rollback.ErrDifference):
		return tape, fmt.Errorf("%s: %w", path, err), nil
	case errors.Is(err, rollback.ErrUnregistered):
		err = fmt.Errorf("%w: such a file plays only in its program; %s", err, advice)
	}
	return nil, nil, fmt.Errorf("%s: %w", path, err)
}
