package systems_test

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// crowd is a world that uses all features together: controllers with three layers, masks, additive
// clips, blend spaces in one and two dimensions, sync groups, inertialized transitions, time
// scales, levels of detail, root motion, and two readers of events.
type crowd struct {
	*richFixture
	t            testing.TB
	random       *rand.Rand
	members      []crowdMember
	readers      [2]ecs.EventReader
	read         [2]uint64 // events
	hash         hash.Hash64
	buffer       []byte
	layers       generic.Map1[components.Layers]
	details      generic.Map1[components.LevelOfDetail]
	bound        float64 // largest allowed speed of a joint, in meters a second
	reachedBound float64 // the fraction of it that was reached
	examined     int
}

// crowdMember is a character of the crowd.
type crowdMember struct {
	entity     ecs.Entity
	controller systems.Controller
	x, y       float32
	wantX      float32
	smooth     bool // none of its commands may make it jump
	positions  []mgl32.Vec3
	known      bool
}

// Limits of the rates of change.
const (
	crowdFade   = 0.4 // seconds at least
	crowdSteer  = 2.0 // units of a blend space in a second
	crowdPace   = 1.5 // speed of a playback
	crowdFrames = 600
)

func newCrowd(t testing.TB, characters, workers int) *crowd {
	t.Helper()
	m := &crowd{
		richFixture: newRichFixture(t, 7, systems.WithWorkers(workers)), t: t,
		random: rand.New(rand.NewPCG(7, 7)), hash: fnv.New64a(),
	}
	m.layers = generic.NewMap1[components.Layers](&m.world)
	m.details = generic.NewMap1[components.LevelOfDetail](&m.world)
	_, err := blendspace.New1D("lean").At(0, m.adds[0]).At(2, m.adds[1]).Add(m.library)
	check(t, err)
	graph, err := graph.New("crowd").Float("x", 0).Float("y", 0).Float("pace", 1).Trigger("hit").Trigger("wave").
		Int("mode", 0).Bool("aim", false).
		Layer("body",
			graph.State("ground").BlendSpace("line", "x").SpeedParameter("pace").EnterEvent("grounded").
				To("strafe").When("mode", ">", 0).Fade(crowdFade).Curve("smoothstep").
				Interruption(graph.InterruptBySourceThenTarget),
			graph.State("strafe").BlendSpace("plane", "x", "y").
				To("ground").When("mode", "<=", 0).FadeFraction(0.6).Interruption(graph.InterruptByTargetThenSource).
				To("turn").When("mode", "==", 3).ExitTime(0.5).Fade(crowdFade).FrozenSource(),
			graph.State("turn").Clip("pose 3").PlayMode(assets.PingPong).To("ground").ExitTime(2.5).Fade(crowdFade),
			graph.State("hit").Clip("pose 1").PlayMode(assets.Hold).To("ground").ExitTime(0.8).
				Fade(crowdFade).Inertialized().
				To("strafe").When("mode", ">", 2).ExitTime(0.5).Fade(crowdFade),
			graph.AnyState().To("hit").WhenTriggered("hit").Fade(crowdFade).Interruption(graph.InterruptByTarget),
		).
		Layer("arm",
			graph.State("still").To("wave").WhenTriggered("wave").Fade(crowdFade).Interruption(graph.InterruptByTarget),
			graph.State("wave").Clip("pose 2").To("still").ExitTime(2).Fade(crowdFade)).Mask("from 1").
		Layer("lean",
			graph.State("straight").To("leaning").WhenTrue("aim").Fade(crowdFade),
			graph.State("leaning").BlendSpace("lean", "x").To("straight").WhenFalse("aim").
				Fade(crowdFade)).Additive().Weight(0.5).
		Build(m.library, m.model)
	check(t, err)
	id, err := m.library.AddGraph(graph)
	check(t, err)
	speed, apart := m.motionExtent()
	m.bound = 1.5 * (crowdPace*speed + (2*2/crowdFade+crowdSteer)*apart) // fades have slopes of up to 2
	for i := range characters {
		e := m.character(t)
		controller, err := m.animation.Control(e, id)
		check(t, err)
		m.members = append(m.members, crowdMember{entity: e, controller: controller, smooth: i%8 != 0})
		if i%8 == 0 { // a layer that follows a leader jumps with it
			check(t, m.animation.Player(e).SetSync(1))
		}
		if i%3 == 0 {
			m.scales.Assign(e, &components.TimeScale{Scale: 0.3 + float32(i%5)/4})
		}
		if i%5 == 0 {
			m.details.Assign(e, &components.LevelOfDetail{Interval: uint16(i % 4), Culled: i%35 == 0})
		}
	}
	return m
}

// steer gives random commands to some of the characters.
func (m *crowd) steer(seconds float64) {
	for i := range m.members {
		c := &m.members[i]
		if distance := c.wantX - c.x; distance != 0 {
			step := float32(crowdSteer / 2 * seconds)
			c.x += max(-step, min(distance, step))
			m.ok(c.controller.SetFloat("x", c.x))
			c.y += max(-step, min(1-c.x-c.y, step))
			m.ok(c.controller.SetFloat("y", c.y))
		}
		if m.random.IntN(20) > 0 {
			continue
		}
		switch m.random.IntN(7) {
		case 0:
			m.ok(c.controller.Trigger("hit"))
		case 1:
			m.ok(c.controller.Trigger("wave"))
		case 2:
			m.ok(c.controller.SetInt("mode", int32(m.random.IntN(4))))
		case 3:
			m.ok(c.controller.SetBool("aim", m.random.IntN(2) == 0))
		case 4:
			m.ok(c.controller.SetFloat("pace", m.random.Float32()*2*crowdPace-crowdPace))
		case 5:
			c.wantX = m.random.Float32()*3 - 0.5
		default:
			if m.layers.Get(c.entity).Count > 1 {
				layer := m.animation.Player(c.entity).Layer(1 + m.random.IntN(2)).LayerComponent()
				layer.Target, layer.Rate = m.random.Float32()-0.2, 2
				if layer.Blend == clip.Override {
					layer.Target = max(layer.Target, 0)
				}
			}
		}
		if i%8 == 0 && m.layers.Get(c.entity).Count > 0 {
			m.layers.Get(c.entity).First.Sync = uint8(m.random.IntN(2))
		}
	}
}

