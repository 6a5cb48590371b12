package systems_test

import (
	"bytes"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems"
	crowds "github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
	"github.com/sinew-go/sinew/systems/rollback"
)

// unitCase is a character in other units: all lengths of its file are multiplied, and its Transform
// scales it.
type unitCase struct {
	name        string
	file, scale float64
}

// size is how large the character is in the world; 1 is its size in meters.
func (c unitCase) size() float64 { return c.file * c.scale }

// unitCases has the character in meters first. The next ones are as large in the world, in other
// units. Then come worlds in other units, and characters of other sizes.
var unitCases = []unitCase{
	{"meters", 1, 1},
	{"centimeters", 100, 0.01},
	{"hundreds of meters", 0.01, 100},
	{"a world in centimeters", 100, 1},
	{"a world in hundreds of meters", 0.01, 1},
	{"scaled by 100", 1, 100},
	{"scaled by 0.01", 1, 0.01},
}

// unitModel is a character that can be read in any units.
type unitModel struct {
	name   string
	meters float64 // that a unit of the file is
	read   func(t *testing.T, library *assets.Library, o gltfio.Options) (*assets.Model, error)
	chain  []string // of joints that swing
	walk   string   // a clip
}

// unitMannequin is the mannequin as a file, with a clip that has root motion.
var unitMannequin = sync.OnceValues(func() ([]byte, error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		return nil, err
	}
	moving, err := courses.Traveling("traveling", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0.4)
	if err != nil {
		return nil, err
	}
	moving, err = clip.ExtractRootMotion(moving,
		clip.RootMotionOptions{Joint: "root", Translation: clip.AxisX | clip.AxisZ, Yaw: true})
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	err = gltfio.WriteOptions{Extra: []assets.ClipID{library.AddClip(moving)}}.Write(&file, library, model)
	return file.Bytes(), err
})

func unitModels() []unitModel {
	return []unitModel{
		{
			name: "mannequin", meters: 1, walk: "walk", chain: []string{"left_upper_arm", "left_forearm", "left_hand"},
			read: func(t *testing.T, library *assets.Library, o gltfio.Options) (*assets.Model, error) {
				file, err := unitMannequin()
				if err != nil {
					return nil, err
				}
				return o.Parse(library, "mannequin.glb", file)
			},
		},
		{
			name: "fox", meters: 0.01, walk: "Walk", chain: []string{"b_Tail01_012", "b_Tail02_013", "b_Tail03_014"},
			read: func(t *testing.T, library *assets.Library, o gltfio.Options) (*assets.Model, error) {
				return o.Open(library, testassets.Path(t, "assets/fox/Fox.glb"))
			},
		},
	}
}

// unitStage is a world with a character in some units. Positions and lengths that its methods take
// and note are those of a character in meters.
type unitStage struct {
	unitCase
	unitModel
	t         *testing.T
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	skeleton  *assets.Skeleton
	animation *systems.Animation
	numbers   []float64
	labels    []string
}

// unitAssets holds each model in each unit, which is read once. Stages add stacks of solvers to the
// library, and change nothing else.
var unitAssets = map[unitKey]*loadedModel{}

type (
	unitKey struct {
		model string
		file  float64
	}
	loadedModel struct {
		library *assets.Library
		model   *assets.Model
	}
)

func newUnitStage(t *testing.T, m unitModel, c unitCase) *unitStage {
	t.Helper()
	key := unitKey{m.name, c.file}
	if unitAssets[key] == nil {
		library := assets.NewLibrary(assets.Exact())
		model, err := m.read(t, library, gltfio.Options{Scale: m.meters * c.file})
		check(t, err)
		unitAssets[key] = &loadedModel{library, model}
	}
	shared := unitAssets[key]
	s := &unitStage{unitCase: c, unitModel: m, t: t, world: ecs.NewWorld(), library: shared.library, model: shared.model}
	var err error
	s.skeleton = s.library.Skeleton(s.model.Skeleton)
	s.animation, err = systems.NewAnimation(&s.world, s.library, systems.WithWorkers(1))
	check(t, err)
	t.Cleanup(s.animation.Close)
	return s
}

