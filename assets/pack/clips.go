package pack

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// clipRecord is a clip, with the tracks that are not baked or with all of them. The encoding of its
// baked form comes after it.
type clipRecord struct {
	name       string
	skeleton   *rig.Skeleton
	start, end float64
	additive   bool
	endSaid    bool
	mode       uint8
	loopLimit  int
	markers    []clip.Marker
	timelines  [][]float32
	tracks     []trackRecord
	hasRoot    bool
	root       rootRecord
	isBaked    bool
	source     [32]byte
	extents    []clip.Extent
}

type trackRecord struct {
	joint, channel, timeline int
	property, interpolation  uint8
	isQuaternion             bool
	width                    int
	values                   []float32
}

// rootRecord is a root motion. It does not have the clip from which it was taken.
type rootRecord struct {
	source  string
	options clip.RootMotionOptions
	times   []float64
	motions []clip.Motion
}

func (c *coder) clipRecord(r *clipRecord) {
	c.text(&r.name)
	c.skeleton(&r.skeleton)
	c.float64(&r.start)
	c.float64(&r.end)
	c.flag(&r.additive)
	c.flag(&r.endSaid)
	c.byte(&r.mode)
	c.number(&r.loopLimit)
	c.markers(&r.markers)
	list(c, &r.timelines, 4, func(t *[]float32) { c.floats(t) })
	list(c, &r.tracks, 23, func(t *trackRecord) {
		c.number(&t.joint)
		c.number(&t.channel)
		c.number(&t.timeline)
		c.byte(&t.property)
		c.byte(&t.interpolation)
		c.flag(&t.isQuaternion)
		c.number(&t.width)
		c.floats(&t.values)
	})
	if c.flag(&r.hasRoot); r.hasRoot {
		c.rootRecord(&r.root)
	}
	if c.flag(&r.isBaked); r.isBaked {
		c.baked(r)
	}
}

// baked codes what a clip without keys knows of them.
func (c *coder) baked(r *clipRecord) {
	for i := range r.source {
		c.byte(&r.source[i])
	}
	list(c, &r.extents, 5, func(e *clip.Extent) {
		c.number(&e.Joint)
		c.byte((*uint8)(&e.Property))
		if e.Property == clip.Rotation {
			return
		}
		isNarrow := true // float32 holds the numbers
		numbers := [6]float32{}
		for k := range 3 {
			numbers[k], numbers[3+k] = float32(e.Low[k]), float32(e.High[k])
			isNarrow = isNarrow && float64(numbers[k]) == e.Low[k] && float64(numbers[3+k]) == e.High[k]
		}
		c.flag(&isNarrow)
		for k := range 3 {
			if !isNarrow {
				c.float64(&e.Low[k])
				c.float64(&e.High[k])
			}
		}
		if isNarrow {
			c.fixed(numbers[:])
			for k := range 3 {
				e.Low[k], e.High[k] = float64(numbers[k]), float64(numbers[3+k])
			}
		}
	})
}

func (c *coder) rootRecord(r *rootRecord) {
	c.text(&r.source)
	o := &r.options
	c.number(&o.Number)
	c.byte((*uint8)(&o.Translation))
	c.flag(&o.Yaw)
	c.byte((*uint8)(&o.Up))
	c.flag(&o.Steady)
	c.float64(&o.Tolerance)
	c.flag(&o.AllowStill)
	list(c, &r.times, 8, c.float64)
	list(c, &r.motions, 32, func(m *clip.Motion) {
		c.float64(&m.X)
		c.float64(&m.Y)
		c.float64(&m.Z)
		c.float64(&m.Yaw)
	})
}

// recordOfClip returns the record of a clip, without the keys that its baked form, which may be
// nil, replaces.
func recordOfClip(source *clip.Clip, baked *bake.BakedClip) *clipRecord {
	if baked != nil {
		source = baked.WithoutKeys().Clip()
	}
	r := &clipRecord{
		name: source.Name(), skeleton: source.Skeleton(), start: source.Start(), end: source.End(),
		additive: source.Additive(), markers: source.Markers(), timelines: source.Timelines(),
	}
	mode, limit, said := source.PlayMode()
	r.endSaid, r.mode, r.loopLimit = said, uint8(mode), int(int32(limit))
	for i, t := range source.Tracks() {
		r.tracks = append(r.tracks, trackRecord{
			t.Joint, t.Channel, source.Timeline(i), uint8(t.Property), uint8(t.Track.Interpolation()),
			t.Track.IsQuaternion(), t.Track.Width(), t.Track.Values(),
		})
	}
	if root := source.RootMotion(); root != nil {
		r.hasRoot = true
		r.root = rootRecord{root.Source().Name(), root.Options(), root.Times(), root.Motions()}
	}
	if remains := source.Remains(); remains != nil {
		r.isBaked, r.source, r.extents = true, remains.Source, remains.Extents
	}
	return r
}

// build returns the clip.
func (r *clipRecord) build() (*clip.Clip, error) {
	b := clip.NewBuilder(r.name, r.skeleton).Range(r.start, r.end)
	if r.additive {
		b.Additive()
	}
	for _, m := range r.markers {
		b.Marker(m)
	}
	for i := range r.tracks {
		t := &r.tracks[i]
		if t.timeline < 0 || t.timeline >= len(r.timelines) {
			return nil, fmt.Errorf("track %d: expected one of %d lists of times, found number %d", i, len(r.timelines),
				t.timeline)
		}
		track, err := clip.NewTrack(clip.Interpolation(t.interpolation), t.isQuaternion, t.width,
			r.timelines[t.timeline], t.values)
		if err != nil {
			return nil, fmt.Errorf("track %d: %w", i, err)
		}
		b.Track(t.joint, clip.Property(t.property), t.channel, track)
	}
	if r.isBaked {
		b.Remains(clip.Remains{Source: r.source, Extents: r.extents})
	}
	c, err := b.Build()
	if err == nil && r.endSaid {
		c, err = clip.WithPlayMode(c, clip.PlayMode(r.mode), uint32(r.loopLimit))
	}
	if err == nil && r.hasRoot {
		c, err = r.root.add(c)
	}
	return c, err
}

// add returns the clip with the root motion.
func (r *rootRecord) add(c *clip.Clip) (*clip.Clip, error) {
	source, err := clip.NewBuilder(r.source, c.Skeleton()).Range(c.Start(), c.End()).Remains(clip.Remains{}).Build()
	if err != nil {
		return nil, err
	}
	motion, err := clip.NewRootMotion(source, r.options, r.times, r.motions)
	if err != nil {
		return nil, err
	}
	return clip.WithRootMotion(c, motion)
}
