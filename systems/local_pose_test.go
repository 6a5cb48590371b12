package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// givenPose returns a random pose of the fixture's skeleton.
func (f *fixture) givenPose(seed uint64) *rig.Pose {
	random := rand.New(rand.NewPCG(seed, 6))
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	for j := range pose.Skeleton().Len() {
		pose.SetJoint(j, randomTRS(random))
	}
	return pose
}

func (f *fixture) localPose(t testing.TB, e ecs.Entity) *rig.Pose {
	t.Helper()
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	check(t, f.animation.LocalPose(e, pose))
	return pose
}

// A given pose shows from the next frame until it is cleared: its bits at weight 1, the blend of
// both at less. Clips and morph weights continue below it.
func TestGivenPose(t *testing.T) {
	f, plain := newFixture(t, 9), newFixture(t, 9)
	e, p := f.spawn(t, 0, 0.1), plain.spawn(t, 0, 0.1)
	given := f.givenPose(1)
	step := func() {
		f.update(t, 0.01)
		plain.update(t, 0.01)
	}
	step()
	before := f.localPose(t, e)
	check(t, f.animation.SetLocalPose(e, given, 1))
	if !sameBits(f.localPose(t, e).Locals, before.Locals) {
		t.Error("the pose changed before the next frame")
	}
	for range 3 {
		step()
		if shown := f.localPose(t, e); !sameBits(shown.Locals, given.Locals) ||
			!sameBits(shown.Morphs, plain.localPose(t, p).Morphs) {
			t.Fatal("the given pose does not show, or the morph weights stopped")
		}
		skin := f.library.Skin(f.model.Skins[0])
		if !sameBits(f.animation.Palette(e, f.model.Skins[0]), skin.Palette(nil, given.ModelMatrices(nil))) {
			t.Fatal("the palette is not the given pose's")
		}
	}
	overrides := generic.NewMap1[components.PoseOverride](&f.world)
	for _, weight := range []float32{0.25, 0, float32(math.NaN()), -3, 7, 1} {
		overrides.Get(e).Weight = weight
		step()
		sampled, want := plain.localPose(t, p), f.localPose(t, e)
		switch {
		case weight >= 1:
			want = given
		case weight != 0.25:
			want = sampled
		}
		shown := f.localPose(t, e)
		if !sameBits(shown.Locals, want.Locals) {
			t.Errorf("weight %v does not show the expected pose", weight)
		}
		if weight == 0.25 {
			for j := range 9 {
				x, y, z := sampled.Joint(j).Translation, given.Joint(j).Translation, shown.Joint(j).Translation
				if z.Sub(x.Mul(0.75).Add(y.Mul(0.25))).Len() > 1e-5 {
					t.Errorf("joint %d is at %v, want a quarter of the way from %v to %v", j, z, x, y)
				}
			}
		}
	}
	check(t, f.animation.ClearLocalPose(e))
	check(t, f.animation.ClearLocalPose(e)) // nothing to clear
	step()
	if !sameBits(f.localPose(t, e).Locals, plain.localPose(t, p).Locals) {
		t.Error("the given pose still shows")
	}
	if overrides.Get(e) != nil {
		t.Error("the component is still there")
	}
}

