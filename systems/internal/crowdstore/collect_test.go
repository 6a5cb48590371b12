package crowdstore_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// parts are those of the members besides the first. Nobody hides the last one.
var parts = []string{"hat", "bag", "coat", "boots"}

// dense returns a crowd of members of many sizes and builds on a field, some on carriers that scale
// and mirror them, some of which blend, have layers, or have just ended to, or hide parts.
func dense(t *testing.T, random *rand.Rand, count int) (*crowdstore.Store, func(seconds float64)) {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	check(err)
	for _, name := range parts {
		part := model.Parts[0]
		part.Name = name
		model.Parts = append(model.Parts, part)
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
	check(err)
	t.Cleanup(animation.Close)
	c, err := crowd.New(animation)
	check(err)
	places := generic.NewMap1[components.Transform](&world)
	var carriers []ecs.Entity
	for _, m := range []mgl32.Mat4{
		mgl32.Translate3D(20, 1, -5).Mul4(mgl32.Scale3D(1.5, 1.5, 1.5)), mgl32.Scale3D(-1, 1, 1),
	} {
		carriers = append(carriers, places.NewWith(&components.Transform{Matrix: m}))
	}
	var members []crowd.Member
	for range count {
		size := float32(math.Exp2(0.5 * random.NormFloat64()))
		if random.IntN(2) == 0 {
			size = 1
		}
		at := mgl32.Translate3D(80*(random.Float32()-0.5), 0, 80*(random.Float32()-0.5)).Mul4(
			mgl32.Scale3D(size, size, size))
		m, err := c.Spawn(model, at, model.Clips[random.IntN(len(model.Clips))])
		check(err)
		members = append(members, m)
		switch random.IntN(20) {
		case 0, 1:
			check(m.SetCarrier(carriers[random.IntN(2)]))
		case 2:
			check(m.SetBuild(1.2))
		}
		for i, name := range parts[:3] {
			if random.IntN(8) < []int{0, 1, 6}[i] || at[12] < 0 {
				check(m.HidePart(name))
			}
		}
	}
	store := generic.NewResource[crowdstore.Store](&world)
	return store.Get(), func(seconds float64) {
		for range count / 400 {
			which := random.IntN(count)
			m := members[which]
			switch random.IntN(5) {
			case 0:
				check(m.CrossFade(model.Clips[random.IntN(len(model.Clips))], 0.4*random.Float64()))
			case 1:
				check(m.Overlay(model.Clip("wave"), systems.WholeBody, 0.3))
			case 2:
				_ = m.FadeOverlay(0, 0.2) // an error if it has none
			case 3:
				at := mgl32.Translate3D(80*(random.Float32()-0.5), 0, 80*(random.Float32()-0.5))
				check(m.Move(at))
			case 4: // it dies, and another one is born elsewhere
				check(c.Remove(m.Entity()))
				at := mgl32.Translate3D(80*(random.Float32()-0.5), 0, 80*(random.Float32()-0.5))
				members[which], err = c.Spawn(model, at, model.Clips[random.IntN(len(model.Clips))])
				check(err)
			}
		}
		if random.IntN(3) == 0 {
			of := places.Get(carriers[random.IntN(2)])
			of.Matrix = of.Matrix.Mul4(mgl32.Translate3D(0.1*random.Float32(), 0, 0))
		}
		check(animation.Update(seconds))
		check(store.Get().Sync())
	}
}

// box returns the planes of a box in any direction.
func box(random *rand.Rand, center mgl32.Vec3, half float32) (planes [6]mgl32.Vec4) {
	turn := mgl32.AnglesToQuat(random.Float32()*7, random.Float32()*7, random.Float32()*7, mgl32.XYZ)
	for i := range planes {
		axis := mgl32.Vec3{}
		axis[i/2] = float32(1 - 2*(i%2))
		axis = turn.Rotate(axis)
		planes[i] = axis.Vec4(half*(0.3+random.Float32()) - axis.Dot(center))
	}
	return planes
}

// nowhere has nothing inside.
var nowhere = [6]mgl32.Vec4{{0, 0, 0, -math.MaxFloat32}}

// randomView returns a view of members near a point.
func randomView(random *rand.Rand, number int) *crowdstore.View {
	center := mgl32.Vec3{60 * (random.Float32() - 0.5), 1, 60 * (random.Float32() - 0.5)}
	v := &crowdstore.View{
		Image: box(random, center, 30), Shadow: box(random, center, 40), Casting: number%5 != 0,
		Light: mgl32.Vec3{0.5, 0.7, 0.5}.Normalize(), CasterHeight: 1.0 / 12,
		Eye: center.Add(mgl32.Vec3{0, 3, 0}), Tolerance: 0.002 * random.Float32(),
		Height: 0.8, ImpostorRatio: []float32{0, 1, 3, 8}[number%4], Impostors: []int32{int32([]int{100, 3, 0}[number%3])},
		Errors: func(*crowdstore.Kind) []float32 { return []float32{0.0005, 0.001, 0.002, 0.004, 0.008, 0.016} },
	}
	if number%3 > 0 { // else there is one shadow map
		v.Cascades = []crowdstore.Cascade{
			{Shown: v.Shadow, Without: box(random, center, 15)}, {Shown: box(random, center, 25), Without: nowhere},
		}
		if number%3 == 2 {
			v.Cascades[1].Without = box(random, center, 10)
			v.Cascades = append(v.Cascades, crowdstore.Cascade{Shown: box(random, center, 15), Without: nowhere})
		}
	}
	return v
}

// change changes one thing of a view.
func change(random *rand.Rand, v *crowdstore.View, what int) {
	switch what % 8 {
	case 0:
		v.Eye[0] += 0.02
	case 1:
		v.Image[random.IntN(6)][3]++
	case 2:
		for i := range v.Shadow {
			v.Shadow[i][3] -= 5
		}
	case 3:
		if len(v.Cascades) > 1 {
			v.Cascades = slices.Clone(v.Cascades)
			for i := range v.Cascades[1].Shown {
				v.Cascades[1].Shown[i][3]--
			}
		}
	case 4:
		v.Tolerance *= 1.01
	case 5:
		v.Errors = func(*crowdstore.Kind) []float32 { return []float32{0.0005, 0.003, 0.01} }
	case 6:
		v.Impostors = []int32{3 - min(v.Impostors[0], 3)}
	case 7:
		v.Light, v.Floor = mgl32.Vec3{0.1, 0.8, 0.5}.Normalize(), v.Floor-0.1
	}
}

// Collect finds by blocks what is found member by member: from views of all kinds, and while they
// stay the same, or little of them changes, and members change, and time goes back.
func TestCollectFindsWhatMemberByMemberIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(25, 7))
	store, update := dense(t, random, 4000)
	var c crowdstore.Collected
	some := map[crowdstore.Fade]int{}
	impostors, shadows, meshes, worn, repeated := 0, 0, 0, 0, 0
	var v *crowdstore.View
	for frame := range 100 {
		update(0.03)
		switch {
		case frame%4 == 0:
			v = randomView(random, frame/4)
		case frame%4 == 2:
			copied := *v
			v = &copied
			change(random, v, frame/4)
		case frame%20 == 19:
			store.SetTime(0)
			if err := store.Sync(); err != nil {
				t.Fatal(err)
			}
		}
		repeated += store.Repeats(&c, v)
		store.Begin(&c)
		store.Collect(&c, v)
		want, culled, culledCasters := store.MemberByMember(v)
		got := c.Listed()
		for one := range want {
			some[one.Fade]++
			if !got[one] {
				t.Fatalf("frame %d: expected %+v, which is missing", frame, one)
			}
		}
		if len(got) != len(want) || c.Members != len(want) || c.Culled != culled || c.CulledCasters != culledCasters {
			t.Fatalf("frame %d: %d members in %d entries, %d and %d culled; expected %d, %d and %d", frame, len(got),
				c.Members, c.Culled, c.CulledCasters, len(want), culled, culledCasters)
		}
		for _, l := range c.Lists {
			largest := float32(0)
			for i := l.First; i < l.End; i++ {
				largest = max(largest, store.Sphere(int(c.Entries[2*i]))[3])
			}
			if scale := largest / l.Kind.Reach.Radius; l.Scale != scale {
				t.Fatalf("frame %d: a list has scale %v, the largest member %v", frame, l.Scale, scale)
			}
			if l.Impostors {
				impostors += l.End - l.First
			} else {
				meshes += l.End - l.First
			}
		}
		for _, l := range c.Lists {
			for _, w := range l.Wearers {
				checkWearers(t, store, &c, l, &w)
				worn += w.End - w.First
			}
		}
		if v.Casting {
			shadows += checkCasters(t, store, &c, v)
		}
	}
	t.Logf("%d meshes, %d impostors, %d casters, %d worn parts, by fade %v; %d blocks are found as before", meshes,
		impostors, shadows, worn, some, repeated)
	if len(some) < 4 || min(impostors, meshes, shadows, worn, repeated) < 1000 {
		t.Errorf("the views show too little of some")
	}
}

