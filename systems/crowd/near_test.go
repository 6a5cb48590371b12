package crowd_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Near finds what a look at every member finds, in the same order: with carriers, scales, members
// at one place, and while members move, come and go.
func TestNear(t *testing.T) {
	f := newFixture(t)
	random := rand.New(rand.NewPCG(3, 8))
	transforms := generic.NewMap1[components.Transform](&f.world)
	players := generic.NewMap1[components.CrowdPlayer](&f.world)
	carrier := transforms.NewWith(&components.Transform{})
	var members []ecs.Entity
	place := func() mgl32.Mat4 {
		size := []float32{1, 0.01, 3, 1}[random.IntN(4)]
		return mgl32.Translate3D(float32(random.IntN(40)-20), float32(random.IntN(3)), float32(random.IntN(40)-20)).
			Mul4(mgl32.Scale3D(size, size, size))
	}
	for round := range 60 {
		for range 20 {
			m, err := f.crowd.Spawn(f.model, place(), f.model.Clip("walk"))
			check(t, err)
			if random.IntN(4) == 0 {
				check(t, m.SetCarrier(carrier))
			}
			members = append(members, m.Entity())
		}
		for range 10 {
			i := random.IntN(len(members))
			check(t, f.crowd.Remove(members[i]))
			members = slices.Delete(members, i, i+1)
		}
		check(t, f.crowd.Member(members[random.IntN(len(members))]).Move(place()))
		transforms.Get(carrier).Matrix = mgl32.Translate3D(5*random.Float32(), 0, 0).
			Mul4(mgl32.HomogRotate3DY(float32(round))).Mul4(mgl32.Scale3D(1.5, 1.5, 1.5))
		if round%3 == 0 {
			broken := members[random.IntN(len(members))]
			check(t, f.crowd.Member(broken).Move(place()))
			transforms.Get(broken).Matrix[12] = float32(math.NaN())
			f.crowd.Changed(broken)
		}

		point := mgl32.Vec3{float32(random.IntN(40) - 20), 0, float32(random.IntN(40) - 20)}
		radius := 12 * random.Float32()
		type member struct {
			entity   ecs.Entity
			distance float32
		}
		var want []member
		for _, e := range members {
			matrix := transforms.Get(e).Matrix
			at := mgl32.Vec3{matrix[12], matrix[13], matrix[14]}
			if players.Get(e).Carrier == carrier {
				at = mgl32.TransformCoordinate(at, transforms.Get(carrier).Matrix)
			}
			if d := at.Sub(point).Len(); d <= radius {
				want = append(want, member{e, d})
			}
		}
		slices.SortFunc(want, func(a, b member) int {
			return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.entity.ID(), b.entity.ID()))
		})
		found, err := f.crowd.Near(nil, point, radius)
		check(t, err)
		if len(found) != len(want) {
			t.Fatalf("round %d: %d members within %v of %v, want %d", round, len(found), radius, point, len(want))
		}
		for i, w := range want {
			// A carrier's matrix is rounded otherwise here: members at almost one distance may change places.
			if found[i] != w.entity && (i == 0 || math.Abs(float64(w.distance-want[i-1].distance)) > 1e-4) &&
				(i+1 == len(want) || math.Abs(float64(w.distance-want[i+1].distance)) > 1e-4) {
				t.Fatalf("round %d: member %d is %v at %v, want %v", round, i, found[i], w.distance, w.entity)
			}
		}
	}
	for _, radius := range []float32{-1, float32(math.NaN())} {
		if found, err := f.crowd.Near(nil, mgl32.Vec3{}, radius); err != nil || len(found) > 0 {
			t.Errorf("a radius of %v finds %d members, %v", radius, len(found), err)
		}
	}
	list := make([]ecs.Entity, 0, len(members))
	if n := testing.AllocsPerRun(20, func() {
		if _, err := f.crowd.Near(list, mgl32.Vec3{}, 100); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkNear finds the members around a point of a stadium of 100,000.
func BenchmarkNear(b *testing.B) {
	f := newFixture(b)
	stadium(b, f, 100_000)
	list := make([]ecs.Entity, 0, 1000)
	found := 0
	for b.Loop() {
		near, err := f.crowd.Near(list, mgl32.Vec3{40, 5, 0}, 5)
		check(b, err)
		found = len(near)
	}
	b.ReportMetric(float64(found), "members")
}