// A pose may be given before the first frame, and stays with its character when others come and go.
func TestGivenPoseFollowsItsCharacter(t *testing.T) {
	f := newFixture(t, 5)
	random := rand.New(rand.NewPCG(9, 9))
	given := map[ecs.Entity]*rig.Pose{}
	var crowd []ecs.Entity
	for frame := range 60 {
		for range random.IntN(4) {
			e := f.spawn(t, 0, random.Float64())
			crowd = append(crowd, e)
			if random.IntN(2) == 0 {
				given[e] = f.givenPose(random.Uint64())
				check(t, f.animation.SetLocalPose(e, given[e], 1))
			}
		}
		for range random.IntN(4) {
			if len(crowd) == 0 {
				break
			}
			i := random.IntN(len(crowd))
			e := crowd[i]
			switch random.IntN(3) {
			case 0:
				f.world.RemoveEntity(e)
				delete(given, e)
				crowd = append(crowd[:i], crowd[i+1:]...)
			case 1:
				given[e] = f.givenPose(random.Uint64())
				check(t, f.animation.SetLocalPose(e, given[e], 1))
			default:
				check(t, f.animation.ClearLocalPose(e))
				delete(given, e)
			}
		}
		f.update(t, 0.02)
		for _, e := range crowd {
			shown, want := f.localPose(t, e), given[e]
			if want == nil {
				want = rig.NewPose(shown.Skeleton())
				c := f.library.Clip(f.model.Clips[0])
				time := f.animation.Player(e).Component().Time
				c.Sample(time, want)
			}
			if !sameBits(shown.Locals, want.Locals) {
				t.Fatalf("frame %d: %v does not show its pose", frame, e)
			}
		}
	}
}

// Inertialization smooths the change to and from a given pose.
func TestInertializationOfGivenPoses(t *testing.T) {
	f := newFixture(t, 9)
	e := f.spawn(t, 0, 0.1)
	check(t, f.animation.EnableInertialization(e))
	given := f.givenPose(2)
	distance := func() float32 {
		return f.localPose(t, e).Joint(3).Translation.Sub(given.Joint(3).Translation).Len()
	}
	check(t, f.animation.Player(e).SetSpeed(0))
	f.update(t, 0.01)
	f.update(t, 0.01)
	first := distance()
	check(t, f.animation.Player(e).Inertialize(0.2))
	check(t, f.animation.SetLocalPose(e, given, 1))
	last := first
	for range 19 {
		f.update(t, 0.01)
		now := distance()
		if now > last*1.001 || last-now > first/4 {
			t.Fatalf("the distance to the given pose goes from %v to %v", last, now)
		}
		last = now
	}
	for range 4 {
		f.update(t, 0.01)
	}
	if !sameBits(f.localPose(t, e).Locals, given.Locals) {
		t.Error("after the decay the given pose does not show exactly")
	}
}

func TestErrorsOfSetLocalPose(t *testing.T) {
	f := newFixture(t, 4)
	e, fresh, none := f.spawn(t, 0, 0), f.spawn(t, 0, 0), f.world.NewEntity()
	check(t, f.animation.SetLocalPose(e, f.givenPose(1), 1))
	f.update(t, 0)
	bad := f.givenPose(1)
	bad.SetJoint(2, rig.TRS{Translation: mgl32.Vec3{float32(math.Inf(1))}})
	other := newModel(t, f.library, 3, 9)
	for _, row := range []struct {
		name   string
		entity ecs.Entity
		pose   *rig.Pose
		weight float32
		want   error
	}{
		{"no character", none, f.givenPose(1), 1, systems.ErrNoCharacter},
		{"nil", e, nil, 1, systems.ErrPose},
		{"empty", e, &rig.Pose{}, 1, systems.ErrPose},
		{"infinite", e, bad, 1, systems.ErrPose},
		{"other skeleton", e, rig.NewPose(f.library.Skeleton(other.Skeleton)), 1, systems.ErrOtherSkeleton},
		{"weight", e, f.givenPose(1), 1.5, systems.ErrPose},
		{"NaN weight", e, f.givenPose(1), float32(math.NaN()), systems.ErrPose},
	} {
		if err := f.animation.SetLocalPose(row.entity, row.pose, row.weight); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
	query := generic.NewFilter1[components.Skeleton]().Query(&f.world)
	if err := f.animation.SetLocalPose(fresh, f.givenPose(1), 1); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("a component to add under a query: %v", err)
	}
	if err := f.animation.SetLocalPose(e, f.givenPose(3), 1); err != nil { // nothing to add
		t.Errorf("under a query: %v", err)
	}
	if err := f.animation.ClearLocalPose(e); !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("ClearLocalPose under a query: %v", err)
	}
	query.Close()
}

