package town

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// bone is a joint of an animal, at a place in model space. At rest all joints have the axes of the
// model.
type bone struct {
	name, parent string
	at           exact.Vec3
}

// animal is a rig that is made in code: a skeleton, and tubes around its bones.
type animal struct {
	name  string
	bones []bone
	at    map[string]exact.Vec3
	*rig.Skeleton
	skin *rig.Skin
}

func newAnimal(name string, bones []bone) (*animal, error) {
	a := &animal{name: name, bones: bones, at: map[string]exact.Vec3{}}
	var joints []rig.Joint
	index := map[string]int{}
	for i, b := range bones {
		rest, parent := rig.IdentityTRS(), -1
		rest.Translation = b.at.Float32()
		if b.parent != "" {
			parent = index[b.parent]
			rest.Translation = b.at.Sub(a.at[b.parent]).Float32()
		}
		index[b.name], a.at[b.name] = i, b.at
		joints = append(joints, rig.Joint{Name: b.name, Parent: parent, Rest: rest})
	}
	var err error
	if a.Skeleton, err = rig.NewSkeleton(name, joints, nil); err != nil {
		return nil, err
	}
	all := make([]int, len(joints))
	for i := range all {
		all[i] = i
	}
	a.skin, err = rig.NewSkin(name, a.Skeleton, all, nil)
	return a, err
}

// newHorse makes a horse of 1.5 m, whose saddle is a joint. It looks along +Z.
func newHorse() (*animal, error) {
	bones := []bone{
		{"root", "", exact.Vec3{}},
		{"pelvis", "root", exact.Vec3{0, 1.3, -0.5}},
		{"tail_0", "pelvis", exact.Vec3{0, 1.38, -0.78}},
		{"tail_1", "tail_0", exact.Vec3{0, 1.16, -0.93}},
		{"tail_2", "tail_1", exact.Vec3{0, 0.86, -0.97}},
		{"tail_3", "tail_2", exact.Vec3{0, 0.56, -0.96}},
		{"spine_1", "pelvis", exact.Vec3{0, 1.29, -0.2}},
		{"saddle", "spine_1", exact.Vec3{0, 1.5, 0.02}},
		{"spine_2", "spine_1", exact.Vec3{0, 1.29, 0.12}},
		{"chest", "spine_2", exact.Vec3{0, 1.28, 0.45}},
		{"neck_1", "chest", exact.Vec3{0, 1.42, 0.66}},
		{"neck_2", "neck_1", exact.Vec3{0, 1.7, 0.86}},
		{"head", "neck_2", exact.Vec3{0, 1.95, 0.98}},
	}
	for i, side := range []string{"left", "right"} {
		x := float64(1 - 2*i)
		bones = append(bones,
			bone{side + "_fore_upper", "chest", exact.Vec3{0.15 * x, 1.14, 0.46}},
			bone{side + "_fore_lower", side + "_fore_upper", exact.Vec3{0.14 * x, 0.6, 0.63}},
			bone{side + "_fore_hoof", side + "_fore_lower", exact.Vec3{0.14 * x, 0.12, 0.47}},
			bone{side + "_hind_upper", "pelvis", exact.Vec3{0.15 * x, 1.16, -0.52}},
			bone{side + "_hind_lower", side + "_hind_upper", exact.Vec3{0.15 * x, 0.8, -0.36}},
			bone{side + "_hind_cannon", side + "_hind_lower", exact.Vec3{0.15 * x, 0.48, -0.64}},
			bone{side + "_hind_hoof", side + "_hind_cannon", exact.Vec3{0.15 * x, 0.12, -0.58}})
	}
	return newAnimal(Horse, bones)
}

// newBird makes a bird the size of a goose. It looks along +Z, its wings spread at rest.
func newBird() (*animal, error) {
	bones := []bone{
		{"root", "", exact.Vec3{}},
		{"body", "root", exact.Vec3{0, 0.24, -0.03}},
		{"tail", "body", exact.Vec3{0, 0.25, -0.2}},
		{"neck", "body", exact.Vec3{0, 0.28, 0.12}},
		{"head", "neck", exact.Vec3{0, 0.42, 0.19}},
	}
	for i, side := range []string{"left", "right"} {
		x := float64(1 - 2*i)
		bones = append(bones,
			bone{side + "_wing_1", "body", exact.Vec3{0.06 * x, 0.29, 0.05}},
			bone{side + "_wing_2", side + "_wing_1", exact.Vec3{0.25 * x, 0.3, 0.06}},
			bone{side + "_wing_3", side + "_wing_2", exact.Vec3{0.46 * x, 0.3, 0.02}},
			bone{side + "_leg", "body", exact.Vec3{0.05 * x, 0.17, -0.02}},
			bone{side + "_foot", side + "_leg", exact.Vec3{0.05 * x, 0.02, -0.01}})
	}
	return newAnimal(Bird, bones)
}

