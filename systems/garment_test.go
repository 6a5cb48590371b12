package systems_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// draper is a world with a body, and a jacket whose two tails extend the skeleton of the body.
type draper struct {
	library      *assets.Library
	body, jacket *assets.Model
	stack        id.ModifierStack // springs of the tails, for the jacket
	world        ecs.World
	animation    *systems.Animation
}

func newDraper(t testing.TB, file []byte, settings ...systems.Option) *draper {
	t.Helper()
	d := &draper{library: assets.NewLibrary(), world: ecs.NewWorld()}
	var err error
	d.body, err = mannequin.New(d.library)
	check(t, err)
	skeleton := d.library.Skeleton(d.body.Skeleton)
	d.jacket, err = gltfio.Options{Skeleton: skeleton, ExtendSkeleton: true}.Parse(d.library, "jacket.glb", file)
	check(t, err)
	builder := modifier.New("tails", d.library.Skeleton(d.jacket.Skeleton))
	for _, above := range []string{"hips", "spine_3"} {
		name := "tail_" + above
		builder = builder.Spring(name, modifier.SpringSettings{
			Joints:    []string{name + "_0", name + "_1", name + "_2"},
			Spring:    modifier.Spring{Stiffness: 0.3, Drag: 0.2, Gravity: 0.5, HitRadius: 0.03},
			Colliders: []modifier.Collider{{Joint: "left_thigh", Radius: 0.08}},
		})
	}
	d.stack, err = builder.Add(d.library)
	check(t, err)
	d.animation, err = systems.NewAnimation(&d.world, d.library, settings...)
	check(t, err)
	t.Cleanup(d.animation.Close)
	return d
}

// swing gives a character of the jacket's skeleton its springs.
func (d *draper) swing(t testing.TB, e ecs.Entity) {
	t.Helper()
	check(t, d.animation.Modify(e, d.stack))
	for _, tail := range []string{"tail_hips", "tail_spine_3"} {
		check(t, d.animation.Modifier(e, tail).Fade(1, 0))
	}
}

// wear spawns a character that walks and wears the jacket, and returns both.
func (d *draper) wear(t testing.TB, at mgl32.Mat4) (wearer, garment ecs.Entity) {
	t.Helper()
	wearer = mustSpawn(d.animation.Spawn(d.body, at))
	check(t, d.animation.Player(wearer).Play(d.body.Clip("walk")))
	check(t, d.animation.Wear(wearer, d.jacket))
	return wearer, mustSpawn(d.animation.Garment(wearer, d.jacket))
}

// placeAt is where a character is that runs in a circle, after a number of frames.
func placeAt(frame int) mgl32.Mat4 {
	angle := float32(frame) / 20
	return mgl32.HomogRotate3DY(angle).Mul4(mgl32.Translate3D(2, 0, 0)).Mul4(mgl32.HomogRotate3DX(angle / 9))
}