// A server keeps the matrices of some joints only; they have the bits of all.
func TestKeptSubsetsOfJoints(t *testing.T) {
	for _, joints := range []int{9, 300, 700} {
		f := newFixture(t, joints)
		all, some, masked := f.spawn(t, 0, 0.2), f.spawn(t, 0, 0.2), f.spawn(t, 0, 0.2)
		check(t, f.animation.EnableModelMatrices(all))
		skeleton := f.library.Skeleton(f.model.Skeleton)
		check(t, f.animation.EnableModelMatrices(some, "bjoint"))
		check(t, f.animation.EnableModelMatrices(some, "djoint", "hjoint")) // besides the first
		mask, err := rig.NewMask("hit", skeleton).Joints(0.5, "bjoint", "djoint", "hjoint").Build()
		check(t, err)
		id, err := f.library.AddMask(mask)
		check(t, err)
		check(t, f.animation.EnableMaskedModelMatrices(masked, id))
		for range 3 {
			f.update(t, 0.1)
			want := f.animation.ModelMatrices(all)
			for _, e := range []ecs.Entity{some, masked} {
				pool, slot := f.animation.Pool(e)
				list, matrices := pool.KeptMatrices(slot)
				if len(list) < 3 || len(list) > 3*(1+joints/256) || len(matrices) != len(list)*rig.MatrixSize ||
					f.animation.ModelMatrices(e) != nil {
					t.Fatalf("%d joints: the joints %v and %d numbers are kept", joints, list, len(matrices))
				}
				for i, joint := range list {
					if !sameBits(matrices[i*rig.MatrixSize:][:rig.MatrixSize],
						want[int(joint)*rig.MatrixSize:][:rig.MatrixSize]) {
						t.Fatalf("%d joints: joint %d differs", joints, joint)
					}
				}
				for _, name := range []string{"bjoint", "djoint", "hjoint"} {
					joint, _ := skeleton.Find(name)
					if pool.JointMatrix(slot, joint) == nil {
						t.Errorf("%d joints: %s is not kept", joints, name)
					}
				}
			}
		}
		check(t, f.animation.EnableModelMatrices(some))
		f.update(t, 0)
		if f.animation.ModelMatrices(some) == nil {
			t.Errorf("%d joints: not all are kept", joints)
		}
	}
	f := newFixture(t, 4)
	e := f.spawn(t, 0, 0)
	if err := f.animation.EnableModelMatrices(e, "none"); !errors.Is(err, systems.ErrNoJoint) ||
		!errors.Is(err, rig.ErrNotFound) {
		t.Errorf("a joint that is not there: %v", err)
	}
	if err := f.animation.EnableMaskedModelMatrices(e, 77); !errors.Is(err, systems.ErrNoMask) {
		t.Errorf("a mask that is not there: %v", err)
	}
	if err := f.animation.EnableMaskedModelMatrices(e, 0); !errors.Is(err, systems.ErrNoMask) ||
		!strings.Contains(err.Error(), "WholeBody") {
		t.Errorf("the mask 0: %v", err)
	}
	check(t, f.animation.EnableMaskedModelMatrices(e, systems.WholeBody))
	f.update(t, 0.1)
	if n := len(f.animation.ModelMatrices(e)); n != f.animation.Library().Skeleton(f.model.Skeleton).Len()*rig.MatrixSize {
		t.Errorf("the whole body keeps %d numbers", n)
	}
}

// Characters without a model get no palettes, also beside others that have one, and the others' do
// not change.
func TestCharactersWithoutModelGetNoPalettes(t *testing.T) {
	f := newFixture(t, 9)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	var crowd []ecs.Entity
	for i := range 20 {
		e := f.spawn(t, 0, float64(i)/20)
		crowd = append(crowd, e)
		if i > 2 {
			meshes.Remove(e)
		}
	}
	f.update(t, 0.1)
	before := f.animation.Counters()
	f.update(t, 0.1)
	if n := f.animation.Counters().Since(before).Matrices; n != 3*9 {
		t.Errorf("%d matrices were written, want those of three characters", n)
	}
	for _, e := range crowd[:3] {
		if !sameBits(f.animation.Palette(e, f.model.Skins[0]),
			f.library.Skin(f.model.Skins[0]).Palette(nil, f.localPose(t, e).ModelMatrices(nil))) {
			t.Errorf("the palette of %v is wrong", e)
		}
	}
}

