package systems_test

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// modifierStage is a world with mannequins whose left hand reaches for a goal and whose head looks
// at one.
type modifierStage struct {
	t         *testing.T
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	stack     id.ModifierStack
}

// modifierAssets makes the mannequin once. Stages add stacks of solvers to its library, and change
// nothing else.
var modifierAssets = sync.OnceValues(func() (made loadedModel, err error) {
	made.library = assets.NewLibrary()
	made.model, err = mannequin.New(made.library)
	return made, err
})

func newModifierStage(t *testing.T, workers int) *modifierStage {
	t.Helper()
	shared, err := modifierAssets()
	if err != nil {
		t.Fatal(err)
	}
	s := &modifierStage{t: t, world: ecs.NewWorld(), library: shared.library, model: shared.model}
	if s.animation, err = systems.NewAnimation(&s.world, s.library, systems.WithWorkers(workers)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.animation.Close)
	s.stack, err = modifier.New("stage", s.library.Skeleton(s.model.Skeleton)).
		LookAt("look", modifier.LookAt{
			Joints:  []string{"spine_2", "spine_4", "neck_2", "head"},
			Forward: mgl32.Vec3{0, 0, 1},
		}).
		TwoBone("hand", modifier.TwoBone{
			Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand",
			Bend: mgl32.Vec3{0, 0, -1}, KeepRotation: true, GoalRotation: true, OffLevel: 1,
		}).
		Add(s.library)
	s.must(err)
	return s
}

func (s *modifierStage) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *modifierStage) spawn(transform mgl32.Mat4) ecs.Entity {
	s.t.Helper()
	entity, err := s.animation.Spawn(s.model, transform)
	s.must(err)
	s.must(s.animation.Modify(entity, s.stack))
	s.must(s.animation.EnableModelMatrices(entity))
	return entity
}

func (s *modifierStage) joint(name string) int {
	s.t.Helper()
	joint, err := s.library.Skeleton(s.model.Skeleton).FindJoint(name)
	s.must(err)
	return joint
}

func (s *modifierStage) matrix(entity ecs.Entity, joint string) rig.Matrix {
	return rig.MatrixAt(s.animation.ModelMatrices(entity), s.joint(joint))
}

// TestGoalsInEverySpace: the hand of a turned, scaled or mirrored character comes to a target that
// is given in each space.
func TestGoalsInEverySpace(t *testing.T) {
	s := newModifierStage(t, 1)
	turn := mgl32.HomogRotate3D(1, mgl32.Vec3{1, 2, 3}.Normalize())
	other := s.spawn(mgl32.Translate3D(3, 0, 0))
	for name, transform := range map[string]mgl32.Mat4{
		"plain": mgl32.Ident4(), "turned": mgl32.Translate3D(1, 2, 3).Mul4(turn),
		"a hundredth": mgl32.Translate3D(1, 0, 3).Mul4(turn).Mul4(mgl32.Scale3D(0.01, 0.01, 0.01)),
		"a hundred":   mgl32.Translate3D(1, 0, 3).Mul4(turn).Mul4(mgl32.Scale3D(100, 100, 100)),
		"mirrored":    turn.Mul4(mgl32.Scale3D(-2, 2, 2)),
	} {
		entity := s.spawn(transform)
		s.must(s.animation.Update(0))
		hand := s.animation.Modifier(entity, "hand")
		goal, err := hand.Goal()
		s.must(err)
		shoulder := s.matrix(entity, "left_upper_arm").Point(mgl32.Vec3{})
		rest := s.matrix(entity, "left_hand")
		want := shoulder.Add(mgl32.Vec3{0.1, 0.1, 0.3})       // in model space
		inWorld := mgl32.TransformCoordinate(want, transform) // of the character
		wrap := func(m mgl32.Mat4) mgl32.Vec3 { return mgl32.TransformCoordinate(inWorld, m.Inv()) }
		head := s.matrix(entity, "head").Mat4()
		object := s.spawn(mgl32.Translate3D(5, 1, 0).Mul4(turn))
		s.must(s.animation.Update(0))
		byHead := mgl32.Vec3{0, 0.5, -1} // relative to the head
		objectMatrix := mgl32.Translate3D(5, 1, 0).Mul4(turn)
		for space, g := range map[string]components.Goal{
			"world":     {Space: components.WorldSpace, Position: inWorld},
			"character": {Space: components.CharacterSpace, Position: want},
			"own joint": {
				Space: components.JointSpace, Joint: int32(s.joint("head")),
				Position: mgl32.TransformCoordinate(want, head.Inv()),
			},
			"entity": {Space: components.EntitySpace, Entity: object, Position: wrap(objectMatrix)},
			"joint of another": {
				Space: components.EntityJointSpace, Entity: other,
				Joint:    int32(s.joint("right_hand")),
				Position: wrap(mgl32.Translate3D(3, 0, 0).Mul4(s.matrix(other, "right_hand").Mat4())),
			},
			"world, a pole by head": {
				Space: components.WorldSpace, Position: inWorld, HasPole: true,
				PoleSpace: components.JointSpace, Joint: int32(s.joint("head")), Pole: byHead,
			},
			"world, a pole without a space": { // which is the world
				Space: components.WorldSpace, Position: inWorld, HasPole: true,
				Pole: mgl32.TransformCoordinate(mgl32.TransformCoordinate(byHead, head), transform),
			},
		} {
			g.Weight = 1
			*goal = g
			s.must(s.animation.Update(0))
			after := s.matrix(entity, "left_hand")
			if miss := after.Point(mgl32.Vec3{}).Sub(want).Len(); miss > 2e-5+2e-6/transform.Col(1).Len() {
				// float32 keeps a place some meters away to a micrometer
				t.Errorf("%s, space %q: the hand is %v from its target, in model space", name, space, miss)
			}
			for i := range 12 {
				if i%4 != 3 && math.Abs(float64(after[i]-rest[i])) > 2e-5 {
					t.Errorf("%s, space %q: the hand turns from %v to %v, want it kept", name, space, rest, after)
					break
				}
			}
			if g.HasPole {
				pole := s.matrix(entity, "head").Point(byHead)
				elbow := s.matrix(entity, "left_forearm").Point(mgl32.Vec3{})
				along := want.Sub(shoulder).Normalize()
				across := func(v mgl32.Vec3) mgl32.Vec3 { return v.Sub(along.Mul(v.Dot(along))).Normalize() }
				if cosine := across(elbow.Sub(shoulder)).Dot(across(pole.Sub(shoulder))); cosine < 0.99999 {
					t.Errorf("%s: the elbow points away from the pole: cosine %v", name, cosine)
				}
			}
		}
		*goal = components.Goal{
			Weight: 1, Position: inWorld, Rotation: [4]float32{0, 0, 0, 1}, Space: components.WorldSpace,
		}
		s.must(s.animation.Update(0))
		hand4 := transform.Mul4(s.matrix(entity, "left_hand").Mat4())
		if x := hand4.Col(1).Vec3().Normalize(); name != "mirrored" && x.Sub(mgl32.Vec3{0, 1, 0}).Len() > 1e-4 {
			t.Errorf("%s: the hand's second axis is %v in the world, want that of the goal's rotation", name, x)
		}
	}
}