// A garment is where it would be on a character that has all its joints, to the bit: with the extra
// joints at rest, with springs that carry its motion, while the character passes time faster, with
// fewer joints, and while it is posed in every third frame only.
func TestGarmentsMoveAsOfOneSkeleton(t *testing.T) {
	probe.Serial(t)
	file := jacketWithTails(t)
	for _, swings := range []bool{false, true} {
		w, whole := newDraper(t, file), newDraper(t, file)
		wearer, garment := w.wear(t, placeAt(0))
		alone := mustSpawn(whole.animation.Spawn(whole.jacket, placeAt(0)))
		if swings {
			w.swing(t, garment)
			whole.swing(t, alone)
		}
		skeleton := whole.library.Skeleton(whole.jacket.Skeleton)
		joints, err := skeleton.JointsOf(whole.library.Skeleton(whole.body.Skeleton))
		check(t, err)
		shown, given := rig.NewPose(w.library.Skeleton(w.body.Skeleton)), rig.NewPose(skeleton)
		moved := float32(0)
		for frame := range 150 {
			for i, one := range []*draper{w, whole} {
				e := []ecs.Entity{wearer, alone}[i]
				transforms := generic.NewMap1[components.Transform](&one.world)
				transforms.Get(e).Matrix = placeAt(frame)
				details, scales := generic.NewMap1[components.LevelOfDetail](&one.world),
					generic.NewMap1[components.TimeScale](&one.world)
				switch frame {
				case 40:
					scales.Assign(e, &components.TimeScale{Scale: 2.5})
				case 80:
					details.Assign(e, &components.LevelOfDetail{Level: 1, Fixed: true})
				case 110:
					*details.Get(e) = components.LevelOfDetail{Interval: 3, Fixed: true}
				}
			}
			check(t, w.animation.Update(1.0/60))
			check(t, w.animation.LocalPose(wearer, shown))
			for j, joint := range joints {
				given.SetJoint(joint, shown.Joint(j))
			}
			check(t, whole.animation.SetLocalPose(alone, given, 1))
			check(t, whole.animation.Update(1.0/60))
			skin := w.jacket.Parts[0].Skin
			found, want := w.animation.Palette(garment, skin), whole.animation.Palette(alone, whole.jacket.Parts[0].Skin)
			if len(found) == 0 || !sameBits(found, want) {
				t.Fatalf("swings: %v, frame %d: the palette of the jacket is not that of one skeleton", swings, frame)
			}
			for j := range skeleton.Len() {
				a, err := w.animation.JointWorldAt(garment, j)
				check(t, err)
				b, err := whole.animation.JointWorldAt(alone, j)
				check(t, err)
				if a != b {
					t.Fatalf("swings: %v, frame %d: joint %q is at %v, expected %v", swings, frame, skeleton.JointName(j), a, b)
				}
			}
			local := rig.NewPose(w.library.Skeleton(w.jacket.Skeleton))
			check(t, w.animation.LocalPose(garment, local))
			end, err := skeleton.FindJoint("tail_hips_1")
			check(t, err)
			turn := local.Joint(end).Rotation.Inverse().Mul(skeleton.Rest(end).Rotation)
			moved = max(moved, 1-turn.W*turn.W)
		}
		if (moved > 0.01) != swings {
			t.Errorf("swings: %v, and the tail turned by %v", swings, moved)
		}
	}
}

// Without springs the vertices of a garment are where float64 puts them.
func TestGarmentsAgreeWithTheReference(t *testing.T) {
	probe.Serial(t)
	file := jacketWithTails(t)
	w := newDraper(t, file)
	wearer, garment := w.wear(t, mgl32.Translate3D(3, 0, 1))
	check(t, w.animation.EnableVertices(garment))
	check(t, w.animation.Update(0.3))
	check(t, w.animation.Update(0.2))
	as := tailored{library: w.library, body: w.body, jacket: w.jacket, animation: w.animation}
	worst := 0.0
	for v, want := range as.expected(t, wearer, file, w.jacket.Parts[0].Skinning) {
		found := w.animation.Vertices(garment, 0, 0).Positions[v]
		worst = max(worst, want.Add(reference.Vector{
			-float64(found[0]), -float64(found[1]), -float64(found[2]),
		}).Length())
	}
	if worst > 2e-6 {
		t.Errorf("a vertex is %v m from where it should be", worst)
	}
	a, err := w.animation.JointWorld(wearer, "spine_3")
	check(t, err)
	if b, err := w.animation.JointWorld(garment, "spine_3"); err != nil || a != b {
		t.Errorf("the joint is at %v on the garment and at %v on its wearer, %v", b, a, err)
	}
	if place, err := w.animation.JointWorld(garment, "tail_hips_2"); err != nil || place.Col(3).X() < 2 {
		t.Errorf("%v, %v", place, err)
	}
	if _, err := w.animation.JointWorld(wearer, "tail_hips_2"); err == nil {
		t.Error("the wearer has a joint of its garment")
	}
}

