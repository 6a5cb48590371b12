package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

const oracleLayers = 4

// mirrored is a character, and its twin that the reference plays.
type mirrored struct {
	entity ecs.Entity
	twin   reference.Character
}

func (k *richFixture) newMirrored(t testing.TB) *mirrored {
	t.Helper()
	d := &mirrored{entity: k.character(t), twin: reference.Character{Skeleton: k.skeleton}}
	for i := range oracleLayers {
		channel := reference.Channel{
			Playback: reference.Playback{Mode: assets.Loop, Speed: 1, Find: k.library.Clip},
			Weight:   1, Target: 0, TimeScale: 1,
		}
		if i == oracleLayers-1 { // the highest layer is additive
			channel.Additive = true
			check(t, k.player(d, i).SetBlend(clip.Additive))
		} else if i > 0 {
			check(t, k.player(d, i).SetMask(systems.WholeBody))
		}
		d.twin.Channels = append(d.twin.Channels, channel)
	}
	return d
}

func (k *richFixture) player(d *mirrored, layer int) systems.Player {
	return k.animation.Player(d.entity).Layer(layer)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// randomCommand gives a character and its twin the same random command.
func (k *richFixture) randomCommand(t testing.TB, random *rand.Rand, d *mirrored) {
	t.Helper()
	i := random.IntN(oracleLayers)
	p, c := k.player(d, i), &d.twin.Channels[i]
	switch random.IntN(14) {
	case 0, 1, 2, 3, 4:
		k.randomFade(t, random, p, c)
	case 5:
		speed := pick(random, []float32{1, 1, 0.3, -1, -0.6, 2.5, 0, 1.2})
		var turned [oracleLayers]bool // at once, as followers do with their leader
		for i := range turned {
			if one := k.player(d, i).Playback(); one != nil {
				turned[i] = one.Backward
			}
		}
		check(t, p.SetSpeed(speed))
		for i := range turned {
			if one := k.player(d, i).Playback(); one != nil && one.Backward != turned[i] {
				d.twin.Channels[i].Backward = !d.twin.Channels[i].Backward
			}
		}
		c.Speed = float64(speed)
		c.Finished = c.Finished && twinIsAtEnd(c)
	case 6:
		mode, repeats := pick(random, []assets.PlayMode{
			assets.Once, assets.Loop, assets.Loop, assets.PingPong,
			assets.Hold,
		}), random.IntN(4)
		check(t, p.SetMode(mode, uint32(repeats)))
		c.Mode, c.LoopLimit = mode, repeats
		c.Finished = c.Finished && twinIsAtEnd(c)
	case 7:
		seconds := random.Float64()*4 - 1
		check(t, p.Seek(seconds))
		twinSeek(c, seconds)
	case 8:
		part := random.Float64()
		start, end := c.Span()
		check(t, p.SeekFraction(part))
		twinSeek(c, start+part*(end-start))
	case 9:
		if c.Paused {
			check(t, p.Resume())
		} else if random.IntN(3) == 0 {
			check(t, p.Pause())
		} else {
			return
		}
		c.Paused = !c.Paused
	case 10:
		x, y := random.Float32()*3-0.5, random.Float32()*2-0.5
		check(t, p.SetPosition(x, y))
		c.X, c.Y = float64(x), float64(y)
	case 11:
		group := uint8(random.IntN(3))
		before := *p.Playback()
		check(t, p.SetSync(group))
		*p.Playback() = before // the twin does not join at the phase of the group
		c.Sync = int(group)
	case 12:
		if i == 0 {
			return
		}
		weight, seconds := random.Float32(), random.Float64()
		if c.Additive {
			weight = 2*weight - 1
		}
		check(t, p.FadeWeight(weight, seconds))
		c.Target, c.Rate = float64(weight), float64(p.LayerComponent().Rate)
		if c.Rate == 0 {
			c.Weight = c.Target
		}
	default:
		if i == 0 {
			return
		}
		mask, scale := systems.WholeBody, pick(random, []float32{1, 1, 0.5, 2, 0})
		c.Mask, c.Hidden = nil, false
		if random.IntN(3) > 0 {
			mask = pick(random, k.masks)
			if k.library.Mask(mask) == nil {
				mask = systems.WholeBody
			} else {
				c.Mask = reference.MaskOf(k.library.Mask(mask))
			}
		}
		check(t, p.SetMask(mask))
		check(t, p.SetTimeScale(scale))
		c.TimeScale = float64(scale)
	}
}

func (k *richFixture) randomFade(t testing.TB, random *rand.Rand, p systems.Player, c *reference.Channel) {
	t.Helper()
	next := c.Playback
	next.Clip, next.Space, next.Finished, next.Backward, next.LoopsDone = nil, nil, false, false, 0
	seconds := pick(random, []float64{0, 0.1, 0.3, 0.3, 1})
	if p.Blend() != nil && p.Blend().Count >= components.MaxFading-1 {
		seconds = 0 // one more would be inertialized, which the reference does not implement
	}
	var options []systems.FadeOption
	var curve func(float64) float64
	switch random.IntN(4) {
	case 0:
		options, curve = append(options, systems.WithCurve(k.curve)), func(x float64) float64 { return x * x }
	case 1:
		options, curve = append(options, systems.WithCurve(clip.SmoothStep)), func(x float64) float64 {
			return x * x * (3 - 2*x)
		}
	}
	frozen := random.IntN(4) == 0
	if frozen {
		options = append(options, systems.WithFrozenSource())
	}
	// The twin replaces a motion by itself, and knows no fade-out at the end.
	options = append(options, systems.WithRestart(), systems.WithFadeOut(0))
	switch clip, space := pick(random, k.clips), pick(random, k.spaces); {
	case c.Additive && random.IntN(3) == 0:
		space = k.addSpace
		fallthrough
	case !c.Additive && random.IntN(3) == 0:
		if k.library.BlendSpace(space) == nil {
			return
		}
		check(t, p.CrossFade(space, seconds, options...))
		next.Space = k.library.BlendSpace(space)
	default:
		if c.Additive {
			clip = pick(random, k.adds)
		}
		if random.IntN(6) == 0 || k.library.Clip(clip) == nil {
			clip = 0
			check(t, p.Stop(seconds, options...))
		} else {
			check(t, p.CrossFade(clip, seconds, options...))
		}
		next.Clip = k.library.Clip(clip)
	}
	start, end := (&next).Span()
	next.Time = start
	if next.Speed < 0 {
		next.Time = end
	}
	c.CrossFade(next, seconds, curve, frozen)
}

func twinIsAtEnd(c *reference.Channel) bool {
	if c.Mode == assets.Loop || c.Mode == assets.PingPong {
		return c.LoopLimit > 0 && c.LoopsDone >= c.LoopLimit
	}
	start, end := c.Span()
	return c.Speed < 0 && c.Time <= start || !(c.Speed < 0) && c.Time >= end
}

func twinSeek(c *reference.Channel, time float64) {
	c.Time, c.Finished = time, false
	if c.LoopLimit > 0 && c.LoopsDone >= c.LoopLimit {
		c.LoopsDone = c.LoopLimit - 1
	}
}

// TestFramesMatchReference plays random scripts that use every feature, and compares each frame's
// poses, events and root motion with the reference.
func TestFramesMatchReference(t *testing.T) {
	frames, worlds := 300, uint64(4)
	if probe.Race {
		worlds = 2 // of one and of two workers
	}
	if isLongRun() {
		worlds = 300
	}
	var events, joints int
	for seed := range worlds {
		k := newRichFixture(t, seed, systems.WithWorkers(1+int(seed%2)))
		random := rand.New(rand.NewPCG(seed, 9))
		var doubles []*mirrored
		for range 8 {
			doubles = append(doubles, k.newMirrored(t))
		}
		reader := k.animation.Events().Reader()
		for frame := range frames {
			if frame == frames*3/4 {
				k.removeAssets(doubles)
			}
			for range 3 {
				k.randomCommand(t, random, pick(random, doubles))
			}
			if frame%20 == 10 {
				k.writeInvalidNumbers(random, pick(random, doubles))
			}
			seconds := pick(random, []float64{1.0 / 60, 1.0 / 60, 1.0 / 30, 0.0071, 0, 0.1, 1.0 / 144, 0.003, 2.7})
			seconds *= 0.9 + 0.2*random.Float64() // not exactly to an end, because of rounding
			k.update(t, seconds)
			fired, missed := k.animation.Events().Read(&reader)
			if missed > 0 {
				t.Fatalf("%d events missed", missed)
			}
			for n, d := range doubles {
				moment := d.twin.Advance(seconds)
				joints += k.comparePose(t, d, moment.Pose)
				events += k.compareEvents(t, d, fired, moment.Events)
				k.compareRoot(t, d, &moment)
				k.comparePlaybacks(t, d)
				if t.Failed() {
					for i := range oracleLayers {
						t.Logf("layer %d: %+v %+v", i, *k.player(d, i).Playback(), *k.player(d, i).Blend())
					}
					t.Fatalf("seed %d, frame %d of %v s, character %d: %+v", seed, frame, seconds, n, d.twin.Channels)
				}
			}
		}
	}
	t.Logf("%d joints and %d events compared", joints, events)
	if events < 10*frames*int(worlds) {
		t.Errorf("fired only %d events", events)
	}
}

// removeAssets removes assets that are in use.
func (k *richFixture) removeAssets(doubles []*mirrored) {
	clip, add, mask, space := k.clips[2], k.adds[1], k.masks[0], k.spaces[0]
	gone, goneAdd, goneSpace := k.library.Clip(clip), k.library.Clip(add), k.library.BlendSpace(space)
	k.library.RemoveClip(clip)
	k.library.RemoveClip(add)
	k.library.RemoveMask(mask)
	k.library.RemoveMotion(space)
	forget := func(p *reference.Playback) {
		if p.Clip == gone || p.Clip == goneAdd {
			p.Clip = nil
		}
		if p.Space == goneSpace {
			p.Space = nil
		}
	}
	for _, d := range doubles {
		for i := range d.twin.Channels {
			c := &d.twin.Channels[i]
			forget(&c.Playback)
			for f := range c.Fades {
				forget(&c.Fades[f].Playback)
			}
			if layer := k.player(d, i).LayerComponent(); layer != nil && layer.Mask == mask {
				c.Hidden = true
			}
		}
	}
}

// writeInvalidNumbers writes infinities and NaN into the components.
func (k *richFixture) writeInvalidNumbers(random *rand.Rand, d *mirrored) {
	i := random.IntN(oracleLayers)
	c, p := &d.twin.Channels[i], k.player(d, i).Playback()
	bad := pick(random, []float64{math.NaN(), math.Inf(1), math.Inf(-1)})
	switch layer := k.player(d, i).LayerComponent(); random.IntN(3) {
	case 0:
		p.Speed, c.Speed = float32(bad), bad
	case 1:
		p.Time, c.Time = bad, bad
	default:
		if layer != nil {
			layer.Weight, c.Weight = float32(bad), bad
			layer.Target, c.Target = float32(bad), bad
		}
	}
}

// comparePose compares model matrices. The bound allows for the float32 rounding of a chain of four
// joints and of weights that sum to 1.
func (k *richFixture) comparePose(t *testing.T, d *mirrored, pose reference.Pose) int {
	t.Helper()
	const bound = 1e-4
	got := k.animation.ModelMatrices(d.entity)
	for joint, want := range reference.Models(k.skeleton, pose) {
		matrix := rig.MatrixAt(got, joint)
		for r := range 3 {
			for c := range 4 {
				if !(math.Abs(float64(matrix[4*r+c])-want[r][c]) < bound) {
					t.Errorf("joint %d: [%d][%d] is %v, want %v", joint, r, c, matrix[4*r+c], want[r][c])
					pool, slot := k.animation.Pool(d.entity)
					t.Errorf("blend inputs %+v", pool.BlendInputs(slot))
					return 0
				}
			}
		}
	}
	for i, want := range pose.Morphs {
		if v := float64(k.animation.Morphs(d.entity)[i]); !(math.Abs(v-want) < bound) {
			t.Errorf("morph weight %d is %v, want %v", i, v, want)
		}
	}
	return k.skeleton.Len()
}

// comparePlaybacks compares loops, ends and directions, also of the layers that follow a sync
// group.
func (k *richFixture) comparePlaybacks(t *testing.T, d *mirrored) {
	t.Helper()
	for i := range d.twin.Channels {
		p, c := k.player(d, i).Playback(), &d.twin.Channels[i].Playback
		if start, end := c.Span(); end > start && (int(p.LoopsDone) != c.LoopsDone || p.Finished != c.Finished ||
			p.Backward != c.Backward) {
			t.Errorf("layer %d: loops done %d, finished %v, backward %v, want %d, %v, %v",
				i, p.LoopsDone, p.Finished, p.Backward, c.LoopsDone, c.Finished, c.Backward)
		}
	}
}

func (k *richFixture) compareEvents(t *testing.T, d *mirrored, fired []ecs.Event, want []reference.Event) int {
	t.Helper()
	n := 0
	for i := range fired {
		e := &fired[i]
		if e.Entity != d.entity {
			continue
		}
		if n >= len(want) {
			t.Errorf("event %d: unexpected %+v", n, *e)
			return n
		}
		w := &want[n]
		marker := int(e.Marker)
		clip := k.library.Clip(e.Clip)
		if e.Kind == ecs.PlaybackFinished {
			marker, clip = -1, k.library.Clip(e.Motion)
		}
		if int(e.Layer) != w.Layer || marker != w.Marker || clip != w.Clip ||
			!(math.Abs(float64(e.Weight)-w.Weight) < 1e-4) {
			t.Errorf("event %d: %+v, want %+v", n, *e, *w)
		}
		n++
	}
	if n < len(want) {
		t.Errorf("%d events, want %d, next %+v", n, len(want), want[n])
	}
	return n
}

func (k *richFixture) compareRoot(t *testing.T, d *mirrored, moment *reference.Frame) {
	t.Helper()
	m := k.roots.Get(d.entity).Delta
	for i, v := range [4]float64{m.X, m.Y, m.Z, m.Yaw} {
		want := [4]float64{moment.Translation[0], moment.Translation[1], moment.Translation[2], moment.Yaw}[i]
		if !(math.Abs(v-want) < 1e-5*(1+math.Abs(want))) { // the curve is a table, so the error is larger
			t.Errorf("root motion: %v, want %v %v", m, moment.Translation, moment.Yaw)
			return
		}
	}
}
