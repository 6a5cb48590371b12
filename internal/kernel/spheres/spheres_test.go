package spheres

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomGroups returns spheres of which each number is a small multiple of 1/8, so that sums and
// products are exact and many of them equal.
func randomGroups(random *rand.Rand) []Group {
	number := func() float32 { return float32(random.IntN(33)-16) / 8 }
	groups := make([]Group, 1+random.IntN(MostGroups))
	for g := range groups {
		for l := range Lanes {
			groups[g].Center[0][l], groups[g].Center[1][l], groups[g].Center[2][l] = number(), number(), number()
			groups[g].Radius[l] = float32(math.Abs(float64(number())))
		}
	}
	return groups
}

// The bits are those of what is below planes, and nearer than distances, also where there is
// equality.
func TestBitsOfSpheres(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 2))
	number := func() float32 { return float32(random.IntN(33)-16) / 8 }
	yes, no := 0, 0
	for range 300 {
		groups := randomGroups(random)
		planes := make([]Plane, 1+random.IntN(3))
		for i := range planes {
			planes[i] = Plane{
				Normal: [3]float32{number(), number(), number()}, Distance: number() + 4,
				Side: float32(2*random.IntN(2) - 1), Along: number(),
			}
		}
		shadows := make([][Lanes]float32, len(groups))
		for g := range shadows {
			for l := range shadows[g] {
				shadows[g][l] = number()
			}
		}
		eye, squares := [3]float32{number(), number(), number()}, []float32{0, 1, 4, 9}
		below, near := Below(groups, planes, shadows), make([]uint64, len(squares))
		Nearer(near, groups, &eye, squares)
		for i := range MostGroups * Lanes {
			wantBelow, bit := false, uint64(1)<<i
			if i >= len(groups)*Lanes {
				if below&bit != 0 || near[3]&bit != 0 {
					t.Fatalf("of %d groups, sphere %d is found", len(groups), i)
				}
				continue
			}
			g, l := i/Lanes, i%Lanes
			center, radius := [3]float64{}, float64(groups[g].Radius[l])
			square := 0.0
			for k := range center {
				center[k] = float64(groups[g].Center[k][l])
				square += math.Pow(center[k]-float64(eye[k]), 2)
			}
			for _, p := range planes {
				d := float64(p.Distance) - float64(p.Along)*float64(shadows[g][l]) + float64(p.Side)*radius
				for k := range center {
					d += float64(p.Normal[k]) * center[k]
				}
				wantBelow = wantBelow || d < 0
			}
			if got := below&bit != 0; got != wantBelow {
				t.Fatalf("sphere %d is below: %t, want %t", i, got, wantBelow)
			}
			for k, limit := range squares {
				want := square < float64(limit)*radius*radius
				if got := near[k]&bit != 0; got != want {
					t.Fatalf("sphere %d is nearer than the root of %v radii: %t, want %t", i, limit, got, want)
				}
				if want {
					yes++
				} else {
					no++
				}
			}
		}
	}
	if min(yes, no) < 1000 {
		t.Errorf("%d spheres are near, %d are not: the test shows too little of one", yes, no)
	}
}

// Spheres cross the planes of a volume that they are not above, and are outside where they are
// below one.
func TestCrossedPlanes(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 17))
	number := func() float32 { return float32(random.IntN(33)-16) / 8 }
	found := map[uint8]int{}
	for range 300 {
		groups, crossed := randomGroups(random), make([]Crossed, MostGroups)
		var planes [6][4]float32
		for i := range planes {
			planes[i] = [4]float32{number(), number(), number(), number() + 4}
		}
		var volume Volume
		volume.Set(&planes)
		Cross(crossed, groups, &volume)
		for g := range groups {
			for l := range Lanes {
				want := uint8(0)
				for i, p := range planes {
					high, radius := float64(p[3]), float64(groups[g].Radius[l])
					for k := range 3 {
						high += float64(p[k]) * float64(groups[g].Center[k][l])
					}
					if high <= radius {
						want |= 1 << i
					}
					if high < -radius {
						want |= Outside
					}
				}
				if got := crossed[g].Of(l); got != want {
					t.Fatalf("sphere %d of group %d crosses %b, want %b", l, g, got, want)
				}
				found[want]++
			}
		}
	}
	if found[0] < 100 || len(found) < 30 {
		t.Errorf("%d spheres are inside, there are %d answers: the test shows too little", found[0], len(found))
	}
}