func (m *crowd) ok(err error) {
	if err != nil {
		m.t.Fatal(err)
	}
}

// frame runs a frame, after which both readers read.
func (m *crowd) frame() (seconds float64) {
	seconds = (0.5 + m.random.Float64()) / 240
	m.steer(seconds)
	m.ok(m.animation.Update(seconds))
	for r := range m.readers {
		events, missed := m.animation.Events().Read(&m.readers[r])
		m.read[r] += uint64(len(events)) + missed<<32
		if r == 0 {
			for i := range events {
				e := &events[i]
				m.hashNumber(
					uint64(e.Entity.ID())<<32 | uint64(e.Kind)<<24 | uint64(uint32(e.Marker))<<8 | uint64(e.Layer))
				m.hashNumber(uint64(math.Float32bits(e.Weight)))
			}
		}
	}
	return seconds
}

func (m *crowd) hashNumber(v uint64) {
	if m.buffer = binary.LittleEndian.AppendUint64(m.buffer, v); len(m.buffer) > 4000 {
		_, _ = m.hash.Write(m.buffer)
		m.buffer = m.buffer[:0]
	}
}

// record adds the results of every character to the hash, and checks that they are finite.
func (m *crowd) record() {
	for i := range m.members {
		e := m.members[i].entity
		all := [][]float32{
			m.animation.Palette(e, m.model.Skins[0]), m.animation.Morphs(e),
			m.transforms.Get(e).Matrix[:],
		}
		for _, numbers := range all {
			for _, v := range numbers {
				if v-v != 0 {
					m.t.Fatalf("character %d: %v", i, v)
				}
				m.hashNumber(uint64(math.Float32bits(v)))
			}
		}
		delta := m.roots.Get(e).Delta
		m.hashNumber(math.Float64bits(delta.Z))
		m.hashNumber(math.Float64bits(m.animation.Player(e).Playback().Time))
	}
}

// examine checks that no joint of a character that must not jump has moved too fast.
func (m *crowd) examine(seconds float64) {
	for i := range m.members {
		c := &m.members[i]
		if !c.smooth || m.details.Get(c.entity) != nil {
			continue
		}
		matrices := m.animation.ModelMatrices(c.entity)
		most := 0.0
		for j := range len(matrices) / assets.MatrixSize {
			matrix := rig.MatrixAt(matrices, j)
			position := mgl32.Vec3{matrix[3], matrix[7], matrix[11]}
			if !c.known {
				c.positions = append(c.positions, position)
				continue
			}
			most = max(most, float64(position.Sub(c.positions[j]).Len()))
			c.positions[j] = position
		}
		c.known = true
		m.examined++
		m.reachedBound = max(m.reachedBound, most/(m.bound*seconds))
		if most > m.bound*seconds+2e-5 {
			m.t.Fatalf("character %d: a joint moves by %v m in %v s, above %v: %+v %+v", i, most, seconds,
				m.bound*seconds,
				*m.controller(c), *m.animation.Player(c.entity).Component())
		}
	}
}

func (m *crowd) controller(c *crowdMember) *components.Controller { return c.controller.Component() }

// TestEverythingTogether runs a crowd that uses all features together, with one worker and with
// more. All numbers are finite, nothing jumps, the bits are the same, and a frame allocates
// nothing. With SINEW_LONG in the environment there are 2,000 characters for 10,000 frames.
func TestEverythingTogether(t *testing.T) {
	characters, frames, workers := 100, crowdFrames, []int{1, 2, 4}
	if probe.Race {
		workers = []int{1, 4}
	}
	if isLongRun() {
		characters, frames, workers = 2000, 10000, []int{1, 2}
	}
	var first uint64
	for i, n := range workers {
		m := newCrowd(t, characters, n)
		for frame := range frames {
			seconds := m.frame()
			m.examine(seconds)
			if frame%10 == 0 || frame < 20 {
				m.record()
			}
		}
		if times := testing.AllocsPerRun(100, func() { m.frame() }); times != 0 {
			t.Errorf("%d workers: a frame allocates %v times", n, times)
		}
		m.record()
		_, _ = m.hash.Write(m.buffer)
		hash := m.hash.Sum64()
		t.Logf("%d workers: hash %x, %d events, %d poses examined, largest speed %.2g of the bound of %.3g m/s", n,
			hash, m.read[0], m.examined, m.reachedBound, m.bound)
		if m.read[0] != m.read[1] || m.read[0]>>32 > 0 || m.read[0] < uint64(characters) {
			t.Errorf("the readers read %x and %x events", m.read[0], m.read[1])
		}
		if i == 0 {
			first = hash
		} else if hash != first {
			t.Errorf("the hash is %[2]x with %[1]d workers, %[3]x with one", n, hash, first)
		}
	}
}
