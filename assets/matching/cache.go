package matching

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/derived"
	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
)

// measureVersion is that of how frames are measured and put into leaves. It must grow when a
// database of the same clips gets other numbers: TestVersionOfMeasuring.
const measureVersion = 3

// kept is a place for the numbers of a database in a cache; the zero value is none.
type kept struct {
	cache      derived.Store
	key        [sha256.Size]byte
	definition []byte
}

// keptIn returns the place of a database in the cache of a library, if that has one. The numbers of
// functions of the program are not kept, nor those of clips without keys.
func (d *draft) keptIn(library motion.Clips) kept {
	cache := derived.OfLibrary(library)
	if cache == nil {
		return kept{}
	}
	definition, err := d.appendDefinition(nil)
	if err != nil {
		return kept{}
	}
	h := sha256.New()
	h.Write(record.Append32([]byte("database of motions"), measureVersion))
	h.Write(definition)
	h.Write(skeletonBytes(d.skeleton))
	known := map[[2]*clip.Clip]bool{}
	for i := range d.spans {
		s := &d.spans[i]
		if s.keys.CheckKeys() != nil {
			return kept{}
		}
		if known[[2]*clip.Clip{s.Played, s.keys}] {
			continue
		}
		known[[2]*clip.Clip{s.Played, s.keys}] = true
		h.Write(clipBytes(s.Played))
		for _, t := range s.keys.Tracks() {
			b := record.Append32(nil, t.Joint, int(t.Property), t.Channel, int(t.Track.Interpolation()))
			b = record.AppendFloats(record.Append32(b, len(t.Track.Times())), t.Track.Times())
			h.Write(record.AppendFloats(record.Append32(b, len(t.Track.Values())), t.Track.Values()))
		}
		h.Write(record.Append32(nil, len(s.keys.Tracks())))
	}
	k := kept{cache: cache, definition: definition}
	h.Sum(k.key[:0])
	return k
}

// skeletonBytes returns what measuring depends on of a skeleton.
func skeletonBytes(s *rig.Skeleton) []byte {
	b := record.Append32(nil, s.Len())
	for joint := range s.Len() {
		name := s.JointName(joint)
		b = append(record.Append32(b, s.Parent(joint), len(name)), name...)
	}
	return record.AppendFloats(b, s.RestLocals())
}

// clipBytes returns what measuring depends on of a clip, besides its keys.
func clipBytes(c *clip.Clip) []byte {
	mode, _, ok := c.PlayMode()
	loops := 0
	if ok && mode == clip.Loop {
		loops = 1
	}
	b := record.Append64(record.Append32(nil, loops, len(c.Markers())), c.Start(), c.End())
	for _, m := range c.Markers() {
		b = append(record.Append32(b, len(m.Name)), m.Name...)
		b = record.Append64(b, m.Time, m.Number)
	}
	root := c.RootMotion()
	if root == nil {
		return record.Append32(b, -1)
	}
	b = record.Append64(record.Append32(b, len(root.Times())), root.Times()...)
	for _, m := range root.Motions() {
		b = record.Append64(b, m.X, m.Y, m.Z, m.Yaw)
	}
	return b
}

// read takes the numbers of a database that are kept, and reports whether there are any. The error
// is one of the cache.
func (k *kept) read(d *draft) (bool, error) {
	if k.cache == nil {
		return false, nil
	}
	data, err := k.cache.Read(k.key[:])
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case len(data) < len(k.definition) || string(data[:len(k.definition)]) != string(k.definition):
		return false, fmt.Errorf("%w: expected the definition of database %q", ErrDamaged, d.name)
	}
	v := &viewer{Reader: record.NewReader(data[len(k.definition):])}
	order, rows := v.Ints(v.Length(4)), v.Floats(v.Length(4))
	if err := v.end(); err != nil {
		return false, err
	}
	if err := d.take(order, rows); err != nil {
		return false, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return true, nil
}

// write keeps the numbers of a database.
func (k *kept) write(d *draft) error {
	if k.cache == nil {
		return nil
	}
	return k.cache.Write(k.key[:], d.appendNumbers(k.definition))
}