// What a character wears is a garment only if its skeleton has joints more; the methods find it, it
// comes and goes with its wearer, and errors change nothing.
func TestWearGarments(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	plain := mustSpawn(w.animation.Spawn(w.body, mgl32.Ident4()))
	_, err := w.animation.Garment(plain, w.jacket)
	expectError(t, err, systems.ErrNoModel, fmt.Sprintf(`entity %d has no garment "jacket"; it has none`, plain.ID()))
	_, err = w.animation.Garment(plain, nil)
	expectError(t, err, systems.ErrNoModel, "expected a model of a garment of entity 1, found nil")
	_, err = w.animation.Garment(ecs.Entity{}, w.jacket)
	expectError(t, err, systems.ErrNoCharacter, "")
	expectError(t, w.animation.TakeOff(plain, w.jacket), systems.ErrNoModel, "it has none")
	query := generic.NewFilter1[components.Skeleton]().Query(&w.world)
	expectError(t, w.animation.Wear(plain, w.jacket), systems.ErrWorldLocked, "")
	query.Close()
	// A body is no garment of a jacket: it lacks joints.
	other := mustSpawn(w.animation.Spawn(w.jacket, mgl32.Ident4()))
	expectError(t, w.animation.Wear(other, w.body), systems.ErrOtherSkeleton, "")

	wearer, garment := w.wear(t, mgl32.Ident4())
	check(t, w.animation.Wear(wearer, w.jacket)) // changes nothing
	if again := mustSpawn(w.animation.Garment(wearer, w.jacket)); again != garment {
		t.Errorf("entities %v and %v", garment, again)
	}
	_, err = w.animation.Garment(wearer, w.body)
	expectError(t, err, systems.ErrNoModel, `has no garment "mannequin"; it has "jacket"`)
	check(t, w.animation.Update(0.1))
	skin := w.jacket.Parts[0].Skin
	if w.animation.Palette(garment, skin) == nil || w.animation.Palette(plain, skin) != nil {
		t.Error("the jacket is not shown by its wearer alone")
	}
	query = generic.NewFilter1[components.Skeleton]().Query(&w.world)
	expectError(t, w.animation.TakeOff(wearer, w.jacket), systems.ErrWorldLocked, "")
	query.Close()
	check(t, w.animation.TakeOff(wearer, w.jacket))
	if ecs.IsAlive(&w.world, garment) {
		t.Error("a garment that was taken off lives")
	}
	check(t, w.animation.Update(0.1))
	check(t, w.animation.Wear(wearer, w.jacket))
	garment = mustSpawn(w.animation.Garment(wearer, w.jacket))
	check(t, w.animation.Update(0.1))
	w.world.RemoveEntity(wearer)
	check(t, w.animation.Update(0.1))
	if ecs.IsAlive(&w.world, garment) {
		t.Error("a garment outlives its wearer")
	}
}

// When a garment was taken off, the pose of its wearer is that of the present frame, not the one that
// was kept for the garment last.
func TestPoseAfterTakingOff(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	wearer, _ := w.wear(t, mgl32.Ident4())
	for range 3 {
		check(t, w.animation.Update(0.1))
	}
	check(t, w.animation.TakeOff(wearer, w.jacket))
	skeleton := w.library.Skeleton(w.body.Skeleton)
	found, want := rig.NewPose(skeleton), rig.NewPose(skeleton)
	check(t, w.animation.Update(0.1))
	check(t, w.animation.LocalPose(wearer, found))
	check(t, w.animation.Update(0)) // in which nothing moves
	check(t, w.animation.LocalPose(wearer, want))
	for j := range skeleton.Len() {
		if found.Joint(j) != want.Joint(j) {
			t.Fatalf("joint %q: expected %v, found %v", skeleton.JointName(j), want.Joint(j), found.Joint(j))
		}
	}
}