// at returns the Transform of a character.
func (s *unitStage) at(place mgl32.Vec3, yaw float32) mgl32.Mat4 {
	p, scale := s.point(place), float32(s.scale)
	return mgl32.Translate3D(p[0], p[1], p[2]).Mul4(mgl32.HomogRotate3DY(yaw)).Mul4(mgl32.Scale3D(scale, scale, scale))
}

// point returns a point of the world.
func (s *unitStage) point(p mgl32.Vec3) mgl32.Vec3 {
	for c := range p {
		p[c] = float32(float64(p[c]) * s.size())
	}
	return p
}

func (s *unitStage) spawn(clip string) ecs.Entity {
	s.t.Helper()
	e, err := s.animation.Spawn(s.model, s.at(mgl32.Vec3{}, 0))
	check(s.t, err)
	check(s.t, s.animation.Player(e).Play(s.model.Clip(clip)))
	return e
}

func (s *unitStage) move(e ecs.Entity, place mgl32.Vec3, yaw float32) {
	transforms := generic.NewMap1[components.Transform](&s.world)
	transforms.Get(e).Matrix = s.at(place, yaw)
}

func (s *unitStage) update(seconds float64) {
	s.t.Helper()
	check(s.t, s.animation.Update(seconds))
}

// note notes a number that does not depend on units.
func (s *unitStage) note(label string, x float64) {
	s.numbers, s.labels = append(s.numbers, x), append(s.labels, label)
}

// notePoint notes a point of the world.
func (s *unitStage) notePoint(label string, p mgl32.Vec3) { s.noteScaled(label, p, s.size()) }

// noteScaled notes a vector in units that many times smaller than meters.
func (s *unitStage) noteScaled(label string, p mgl32.Vec3, units float64) {
	for c := range p {
		s.note(fmt.Sprintf("%s, coordinate %d", label, c), float64(p[c])/units)
	}
}

// noteJoints notes the places of all joints.
func (s *unitStage) noteJoints(label string, e ecs.Entity) {
	s.t.Helper()
	for j := range s.skeleton.Len() {
		m, err := s.animation.JointWorldAt(e, j)
		check(s.t, err)
		s.notePoint(fmt.Sprintf("%s: %q", label, s.skeleton.JointName(j)), m.Col(3).Vec3())
	}
}

// run returns the place of a runner who turns, stops, jumps 1.5 m, and is put elsewhere.
func run(frame int, rate float64) (place mgl32.Vec3, yaw float32) {
	seconds := float64(frame) / rate
	place = mgl32.Vec3{float32(3 * math.Sin(seconds)), float32(0.1 * math.Sin(9*seconds)), float32(2 * seconds)}
	if seconds > 1.2 {
		place[0] += 5 // a teleport, as this is beyond 2 m
	}
	if seconds > 1.5 {
		place[2] += 1.5
	}
	return place, float32(seconds)
}

// modify gives a character a stack, and its goals weight.
func (s *unitStage) modify(e ecs.Entity, b *modifier.Builder, goals ...string) {
	s.t.Helper()
	stack, err := b.Add(s.library)
	check(s.t, err)
	check(s.t, s.animation.Modify(e, stack))
	for _, goal := range goals {
		check(s.t, s.animation.Modifier(e, goal).Fade(1, 0))
	}
}