// On a flight with stops, a frame is what it would be without any before it.
func TestCollectOnAFlight(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 12))
	store, update := dense(t, random, 3000)
	var c crowdstore.Collected
	v := &crowdstore.View{
		Casting: true, Light: mgl32.Vec3{0.3, 0.8, 0.4}.Normalize(), CasterHeight: 1.0 / 12, Tolerance: 0.001, Height: 0.6,
		ImpostorRatio: 4, Impostors: []int32{100},
		Errors: func(*crowdstore.Kind) []float32 { return []float32{0.0005, 0.001, 0.002, 0.004, 0.008, 0.016} },
	}
	repeated := 0
	for frame := range 150 {
		update(1.0 / 60)
		if frame%5 < 3 { // else it stops
			seconds := float32(frame) / 60
			v.Eye = mgl32.Vec3{-20 + 8*seconds, 2 + seconds, 5}
			look := mgl32.HomogRotate3DY(seconds).Mul4(mgl32.Translate3D(-v.Eye[0], -v.Eye[1], -v.Eye[2]))
			clip := mgl32.Perspective(0.6, 1.5, 0.1, 200).Mul4(look)
			for i := range v.Image {
				plane := clip.Row(3).Add(clip.Row(i / 2).Mul(float32(1 - 2*(i%2))))
				v.Image[i] = plane.Mul(1 / plane.Vec3().Len())
			}
			v.Shadow = around(v.Eye, 60)
			v.Cascades = []crowdstore.Cascade{
				{Shown: v.Shadow, Without: around(v.Eye, 12)}, {Shown: around(v.Eye, 20), Without: nowhere},
			}
		}
		repeated += store.Repeats(&c, v)
		store.Begin(&c)
		store.Collect(&c, v)
		requireAsAlone(t, frame, store, &c, v)
	}
	if repeated < 1000 {
		t.Errorf("%d blocks are found as before, expected many more", repeated)
	}
}