// A new garment of a character that is not posed in this frame fits at once.
func TestGarmentsOfSkippedCharacters(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	wearer := mustSpawn(w.animation.Spawn(w.body, mgl32.Ident4()))
	check(t, w.animation.Player(wearer).Play(w.body.Clip("walk")))
	details := generic.NewMap1[components.LevelOfDetail](&w.world)
	details.Assign(wearer, &components.LevelOfDetail{Culled: true, Fixed: true})
	for range 5 {
		check(t, w.animation.Update(0.05))
	}
	check(t, w.animation.Wear(wearer, w.jacket))
	garment := mustSpawn(w.animation.Garment(wearer, w.jacket))
	compare := func(what string) {
		t.Helper()
		for _, joint := range []string{"left_foot", "spine_3", "right_forearm"} {
			a, err := w.animation.JointWorld(wearer, joint)
			check(t, err)
			if b, err := w.animation.JointWorld(garment, joint); err != nil || a != b {
				t.Errorf("%s: joint %q is at %v on the garment, expected %v, %v", what, joint, b, a, err)
			}
		}
	}
	for frame := range 4 {
		check(t, w.animation.Update(0.05))
		compare(fmt.Sprint("culled, frame ", frame))
	}
	details.Get(wearer).Culled = false
	check(t, w.animation.Update(0.05))
	compare("in view")
	details.Get(wearer).Culled = true
	check(t, w.animation.Update(0.05))
	compare("out of view")
}

// Garments of garments, of riders, and in a circle: each is posed after its wearer.
func TestGarmentsOfGarments(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	horse := mustSpawn(w.animation.Spawn(w.body, mgl32.Ident4()))
	check(t, w.animation.Player(horse).Play(w.body.Clip("run")))
	wearer := mustSpawn(w.animation.AttachModel(horse, "spine_3", w.body))
	check(t, w.animation.Player(wearer).Play(w.body.Clip("walk")))
	check(t, w.animation.Wear(wearer, w.jacket))
	inner := mustSpawn(w.animation.Garment(wearer, w.jacket))
	w.swing(t, inner)
	outer := mustSpawn(w.animation.Spawn(w.jacket, mgl32.Ident4())) // an equal skeleton: the pose of all joints
	attachments := generic.NewMap1[components.Attachment](&w.world)
	attachments.Assign(outer, components.NewAttachment(inner, components.EveryJoint))
	marker := w.world.NewEntity()
	attachments.Assign(marker, components.NewAttachment(outer, components.EveryJoint)) // no character
	transforms := generic.NewMap1[components.Transform](&w.world)
	for frame := range 30 {
		transforms.Get(horse).Matrix = placeAt(frame)
		check(t, w.animation.Update(1.0/60))
		for _, joint := range []string{"hips", "left_foot", "tail_hips_1"} {
			a, err := w.animation.JointWorld(inner, joint)
			check(t, err)
			if b, err := w.animation.JointWorld(outer, joint); err != nil || a != b {
				t.Fatalf("frame %d: joint %q is at %v, expected %v, %v", frame, joint, b, a, err)
			}
		}
		place := transforms.Get(wearer).Matrix
		if transforms.Get(inner).Matrix != place || transforms.Get(marker).Matrix != place {
			t.Fatalf("frame %d: the garments are at %v and %v, expected %v", frame, transforms.Get(inner).Matrix,
				transforms.Get(marker).Matrix, place)
		}
	}
	// A character that lacks joints of its target only stands where it does.
	*attachments.Get(wearer) = *components.NewAttachment(horse, components.EveryJoint)
	attachments.Assign(horse, components.NewAttachment(outer, components.EveryJoint)) // a circle
	for range 3 {
		check(t, w.animation.Update(1.0/60))
	}
	attachments.Get(inner).Target = outer // and one of garments alone
	for range 3 {
		check(t, w.animation.Update(1.0/60))
	}
}