// unitFeatures run a feature with its default lengths, and note what is seen of it.
var unitFeatures = []struct {
	name      string
	humanoids bool // it is for the mannequin alone
	run       func(s *unitStage)
}{
	{"springs", false, func(s *unitStage) {
		e := s.spawn(s.walk)
		check(s.t, s.animation.EnableModelMatrices(e))
		s.modify(e, modifier.New("swing", s.skeleton).Spring("swing", modifier.SpringSettings{
			Joints: s.chain, Spring: modifier.Spring{Stiffness: 0.6, Drag: 0.3, Gravity: 0.5},
		}), "swing")
		for frame := range 110 {
			place, yaw := run(frame, 60)
			s.move(e, place, yaw)
			s.update(1.0 / 60)
			if frame%5 == 0 {
				s.noteJoints(fmt.Sprintf("frame %d", frame), e)
			}
		}
	}},
	{"feet", true, func(s *unitStage) {
		e := s.spawn(s.walk)
		check(s.t, s.animation.EnableModelMatrices(e))
		s.modify(e, modifier.New("feet", s.skeleton).Feet("feet", mannequinFeet()), "feet")
		size := float32(s.size())
		s.animation.SetGround(systems.GroundFunc(func(x, z float32) (float32, mgl32.Vec3) {
			sin, cos := math.Sincos(float64(z/size) * 3)
			return size * float32(0.08*sin), mgl32.Vec3{0, 1, float32(-0.24 * cos)}.Normalize()
		}))
		for frame := range 120 {
			s.move(e, mgl32.Vec3{0, 0, float32(float64(frame) / 60 * mannequin.WalkSpeed)}, 0)
			s.update(1.0 / 60)
			if frame%5 == 0 {
				s.noteJoints(fmt.Sprintf("frame %d", frame), e)
			}
		}
	}},
	{"goals", true, func(s *unitStage) {
		e := s.spawn(s.walk)
		check(s.t, s.animation.EnableModelMatrices(e))
		s.modify(e, modifier.New("goals", s.skeleton).
			LookAt("look", modifier.LookAt{Joints: []string{"neck_1", "head"}, Forward: mgl32.Vec3{0, 0, 1}}).
			TwoBone("reach", modifier.TwoBone{Root: "right_upper_arm", Middle: "right_forearm", End: "right_hand"}))
		for frame := range 30 {
			along := float32(frame) / 30
			check(s.t, s.animation.Modifier(e, "look").Aim(s.point(mgl32.Vec3{2 - along, 1.5 + along, 1})))
			check(s.t, s.animation.Modifier(e, "reach").Aim(s.point(mgl32.Vec3{-0.25 - along/5, 1.1 + along/4, 0.35})))
			s.update(1.0 / 60)
			s.noteJoints(fmt.Sprintf("frame %d", frame), e)
		}
	}},
	{"ragdoll", true, func(s *unitStage) {
		definition, err := ragdoll.Propose(s.library, s.model, ragdoll.Options{})
		check(s.t, err)
		e := s.spawn("run")
		check(s.t, s.animation.EnableModelMatrices(e))
		doll := s.animation.Ragdoll(e)
		check(s.t, doll.Bind(definition))
		for frame := range 20 {
			place, yaw := run(frame, 60)
			s.move(e, place, yaw)
			s.update(1.0 / 60)
		}
		targets, err := doll.Targets(nil)
		check(s.t, err)
		var places []ragdoll.Transform
		for i, target := range targets {
			label := definition.Name(i)
			// in a world of other units too, a kilogram is a kilogram
			s.note(label+": mass", float64(definition.Bodies[i].Mass))
			m, err := s.animation.JointWorldAt(e, definition.Bodies[i].Joint)
			check(s.t, err)
			a, b, radius, ok := definition.Capsule(i, m)
			if !ok {
				s.t.Fatalf("%s has no capsule", label)
			}
			s.notePoint(label+": a", a)
			s.notePoint(label+": b", b)
			s.notePoint(label+": radius", mgl32.Vec3{radius})
			s.notePoint(label+": place", target.Position)
			s.notePoint(label+": speed", target.Linear.Mul(0.01))
			s.noteScaled(label+": turning", target.Angular.Mul(0.01), 1)
			at := target.Transform
			at.Position = at.Position.Add(s.point(mgl32.Vec3{0.05 * float32(i%3), -0.1, 0}))
			places = append(places, at)
		}
		check(s.t, doll.Fade(1, 0.1))
		for frame := range 10 {
			check(s.t, doll.SetBodies(places))
			s.update(1.0 / 60)
			s.noteJoints(fmt.Sprintf("frame %d", frame), e)
		}
	}},
	{"capsules", false, func(s *unitStage) {
		for _, c := range rollback.CapsulesOf(s.library, s.model, 0.04) {
			label := s.skeleton.JointName(int(c.Joint))
			s.noteScaled(label+": a", c.A, s.file)
			s.noteScaled(label+": b", c.B, s.file)
			s.noteScaled(label+": radius", mgl32.Vec3{c.Radius}, s.file)
		}
	}},
	{"retargeting", true, func(s *unitStage) {
		other := newUnitStage(s.t, s.unitModel, unitCases[0])
		pose := func(label string, c *clip.Clip, units float64) {
			pose := rig.NewPose(c.Skeleton())
			c.Sample(0.4, pose)
			matrices := pose.ModelMatrices(nil)
			for j := range c.Skeleton().Len() {
				m := rig.MatrixAt(matrices, j)
				s.noteScaled(fmt.Sprintf("%s: %q", label, c.Skeleton().JointName(j)), mgl32.Vec3{m[3], m[7], m[11]}, units)
			}
		}
		there, err := retarget.New(other.skeleton, s.skeleton, retarget.Options{})
		check(s.t, err)
		c, _, err := there.Clip(other.library.Clip(other.model.Clip("dance")))
		check(s.t, err)
		pose("there", c, s.file)
		back, err := retarget.New(s.skeleton, other.skeleton, retarget.Options{})
		check(s.t, err)
		c, _, err = back.Clip(s.library.Clip(s.model.Clip("dance")))
		check(s.t, err)
		pose("back", c, 1)
		mirror, err := retarget.NewMirror(s.skeleton, retarget.MirrorOptions{})
		check(s.t, err)
		c, err = mirror.Clip(s.library.Clip(s.model.Clip("wave")))
		check(s.t, err)
		pose("mirrored", c, s.file)
	}},
	{"root motion", true, func(s *unitStage) {
		e := s.spawn("traveling")
		check(s.t, s.animation.EnableRootMotion(e))
		check(s.t, s.animation.EnableModelMatrices(e))
		for frame := range 60 {
			s.update(1.0 / 30)
			if frame%6 == 0 {
				s.noteJoints(fmt.Sprintf("frame %d", frame), e)
			}
		}
	}},
	{"detail", false, func(s *unitStage) {
		check(s.t, s.animation.DetailByView(systems.DefaultDetail()))
		eye := s.point(mgl32.Vec3{0, 1, 0})
		projection := mgl32.Perspective(0.8, 1.5, float32(0.1*s.size()), float32(1000*s.size()))
		view := systems.NewView(projection, mgl32.LookAtV(eye, eye.Add(mgl32.Vec3{0, 0, 1}), mgl32.Vec3{0, 1, 0}))
		views := generic.NewMap1[components.View](&s.world)
		views.NewWith(&view)
		var crowd []ecs.Entity
		for i := range 80 {
			e := s.spawn(s.walk)
			z := float32(math.Exp2(float64(i%40)/5)) - 1
			s.move(e, mgl32.Vec3{float32(i/40) * (2 + 0.65*z + 0.2*float32(i%7)), 0, z}, 0)
			crowd = append(crowd, e)
		}
		s.update(1.0 / 60)
		details := generic.NewMap1[components.LevelOfDetail](&s.world)
		levels := map[uint8]bool{}
		culled := 0
		for i, e := range crowd {
			d := details.Get(e)
			levels[d.Level] = true
			s.note(fmt.Sprintf("character %d: interval", i), float64(d.Interval))
			s.note(fmt.Sprintf("character %d: level", i), float64(d.Level))
			s.note(fmt.Sprintf("character %d: culled", i), float64(oneIf(d.Culled)))
			culled += oneIf(d.Culled)
		}
		if len(levels) != 3 || culled == 0 || culled == len(crowd) {
			s.t.Errorf("%d levels and %d of %d culled, want 3 and some", len(levels), culled, len(crowd))
		}
	}},
	{"crowd", false, func(s *unitStage) {
		c, err := crowds.New(s.animation)
		check(s.t, err)
		const side = 60
		for i := range side * side {
			place := mgl32.Vec3{float32(i%side-side/2) * 1.5, 0, float32(i/side-side/2) * 1.5}
			_, err := c.Spawn(s.model, s.at(place, float32(i)), s.model.Clip(s.walk))
			check(s.t, err)
		}
		resource := generic.NewResource[crowdstore.Store](&s.world)
		store := resource.Get()
		check(s.t, store.Sync())
		view := crowdstore.View{Casting: true, Eye: s.point(mgl32.Vec3{0, 1.5, 0}), Tolerance: 0.004, Height: 0.8}
		view.Errors = func(*crowdstore.Kind) []float32 { return []float32{0.004, 0.01, 0.02, 0.04, 0.08, 0.16} }
		plane := func(normal, through mgl32.Vec3) mgl32.Vec4 {
			return normal.Normalize().Vec4(-normal.Normalize().Dot(s.point(through)))
		}
		for i, normal := range []mgl32.Vec3{{1, 0, 0.4}, {-1, 0, 0.4}, {0, 1, 0.4}, {0, -1, 0.4}, {0, 0, 1}, {0, 0, -1}} {
			eye := mgl32.Vec3{0, 1.5, 0}
			if i == 5 {
				eye[2] = 40
			}
			view.Image[i] = plane(normal, eye)
			view.Shadow[i] = plane([]mgl32.Vec3{{1}, {-1}, {0, 1}, {0, -1}, {0, 0, 1}, {0, 0, -1}}[i],
				[]mgl32.Vec3{{-5}, {5}, {0, -5}, {0, 5}, {0, 0, -5}, {0, 0, 5}}[i])
		}
		var collected crowdstore.Collected
		store.Begin(&collected)
		store.Collect(&collected, &view)
		inView := s.inView(&view.Image, side)
		s.t.Logf("%d of %d members in view, %d drawn", inView, side*side, collected.Instances)
		if collected.Instances < inView || collected.Instances > 3*inView {
			s.t.Errorf("%d members are drawn, want few more than the %d in view", collected.Instances, inView)
		}
		if s.size() == 1 {
			s.note("culled", float64(collected.Culled))
			s.note("shadows culled", float64(collected.CulledCasters))
		}
		finest, coarsest := math.Inf(1), 0.0
		for _, list := range collected.Lists {
			if list.First < list.Shown {
				finest, coarsest = min(finest, float64(list.Tolerance)/s.file), max(coarsest, float64(list.Tolerance)/s.file)
			}
		}
		if !(finest < 0.03 && coarsest > 0.05 && coarsest < 0.5) {
			s.t.Errorf("errors of %v m to %v m may be seen, want ones as of a character in meters", finest, coarsest)
		}
	}},
}