// TestModifiersFadeByLevel: a solver fades at its level of detail and comes back, without a jump.
func TestModifiersFadeByLevel(t *testing.T) {
	s := newModifierStage(t, 1)
	entity := s.spawn(mgl32.Ident4())
	s.must(s.animation.Modifier(entity, "hand").AimLocal(mgl32.Vec3{0.3, 1.2, 0.4}))
	s.must(s.animation.Modifier(entity, "hand").Fade(1, 0))
	at := func() mgl32.Vec3 { return s.matrix(entity, "left_hand").Point(mgl32.Vec3{}) }
	s.must(s.animation.Update(1.0 / 60))
	solved := at()
	detail := components.LevelOfDetail{Fixed: true}
	s.setDetail(entity, detail)
	before, largest := solved, float32(0)
	frames := func(n int) {
		for range n {
			s.must(s.animation.Update(1.0 / 60))
			largest = max(largest, at().Sub(before).Len())
			before = at()
		}
	}
	detail.Level = 1
	s.setDetail(entity, detail)
	frames(20)
	off := at()
	s.must(s.animation.Modifier(entity, "hand").Fade(0, 0))
	s.must(s.animation.Update(0))
	if distance := off.Sub(at()).Len(); distance != 0 {
		t.Errorf("at level 1 the hand is %v from the motions' pose", distance)
	}
	s.must(s.animation.Modifier(entity, "hand").Fade(1, 0))
	s.must(s.animation.Update(0))
	before = at()
	detail.Level = 0
	s.setDetail(entity, detail)
	frames(20)
	if distance := at().Sub(solved).Len(); distance > 1e-6 {
		t.Errorf("back at level 0 the hand is %v from its target", distance)
	}
	if whole := solved.Sub(off).Len(); largest > whole/6 || largest < whole/40 {
		t.Errorf("the hand moves by %v in a frame, of %v in all: want it to fade in a quarter of a second",
			largest, whole)
	}
}

func (s *modifierStage) setDetail(entity ecs.Entity, detail components.LevelOfDetail) {
	details := generic.NewMap1[components.LevelOfDetail](&s.world)
	if details.Get(entity) == nil {
		details.Add(entity)
	}
	*details.Get(entity) = detail
}

// TestModifiedAloneAndInBlocks: a character with weights between 0 and 1 has the same bits alone
// and among others with the same stack.
func TestModifiedAloneAndInBlocks(t *testing.T) {
	pose := func(others int) []float32 {
		s := newModifierStage(t, 1)
		var entity ecs.Entity
		for i := range others + 1 {
			entity = s.spawn(mgl32.Translate3D(float32(i-others), 0, 0))
			for _, name := range []string{"look", "hand"} {
				s.must(s.animation.Modifier(entity, name).Aim(mgl32.Vec3{0.5, 1.5, 1}))
				s.must(s.animation.Modifier(entity, name).Fade(0.4, 0))
			}
		}
		s.must(s.animation.Update(1.0 / 60))
		return slices.Clone(s.animation.ModelMatrices(entity))
	}
	alone := pose(0)
	for _, others := range []int{1, 7, 9} {
		if among := pose(others); !slices.Equal(alone, among) {
			t.Errorf("with %d others, the pose has other bits than alone", others)
		}
	}
}