// body adds the model of the animal's bare body to a library.
func (a *animal) body(to *assets.Library, color mgl32.Vec4) (*assets.Model, error) {
	var coat, dark surface
	switch a.name {
	case Horse:
		a.tube(&coat, exact.Vec3{0.8, 1.08, 1},
			station{"pelvis", exact.Vec3{0, 1.26, -0.72}, 0.2}, station{"pelvis", exact.Vec3{0, 1.25, -0.5}, 0.3},
			station{"spine_1", exact.Vec3{0, 1.2, -0.2}, 0.31}, station{"spine_2", exact.Vec3{0, 1.18, 0.12}, 0.32},
			station{"chest", exact.Vec3{0, 1.2, 0.42}, 0.29}, station{"chest", exact.Vec3{0, 1.26, 0.6}, 0.21})
		a.tube(&coat, exact.Vec3{0.7, 1, 1},
			station{"chest", exact.Vec3{0, 1.3, 0.5}, 0.26}, station{"neck_1", exact.Vec3{0, 1.45, 0.66}, 0.21},
			station{"neck_2", exact.Vec3{0, 1.7, 0.84}, 0.15}, station{"head", exact.Vec3{0, 1.93, 0.97}, 0.125})
		a.tube(&coat, exact.Vec3{0.8, 1, 1},
			station{"head", exact.Vec3{0, 1.98, 0.95}, 0.12}, station{"head", exact.Vec3{0, 1.9, 1.1}, 0.12},
			station{"head", exact.Vec3{0, 1.77, 1.28}, 0.085}, station{"head", exact.Vec3{0, 1.7, 1.37}, 0.075})
		for _, x := range []float64{1, -1} { // ears, and the mane between them
			a.tube(&coat, exact.Vec3{1, 1, 1}, station{"head", exact.Vec3{0.06 * x, 2.02, 0.97}, 0.04},
				station{"head", exact.Vec3{0.075 * x, 2.17, 0.98}, 0.008})
		}
		a.tube(&dark, exact.Vec3{0.4, 1, 1},
			station{"chest", exact.Vec3{0, 1.52, 0.46}, 0.06}, station{"neck_1", exact.Vec3{0, 1.66, 0.58}, 0.1},
			station{"neck_2", exact.Vec3{0, 1.86, 0.76}, 0.09}, station{"head", exact.Vec3{0, 2.06, 0.94}, 0.06})
		a.tube(&dark, exact.Vec3{1, 1, 1},
			station{"tail_0", exact.Vec3{0, 1.38, -0.78}, 0.05}, station{"tail_1", a.at["tail_1"], 0.075},
			station{"tail_2", a.at["tail_2"], 0.08}, station{"tail_3", a.at["tail_3"], 0.03})
		for i, side := range []string{"left", "right"} {
			x := float64(1 - 2*i)
			a.tube(&coat, exact.Vec3{1, 1, 1},
				station{"chest", exact.Vec3{0.13 * x, 1.22, 0.42}, 0.17},
				station{side + "_fore_upper", exact.Vec3{0.14 * x, 0.95, 0.5}, 0.11},
				station{side + "_fore_lower", a.at[side+"_fore_lower"], 0.062},
				station{side + "_fore_lower", exact.Vec3{0.14 * x, 0.36, 0.55}, 0.045},
				station{side + "_fore_hoof", a.at[side+"_fore_hoof"], 0.052})
			a.tube(&coat, exact.Vec3{1, 1, 1},
				station{"pelvis", exact.Vec3{0.13 * x, 1.24, -0.54}, 0.22},
				station{side + "_hind_upper", exact.Vec3{0.15 * x, 0.98, -0.44}, 0.15},
				station{side + "_hind_lower", a.at[side+"_hind_lower"], 0.105},
				station{side + "_hind_cannon", a.at[side+"_hind_cannon"], 0.062},
				station{side + "_hind_hoof", a.at[side+"_hind_hoof"], 0.05})
			for _, leg := range []string{"_fore_hoof", "_hind_hoof"} {
				at := a.at[side+leg]
				a.tube(&dark, exact.Vec3{1, 1, 1}, station{side + leg, at.Add(exact.Vec3{0, -0.02, 0}), 0.052},
					station{side + leg, exact.Vec3{at[0], 0.045, at[2] + 0.04}, 0.045})
			}
			a.tube(&dark, exact.Vec3{1, 1, 1}, station{"head", exact.Vec3{0.085 * x, 1.93, 1.1}, 0.025},
				station{"head", exact.Vec3{0.09 * x, 1.925, 1.11}, 0.02})
		}
	default:
		a.tube(&coat, exact.Vec3{0.85, 1, 1},
			station{"tail", exact.Vec3{0, 0.25, -0.27}, 0.02}, station{"body", exact.Vec3{0, 0.24, -0.15}, 0.075},
			station{"body", exact.Vec3{0, 0.235, 0}, 0.1}, station{"neck", exact.Vec3{0, 0.27, 0.12}, 0.065},
			station{"head", exact.Vec3{0, 0.4, 0.17}, 0.032}, station{"head", exact.Vec3{0, 0.44, 0.2}, 0.045},
			station{"head", exact.Vec3{0, 0.43, 0.23}, 0.03})
		a.tube(&dark, exact.Vec3{1.2, 0.7, 1}, station{"head", exact.Vec3{0, 0.43, 0.235}, 0.018},
			station{"head", exact.Vec3{0, 0.42, 0.295}, 0.008})
		a.tube(&coat, exact.Vec3{1.6, 0.3, 1}, station{"tail", exact.Vec3{0, 0.26, -0.18}, 0.04},
			station{"tail", exact.Vec3{0, 0.27, -0.32}, 0.055})
		for i, side := range []string{"left", "right"} {
			x := float64(1 - 2*i)
			a.tube(&coat, exact.Vec3{1, 0.16, 1.1}, station{"body", exact.Vec3{0.05 * x, 0.29, 0}, 0.09},
				station{side + "_wing_1", exact.Vec3{0.14 * x, 0.295, 0.005}, 0.1},
				station{side + "_wing_2", exact.Vec3{0.26 * x, 0.3, 0}, 0.095},
				station{side + "_wing_3", exact.Vec3{0.46 * x, 0.3, -0.03}, 0.07},
				station{side + "_wing_3", exact.Vec3{0.62 * x, 0.3, -0.08}, 0.02})
			a.tube(&dark, exact.Vec3{1, 1, 1},
				station{side + "_leg", a.at[side+"_leg"], 0.016},
				station{side + "_leg", a.at[side+"_foot"], 0.01})
			a.tube(&dark, exact.Vec3{1.6, 0.5, 1}, station{side + "_foot", exact.Vec3{0.05 * x, 0.01, -0.03}, 0.012},
				station{side + "_foot", exact.Vec3{0.05 * x, 0.01, 0.06}, 0.02})
		}
	}
	shade := mgl32.Vec4{color[0] / 4, color[1] / 4, color[2] / 4, 1}
	return addBody(to, a.name, a.Skeleton, a.skin, &mesh.Mesh{Name: "body", Primitives: []mesh.Primitive{
		coat.primitive(to, "coat", color), dark.primitive(to, "dark", shade),
	}})
}