// requireAsAlone requires of a frame what it is without any before it.
func requireAsAlone(t *testing.T, frame int, store *crowdstore.Store, c *crowdstore.Collected, v *crowdstore.View) {
	t.Helper()
	var alone crowdstore.Collected
	store.Begin(&alone)
	store.Collect(&alone, v)
	if !slices.Equal(c.Entries, alone.Entries) || !slices.Equal(c.Spheres, alone.Spheres) ||
		len(c.Lists) != len(alone.Lists) || c.Instances != alone.Instances || c.Culled != alone.Culled ||
		c.CulledCasters != alone.CulledCasters {
		t.Fatalf("frame %d: %d lists, %d shown, %d and %d culled, without frames before %d, %d, %d and %d", frame,
			len(c.Lists), c.Instances, c.Culled, c.CulledCasters, len(alone.Lists), alone.Instances, alone.Culled,
			alone.CulledCasters)
	}
	for i, l := range c.Lists {
		if got, want := l.Look(), alone.Lists[i].Look(); got != want {
			t.Fatalf("frame %d: list %d is %+v, without frames before %+v", frame, i, got, want)
		}
	}
}

// On random flights with jumps and stops, in which nothing may be culled for a while, a frame is
// what it would be without any before it: for one who sees all frames, and for another who sees
// some, of members that move, die and are born, on carriers that move.
func TestCollectOnRandomFlights(t *testing.T) {
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 21))
		store, update := dense(t, random, 1500)
		var all, some crowdstore.Collected
		v, whole := randomView(random, 1), &crowdstore.View{}
		for frame := range 60 {
			switch {
			case frame%7 != 6: // else nothing changes but the view
				update(1.0 / 60)
			case frame%14 == 6:
				store.Refresh() // a look at all members, of which none changed
				if err := store.Sync(); err != nil {
					t.Fatal(err)
				}
			}
			copied := *v
			v = &copied
			switch random.IntN(8) {
			case 0: // it stops
			case 1: // it jumps
				v = randomView(random, random.IntN(100))
			case 2:
				change(random, v, random.IntN(8))
			default:
				v.Eye = v.Eye.Add(mgl32.Vec3{random.Float32(), 0, random.Float32()}.Mul(0.05))
				for i := range v.Image {
					v.Image[i][3] += 0.02 * (random.Float32() - 0.5)
				}
			}
			view := v
			if frame%20 > 16 {
				*whole = *v
				for i := range whole.Image {
					whole.Image[i], whole.Shadow[i] = mgl32.Vec4{0, 0, 0, 1}, mgl32.Vec4{0, 0, 0, 1}
				}
				view = whole
			}
			store.Begin(&all)
			store.Collect(&all, view)
			requireAsAlone(t, frame, store, &all, view)
			if random.IntN(3) == 0 {
				store.Begin(&some)
				store.Collect(&some, view)
				requireAsAlone(t, frame, store, &some, view)
			}
			want, culled, culledCasters := store.MemberByMember(view)
			if got := all.Listed(); len(got) != len(want) || all.Culled != culled || all.CulledCasters != culledCasters {
				t.Fatalf("frame %d: %d members, %d and %d culled; expected %d, %d and %d", frame, len(got), all.Culled,
					all.CulledCasters, len(want), culled, culledCasters)
			}
		}
	}
}