// BenchmarkKeptMatrices is a server's frame: 2000 characters of 64 joints without a model that play
// two baked clips and keep the matrices of all joints, of 20, or none.
func BenchmarkKeptMatrices(b *testing.B) {
	for _, kept := range []int{64, 20, 0} {
		b.Run(map[int]string{64: "all", 20: "20 of 64", 0: "none"}[kept], func(b *testing.B) {
			f := newFixture(b, 64, systems.WithWorkers(1), systems.WithLongestFade(math.Inf(1)))
			f.library.Bake(bake.Options{}, nil)
			meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
			var mask components.ModelPose
			mask.Joints[0] = 0x00f0f0f0f0f0 // 20 joints
			poses := generic.NewMap1[components.ModelPose](&f.world)
			for i := range 2000 {
				e := f.spawn(b, 0, float64(i)/2000)
				check(b, f.animation.Player(e).CrossFade(f.model.Clips[1], 3600))
				meshes.Remove(e)
				if kept > 0 {
					poses.Add(e)
				}
				if kept == 20 {
					*poses.Get(e) = mask
				}
			}
			f.update(b, 0.01)
			for b.Loop() {
				f.update(b, 0.01)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2000, "ns/character")
		})
	}
}

// A snapshot holds the given poses, and what a skipped character showed last: right after a restore
// its joints are where they were.
func TestPosesInSnapshots(t *testing.T) {
	f := newFixture(t, 9)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	var crowd []ecs.Entity
	for i := range 12 {
		e := f.spawn(t, i%2, float64(i)/12)
		if i%3 > 0 {
			details.Assign(e, &components.LevelOfDetail{Interval: uint16(i % 5), Level: uint8(i % 2)})
		}
		if i%4 == 1 {
			check(t, f.animation.EnableInertialization(e))
		}
		if i%3 == 2 {
			check(t, f.animation.EnableModelMatrices(e, "bjoint"))
		}
		crowd = append(crowd, e)
	}
	random := rand.New(rand.NewPCG(1, 8))
	for frame := range 40 {
		e := crowd[random.IntN(len(crowd))]
		if random.IntN(3) == 0 {
			check(t, f.animation.SetLocalPose(e, f.givenPose(random.Uint64()), []float32{0.5, 1}[random.IntN(2)]))
		} else {
			check(t, f.animation.ClearLocalPose(e))
		}
		check(t, f.animation.Player(crowd[1]).Inertialize(0.1))
		f.update(t, 0.03)
		check(t, f.animation.SetLocalPose(crowd[frame%12], f.givenPose(random.Uint64()), 1)) // not shown yet
		snapshot := f.animation.AppendSnapshot(nil)
		var before, after [][]float32
		for _, e := range crowd {
			before = append(before, f.localPose(t, e).Locals)
		}
		for range 3 {
			f.update(t, 0.05)
		}
		for _, e := range crowd {
			after = append(after, f.localPose(t, e).Locals)
		}
		check(t, f.animation.SetLocalPose(crowd[0], f.givenPose(9), 1))
		check(t, f.animation.Restore(snapshot))
		if again := f.animation.AppendSnapshot(nil); string(again) != string(snapshot) {
			t.Fatalf("frame %d: the snapshot of the restored world differs", frame)
		}
		for i, e := range crowd {
			if details.Get(e) != nil && !sameBits(f.localPose(t, e).Locals, before[i]) {
				t.Fatalf("frame %d: character %d has another pose right after the restore", frame, i)
			}
		}
		for range 3 {
			f.update(t, 0.05)
		}
		for i, e := range crowd {
			if !sameBits(f.localPose(t, e).Locals, after[i]) {
				t.Fatalf("frame %d: character %d has another pose three frames after the restore", frame, i)
			}
		}
		check(t, f.animation.Restore(snapshot))
	}
}