// The spheres in others are in their ranges.
func TestRangesOfSpheres(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 3))
	for range 300 {
		groups, ranges := randomGroups(random), make([]Range, MostGroups)
		sizes := make([]Sizes, len(groups))
		eye := [3]float32{3 * random.Float32(), random.Float32(), random.Float32()}
		for g := range groups {
			for l := range Lanes {
				groups[g].Radius[l] += 0.125
				most := (0.1 + 0.5*random.Float32()) * groups[g].Radius[l]
				sizes[g].Most[l], sizes[g].Least[l] = most, 0.5*most
			}
		}
		var viewer Eye
		viewer.Set(&eye)
		Ranges(ranges, groups, sizes, &viewer)
		for g := range groups {
			for l := range Lanes {
				square := 0.0
				for k := range 3 {
					square += math.Pow(float64(groups[g].Center[k][l])-float64(eye[k]), 2)
				}
				radius, most, least := float64(groups[g].Radius[l]), float64(sizes[g].Most[l]), float64(sizes[g].Least[l])
				away := math.Sqrt(square)
				near, far := 1+max(0, away-radius)/most, 1+(away+radius)/least
				near, far = near*near, far*far
				got := [3]float64{float64(ranges[g].Away[l]), float64(ranges[g].Near[l]), float64(ranges[g].Far[l])}
				for i, want := range [3]float64{away - radius, near, far} {
					if math.Abs(got[i]-want) > 1e-5*max(1, away, want) {
						t.Fatalf("sphere %d of group %d has the range %v, want %v, %v and %v", l, g, got, away-radius, near, far)
					}
				}
			}
		}
	}
}

// A shadow ends on the floor, unless it is the longest one.
func TestShadowsOfSpheres(t *testing.T) {
	groups, lengths := make([]Group, 1), make([][Lanes]float32, 1)
	heights := [Lanes]float32{0, 1, 2, 3, 100, -5}
	groups[0].Center[1] = heights
	for l := range Lanes {
		groups[0].Radius[l] = 1
	}
	var light Light
	light.Set(0.5, 0, 10)
	Shadows(lengths, groups, &light)
	if want := [Lanes]float32{2, 4, 6, 8, 10, 0, 2, 2}; lengths[0] != want {
		t.Errorf("the shadows are %v long, want %v", lengths[0], want)
	}
	light.Set(0, 0, 10)
	if Shadows(lengths, groups, &light); lengths[0] != [Lanes]float32{10, 10, 10, 10, 10, 10, 10, 10} {
		t.Errorf("in level light the shadows are %v long, want the longest", lengths[0])
	}
}

// Spheres are carried by a matrix, their radii by its scale.
func TestCarrySpheres(t *testing.T) {
	from, to := randomGroups(rand.New(rand.NewPCG(1, 1))), make([]Group, MostGroups)
	var carrier Carrier
	carrier.Set(&[12]float32{0, 2, 0, 1, -2, 0, 0, 2, 0, 0, 2, 3}, 2)
	Carry(to, from, &carrier)
	for g := range from {
		for l := range Lanes {
			x, y, z := from[g].Center[0][l], from[g].Center[1][l], from[g].Center[2][l]
			want := [4]float32{2*y + 1, -2*x + 2, 2*z + 3, 2 * from[g].Radius[l]}
			got := [4]float32{to[g].Center[0][l], to[g].Center[1][l], to[g].Center[2][l], to[g].Radius[l]}
			if got != want {
				t.Fatalf("sphere %d of group %d is %v, want %v", l, g, got, want)
			}
		}
	}
}