// station is a place on the axis of a tube: it moves with a joint, between two stations with both.
type station struct {
	joint  string
	at     exact.Vec3
	radius float64
}

// surface is a closed surface whose vertices move with two joints at most.
type surface struct{ mesh.Primitive }

// The resolution of a tube: vertices around it, and rings from a station to the next one and on
// each of its round ends.
const (
	tubeSides = 12
	tubeRings = 3
	capRings  = 3
)

// tube adds a tube with round ends through stations. Stretch widens it along the axes of the model.
func (a *animal) tube(to *surface, stretch exact.Vec3, stations ...station) {
	tube(to, func(joint string) uint16 { j, _ := a.Find(joint); return uint16(j) }, stretch, stations...)
}

func tube(to *surface, joint func(string) uint16, stretch exact.Vec3, stations ...station) {
	first, last := stations[0], stations[len(stations)-1]
	start := uint32(len(to.Positions))
	rings := uint32(0)
	ring := func(center exact.Vec3, way exact.Vec3, radius, tilt float64, joints [2]uint16, share float64) {
		reference := exact.Vec3{1, 0, 0}
		if way[0] > 0.7 || way[0] < -0.7 {
			reference = exact.Vec3{0, 0, 1}
		}
		side := way.Cross(reference).Normalized()
		other := way.Cross(side)
		flat, steep := exact.Cos(tilt), exact.Sin(tilt)
		for k := range tubeSides {
			sin, cos := exact.SinCos(2 * math.Pi * float64(k) / tubeSides)
			around := side.Scale(cos).AddScaled(sin, other)
			normal := around.Scale(flat).AddScaled(steep, way)
			out := around.Scale(radius)
			to.Positions = append(to.Positions, center.Add(out.Times(stretch)).Float32())
			bent := exact.Vec3{normal[0] / stretch[0], normal[1] / stretch[1], normal[2] / stretch[2]}.Normalized()
			to.Normals = append(to.Normals, bent.Float32())
			if share == 0 || joints[0] == joints[1] {
				to.Joints = append(to.Joints, joints[0], mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence)
				to.Weights = append(to.Weights, 1, 0, 0, 0)
				continue
			}
			w := float32(share)
			if w > 0.5 { // the heavier one first
				to.Joints = append(to.Joints, joints[1], joints[0], mesh.NoInfluence, mesh.NoInfluence)
				to.Weights = append(to.Weights, w, 1-w, 0, 0)
				continue
			}
			to.Joints = append(to.Joints, joints[0], joints[1], mesh.NoInfluence, mesh.NoInfluence)
			to.Weights = append(to.Weights, 1-w, w, 0, 0)
		}
		rings++
	}
	end := func(s station, way exact.Vec3, sign float64) {
		j := joint(s.joint)
		for i := range capRings {
			part := float64(i) / capRings
			if sign > 0 {
				part = float64(i+1) / capRings
			} else {
				part = 1 - part
			}
			part = min(part, 0.999)
			sin, cos := exact.SinCos(math.Pi / 2 * part)
			at := s.at.Add(way.Scale(sign * sin * s.radius).Times(stretch))
			ring(at, way, s.radius*cos, sign*math.Pi/2*part, [2]uint16{j, j}, 0)
		}
	}
	way := stations[1].at.Sub(first.at).Normalized()
	end(first, way, -1)
	for i := range len(stations) - 1 {
		a, b := stations[i], stations[i+1]
		ahead := b.at.Sub(a.at).Normalized()
		next := ahead
		if i+2 < len(stations) {
			next = stations[i+2].at.Sub(b.at).Normalized()
		}
		if i == 0 {
			way = ahead
		}
		count := tubeRings
		if i == len(stations)-2 {
			count++
		}
		for k := range count {
			t := float64(k) / tubeRings
			smooth := t * t * (3 - float64(2*t))
			turned := way.Lerp(ahead.Add(next).Normalized(), t).Normalized()
			ring(a.at.Lerp(b.at, t), turned, a.radius+float64((b.radius-a.radius)*smooth), 0,
				[2]uint16{joint(a.joint), joint(b.joint)}, smooth)
		}
		way = ahead.Add(next).Normalized()
	}
	end(last, last.at.Sub(stations[len(stations)-2].at).Normalized(), 1)
	for r := range rings - 1 {
		for k := range uint32(tubeSides) {
			a, b := start+r*tubeSides+k, start+r*tubeSides+(k+1)%tubeSides
			c, d := a+tubeSides, b+tubeSides
			to.Indices = append(to.Indices, a, b, c, c, b, d)
		}
	}
}

// primitive returns the surface in a color, in linear RGB.
func (s *surface) primitive(to *assets.Library, name string, color mgl32.Vec4) mesh.Primitive {
	material := mesh.DefaultMaterial()
	material.Name, material.BaseColor, material.Metallic, material.Roughness = name, color, 0, 0.75
	out := s.Primitive
	out.Influences, out.Material = 4, to.AddMaterial(&material)
	return out
}