// TestModifiedJointsAreReadOnDemand: joints that are not kept have the bits of kept ones, also when
// the solvers remember earlier frames and when the character is skipped.
func TestModifiedJointsAreReadOnDemand(t *testing.T) {
	s := newModifierStage(t, 1)
	stack, err := modifier.New("slow", s.library.Skeleton(s.model.Skeleton)).
		LookAt("look", modifier.LookAt{
			Joints: []string{"neck_2", "head"}, Forward: mgl32.Vec3{0, 0, 1}, Speed: 2,
			OffLevel: 1,
		}).Add(s.library)
	s.must(err)
	kept := s.spawn(mgl32.Ident4())
	read, err := s.animation.Spawn(s.model, mgl32.Ident4())
	s.must(err)
	for _, entity := range []ecs.Entity{kept, read} {
		s.must(s.animation.Modify(entity, stack))
		s.must(s.animation.Modifier(entity, "look").Aim(mgl32.Vec3{2, 1, 1}))
	}
	for frame := range 12 {
		if frame == 8 {
			for _, entity := range []ecs.Entity{kept, read} {
				s.setDetail(entity, components.LevelOfDetail{Culled: true, Fixed: true})
			}
		}
		s.must(s.animation.Update(1.0 / 60))
		for range 2 {
			got, err := s.animation.JointModel(read, "head")
			s.must(err)
			if want := s.matrix(kept, "head"); got != want.Mat4() {
				t.Fatalf("frame %d: the head is read as %v, want %v", frame, got, want.Mat4())
			}
		}
	}
}

// TestModifiersAllocateNothing runs frames of characters with modifiers.
func TestModifiersAllocateNothing(t *testing.T) {
	s := newModifierStage(t, 1)
	for i := range 20 {
		entity := s.spawn(mgl32.Translate3D(float32(i), 0, 0))
		s.must(s.animation.Modifier(entity, "look").Aim(mgl32.Vec3{0.5, 1.5, 1}))
		s.must(s.animation.Modifier(entity, "hand").Aim(mgl32.Vec3{0.5, 1.5, 1}))
	}
	s.must(s.animation.Update(1.0 / 60))
	if n := testing.AllocsPerRun(20, func() { s.must(s.animation.Update(1.0 / 60)) }); n > 0 {
		t.Errorf("a frame with modifiers allocates %v times", n)
	}
}

// hashModified returns a hash of the palettes of a crowd with modifiers, after some frames.
func hashModified(t *testing.T, workers int) string {
	s := newModifierStage(t, workers)
	random := rand.New(rand.NewPCG(8, 9))
	var crowd []ecs.Entity
	for range 100 {
		entity := s.spawn(mgl32.Translate3D(random.Float32()*20, 0, random.Float32()*20).
			Mul4(mgl32.HomogRotate3DY(random.Float32() * 6)))
		s.must(s.animation.Player(entity).Play(s.model.Clips[random.IntN(len(s.model.Clips))]))
		crowd = append(crowd, entity)
	}
	hash := sha256.New()
	for range 30 {
		for range 10 {
			entity := crowd[random.IntN(len(crowd))]
			s.must(s.animation.Modifier(entity, "look").Aim(mgl32.Vec3{
				random.Float32() * 20, random.Float32() * 3,
				random.Float32() * 20,
			}))
			s.must(s.animation.Modifier(entity, "hand").Follow(crowd[random.IntN(len(crowd))], "head"))
		}
		s.must(s.animation.Update(1.0 / 60))
		for _, entity := range crowd {
			s.must(binary.Write(hash, binary.LittleEndian, s.animation.Palette(entity, s.model.Skins[0])))
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// TestModifiedCrowdHasEqualBits compares the bits with 1 and 4 workers, and with the bits of a
// process that does not use AVX2.
func TestModifiedCrowdHasEqualBits(t *testing.T) {
	if probe.Race { // only several workers can race
		hashModified(t, 4)
		return
	}
	one := hashModified(t, 1)
	fmt.Printf("modified crowd: %s\n", one)
	if os.Getenv("SINEW_NOASM") != "" {
		return
	}
	if four := hashModified(t, 4); four != one {
		t.Errorf("the hash is %s with 4 workers, want %s as with 1", four, one)
	}
	command := exec.Command(os.Args[0], "-test.run", "^TestModifiedCrowdHasEqualBits$")
	command.Env = append(os.Environ(), "SINEW_NOASM=1")
	output, err := command.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("the process without AVX2 failed: %v\n%s", err, output)
		}
		t.Skipf("%s starts no processes, another system does: %v", runtime.GOOS, err)
	}
	if !strings.Contains(string(output), "modified crowd: "+one) {
		t.Errorf("without AVX2 the bits differ: %s, want %s", output, one)
	}
}
