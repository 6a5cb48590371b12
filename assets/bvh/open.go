package bvh

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// Options say what is made of a file. [Open] and [Parse] use the zero Options.
type Options struct {
	// Scale, if it is not 0, multiplies all lengths: offsets and positions. It is 0.01 for a file in
	// centimeters whose characters shall be in meters. It must be finite and above 0.
	Scale float64
	// Meters finds the scale, if Scale is 0, from the size of the skeleton
	// ([rig.Skeleton.MetersPerUnit]), and lists it in the warnings unless it is 1.
	Meters bool
	// From and To are the range of frames that the clip has: those from From on and before To, where
	// 0 means all that follow. The clip begins at 0 s all the same.
	From, To int
	// RootMotion, if not nil, takes the motion of the whole character out of the clip
	// ([clip.ExtractRootMotion]). A clip that has none stays as it is, and a warning says so.
	RootMotion *clip.RootMotionOptions
	// Baking is how the clip is baked; the zero value is the library's own.
	Baking assets.Baking
	// MaxBytes limits the bytes of the file. 0 means 1 GiB.
	MaxBytes int64
}

const defaultMaxBytes = 1 << 30

// Open reads a BVH file and adds its skeleton and its clip to the library. The model has no parts.
//
// The error is an [*Error]. After an error the library is unchanged.
func Open(lib *assets.Library, path string) (*assets.Model, error) { return Options{}.Open(lib, path) }

// Parse is like [Open] for the bytes of a file. The skeleton and the clip are named after the file.
// Parse does not keep the bytes.
func Parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	return Options{}.Parse(lib, name, data)
}

// Open is [Open] with options.
func (o Options) Open(lib *assets.Library, path string) (*assets.Model, error) {
	data, err := o.readFile(path)
	if err != nil {
		return nil, &Error{File: path, Err: err}
	}
	return o.Parse(lib, path, data)
}

// readFile returns the bytes of a file, if they are not too many.
func (o Options) readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, o.maxBytes()+1)) // Parse finds out whether there are more
}

func (o Options) maxBytes() int64 {
	if o.MaxBytes == 0 {
		return defaultMaxBytes
	}
	return o.MaxBytes
}

// Parse is [Parse] with options.
func (o Options) Parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	model, err := o.parse(lib, name, data)
	var at *Error
	switch {
	case err == nil:
		return model, nil
	case errors.As(err, &at):
		return nil, &Error{File: name, Line: at.Line, Err: at.Err}
	}
	return nil, &Error{File: name, Err: err}
}

func (o Options) parse(lib *assets.Library, name string, data []byte) (*assets.Model, error) {
	if err := o.check(lib, int64(len(data))); err != nil {
		return nil, err
	}
	t, err := newText(data)
	if err != nil {
		return nil, err
	}
	p := &parser{text: t}
	if err := p.hierarchy(); err != nil {
		return nil, err
	}
	base := filepath.Base(filepath.FromSlash(name))
	r := &recording{parser: p, name: strings.TrimSuffix(base, filepath.Ext(base)), scale: 1}
	if err := r.chooseScale(&o); err != nil {
		return nil, err
	}
	if r.motion, err = p.motion(r.scale, o.From, o.To); err != nil {
		return nil, err
	}
	return r.addTo(lib, &o)
}

// check returns an error for a library or options that are none, or a file that is too large.
func (o Options) check(lib *assets.Library, size int64) error {
	switch {
	case lib == nil:
		return errors.New("expected a library, found nil")
	case !(o.Scale >= 0) || !exact.IsFinite(o.Scale):
		return fmt.Errorf("expected a scale that is finite and above 0, or 0 for none, found %v", o.Scale)
	case o.From < 0 || o.To < 0 || o.To > 0 && o.From >= o.To:
		return fmt.Errorf("expected a range of frames, From at least 0 and below To, found %d to %d", o.From, o.To)
	case o.MaxBytes < 0:
		return fmt.Errorf("expected MaxBytes of at least 0, found %d", o.MaxBytes)
	case size > o.maxBytes():
		return fmt.Errorf("expected at most %d bytes, found more", o.maxBytes())
	}
	return nil
}