// oneIf returns 1 or 0.
func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inView returns the number of members on a grid whose spheres are in a volume.
func (s *unitStage) inView(planes *[6]mgl32.Vec4, side int) (n int) {
	reach := s.model.Reach(s.library)
	for i := range side * side {
		place := mgl32.Vec3{float32(i%side-side/2) * 1.5, 0, float32(i/side-side/2) * 1.5}
		center, seen := mgl32.TransformCoordinate(reach.Center, s.at(place, float32(i))), true
		for _, p := range planes {
			seen = seen && p.Vec3().Dot(center)+p[3] >= -reach.Radius*float32(s.scale)
		}
		if seen {
			n++
		}
	}
	return n
}

// A character in meters, in centimeters and in hundreds of meters does the same, in every feature,
// to 1e-5 of its size: with a Transform that makes it as large, in a world of these units, and
// larger and smaller in proportion.
func TestUnitsChangeNothing(t *testing.T) {
	probe.Serial(t)
	for _, m := range unitModels() {
		for _, feature := range unitFeatures {
			if feature.humanoids && m.name != "mannequin" {
				continue
			}
			t.Run(m.name+"/"+feature.name, func(t *testing.T) {
				want := newUnitStage(t, m, unitCases[0])
				feature.run(want)
				size := want.skeleton.Size()
				for _, c := range unitCases[1:] {
					t.Run(c.name, func(t *testing.T) {
						got := newUnitStage(t, m, c)
						feature.run(got)
						want, labels := want.numbers, want.labels
						if got.size() != 1 && feature.name == "crowd" {
							want = nil // it is divided into other cells
						}
						if len(got.numbers) != len(want) {
							t.Fatalf("%d numbers, want %d", len(got.numbers), len(want))
						}
						worst, at := 0.0, 0
						for i, x := range want {
							if d := math.Abs(got.numbers[i]-x) / max(size, math.Abs(x)); !(d <= worst) {
								worst, at = d, i
							}
						}
						t.Logf("%d numbers, the largest difference is %.3g", len(want), worst)
						if !(worst <= 1e-5) {
							t.Errorf("%s is %v, want %v to 1e-5", labels[at], got.numbers[at], want[at])
						}
					})
				}
			})
		}
	}
}