// A frame with garments allocates nothing, whatever the number of workers, and no bit depends on it.
func TestGarmentsAllocateNothing(t *testing.T) {
	file := jacketWithTails(t)
	var first []float32
	for _, workers := range []int{1, 4} {
		w := newDraper(t, file, systems.WithWorkers(workers))
		var garments []ecs.Entity
		for i := range 40 {
			_, garment := w.wear(t, mgl32.Translate3D(float32(i), 0, 0))
			w.swing(t, garment)
			garments = append(garments, garment)
		}
		for range 3 {
			check(t, w.animation.Update(1.0/60))
		}
		if n := testing.AllocsPerRun(50, func() { check(t, w.animation.Update(1.0/60)) }); n != 0 {
			t.Errorf("%d workers: a frame allocates %v times", workers, n)
		}
		var all []float32
		for _, garment := range garments {
			all = append(all, w.animation.Palette(garment, w.jacket.Parts[0].Skin)...)
		}
		if first == nil {
			first = all
		}
		if len(all) == 0 || !sameBits(all, first) {
			t.Errorf("%d workers: other palettes", workers)
		}
	}
}

// A pack holds skeletons that extend others, and springs for them: a world with its content takes a
// snapshot of the world that was packed, and goes on with the same bits, as does the first world
// when it goes back, also while wearers are skipped.
func TestSnapshotsOfGarmentsInPacks(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	var file bytes.Buffer
	check(t, pack.Write(&file, w.library, pack.Options{Meshes: true}))
	other := &draper{library: assets.NewLibrary(assets.Exact()), world: ecs.NewWorld()}
	strange := handmade.EmptyClip(t, 0, 1) // so that IDs are others
	other.library.AddSkeleton(strange.Skeleton())
	p, err := pack.Parse(other.library, "clothes", file.Bytes())
	check(t, err)
	for _, model := range p.Models() {
		if model.Name == w.body.Name {
			other.body = model
		} else {
			other.jacket = model
		}
	}
	if other.jacket == nil || other.jacket.Skeleton == other.body.Skeleton {
		t.Fatal("the pack has no jacket with a skeleton of its own")
	}
	other.stack, err = other.library.FindModifierStack("tails")
	check(t, err)
	other.animation, err = systems.NewAnimation(&other.world, other.library)
	check(t, err)
	t.Cleanup(other.animation.Close)
	var pairs [2][2]ecs.Entity
	run := func(d *draper, pair [2]ecs.Entity, from, to int) (all []float32) {
		t.Helper()
		transforms := generic.NewMap1[components.Transform](&d.world)
		for frame := from; frame < to; frame++ {
			transforms.Get(pair[0]).Matrix = placeAt(frame)
			check(t, d.animation.Update(1.0/60))
			all = append(all, d.animation.Palette(pair[1], d.jacket.Parts[0].Skin)...)
		}
		return all
	}
	for i, d := range []*draper{w, other} {
		wearer, garment := d.wear(t, placeAt(0))
		d.swing(t, garment)
		pairs[i] = [2]ecs.Entity{wearer, garment}
		details := generic.NewMap1[components.LevelOfDetail](&d.world)
		details.Assign(wearer, &components.LevelOfDetail{Interval: 3, Fixed: true})
		run(d, pairs[i], 0, 2+i)
	}
	for round := range 4 {
		begin := 20 * round
		run(w, pairs[0], begin, begin+5+round) // at another frame of the three
		snapshot := w.animation.AppendSnapshot(nil)
		tail, err := w.animation.JointWorld(pairs[0][1], "tail_hips_2")
		check(t, err)
		first := run(w, pairs[0], begin, begin+8)
		for i, d := range []*draper{w, other} {
			check(t, d.animation.Restore(snapshot))
			if i == 0 && !bytes.Equal(d.animation.AppendSnapshot(nil), snapshot) {
				t.Error("the restored world has another snapshot")
			}
			if found, err := d.animation.JointWorld(pairs[i][1], "tail_hips_2"); err != nil || found != tail {
				t.Errorf("round %d, world %d: the tail is at %v, expected %v, %v", round, i, found, tail, err)
			}
			if again := run(d, pairs[i], begin, begin+8); len(again) == 0 || !sameBits(again, first) {
				t.Errorf("round %d, world %d: the frames after the snapshot have other bits", round, i)
			}
		}
	}
}