// around returns the planes of a cube.
func around(center mgl32.Vec3, half float32) (planes [6]mgl32.Vec4) {
	for i := range planes {
		axis := mgl32.Vec3{}
		axis[i/2] = float32(1 - 2*(i%2))
		planes[i] = axis.Vec4(half - axis.Dot(center))
	}
	return planes
}

// checkCasters checks which members of the lists each shadow map draws, and returns how many there
// are. A cascade also draws those that one before and one after it draw. Where members of a list
// are in the first and in the last one, the last one draws those of the middle one too, and one
// that no cascade draws is for the first.
func checkCasters(t *testing.T, s *crowdstore.Store, c *crowdstore.Collected, v *crowdstore.View) (casters int) {
	t.Helper()
	for _, l := range c.Lists {
		first, last := make([]int, l.End), make([]int, l.End)
		whole := false // a member is in the first and in the last of three cascades
		for i := l.FirstCaster; i < l.End; i++ {
			first[i], last[i] = -1, -1
			for k := range v.Cascades {
				if s.CastsIn(int(c.Entries[2*i]), &v.Cascades[k]) {
					if last[i] = k; first[i] < 0 {
						first[i] = k
					}
				}
			}
			first[i], last[i] = max(first[i], 0), max(last[i], 0)
			whole = whole || last[i]-first[i] == 2
		}
		for k := range max(1, len(v.Cascades)) {
			draws := l.Casters[k]
			casters += draws.End - draws.First
			for i := l.FirstCaster; i < l.End; i++ {
				want := first[i] <= k && k <= last[i] || whole && k == 2 && first[i] == 1
				if got := draws.First <= i && i < draws.End; got != want {
					t.Fatalf("cascade %d draws member %d of the entries: %t, but cascades %d to %d should, from %d to %d on",
						k, i, got, first[i], last[i], draws.First, draws.End)
				}
			}
		}
	}
	return casters
}

// checkWearers checks which members of a list show a part that only some show.
func checkWearers(t *testing.T, s *crowdstore.Store, c *crowdstore.Collected, l *crowdstore.List,
	w *crowdstore.Wearers,
) {
	t.Helper()
	var want []uint32
	for i := l.First; i < l.End; i++ {
		if s.Hidden(int(c.Entries[2*i]))&w.Part == 0 {
			want = append(want, uint32(i))
		}
	}
	if got := c.Entries[w.First:w.End]; !slices.Equal(got, want) {
		t.Fatalf("%d of %d members show the part %b, expected %d", len(got), l.End-l.First, w.Part, len(want))
	}
}
