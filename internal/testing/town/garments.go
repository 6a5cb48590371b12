package town

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// garment is a piece of clothes: the part of the body's surface that moves with some joints, pushed
// outward.
type garment struct {
	away   float64 // meters from the skin
	joints []string
	above  float64 // the height above which it begins, at rest
}

// garments are the clothes that are cut from the body.
var garments = map[string]garment{
	"jacket": {0.014, []string{
		"spine_1", "spine_2", "spine_3", "spine_4", "neck_1", "left_clavicle", "right_clavicle", "left_upper_arm",
		"right_upper_arm", "left_upper_arm_twist", "right_upper_arm_twist", "left_forearm", "right_forearm",
		"left_forearm_twist", "right_forearm_twist",
	}, 0.98},
	"vest": {0.014, []string{
		"spine_1", "spine_2", "spine_3", "spine_4", "left_clavicle", "right_clavicle",
	}, 0.98},
	"trousers": {0.01, []string{
		"hips", "spine_1", "left_thigh", "right_thigh", "left_shin", "right_shin",
	}, 0.12},
	"boots": {0.016, []string{
		"left_foot", "right_foot", "left_toe", "right_toe", "left_shin", "right_shin",
	}, -1},
}

// The colors of clothes and coats, in linear RGB.
var dyes = []mgl32.Vec4{
	{0.35, 0.05, 0.04, 1},
	{0.05, 0.12, 0.35, 1},
	{0.06, 0.22, 0.09, 1},
	{0.42, 0.26, 0.06, 1},
	{0.2, 0.06, 0.26, 1},
	{0.08, 0.08, 0.09, 1},
	{0.45, 0.42, 0.36, 1},
	{0.03, 0.25, 0.28, 1},
}

// wardrobe returns the pieces of an outfit of people.
func wardrobe(number int, hair bool) (pieces []string) {
	pieces = append(pieces, []string{"jacket", "vest", "jacket"}[number%3], "trousers")
	if number%4 != 1 {
		pieces = append(pieces, "boots")
	}
	switch {
	case hair && number%2 == 0:
		pieces = append(pieces, "hair")
	case number%3 != 2:
		pieces = append(pieces, "hat")
	}
	return pieces
}

// clothes adds a model of an outfit to a library, which joins the skeleton of a person.
func (p *person) clothes(to, from *assets.Library, number int) (*assets.Model, error) {
	var parts []part
	for i, piece := range wardrobe(number, p.hair) {
		dye := dyes[(number*3+i*(number+2))%len(dyes)]
		var primitive mesh.Primitive
		switch piece {
		case "hair":
			primitive = p.hairOf(from).primitive(to, piece, mgl32.Vec4{0.09, 0.04, 0.015, 1})
		case "hat":
			primitive = p.hat().primitive(to, piece, dye)
		default:
			cut := p.cut(from, garments[piece])
			primitive = cut.primitive(to, piece, dye)
		}
		parts = append(parts, part{piece, &mesh.Mesh{Name: piece, Primitives: []mesh.Primitive{primitive}}})
	}
	return addClothes(to, outfitName(p.name, number), p.Skeleton, p.skin, parts...)
}

// cut returns the surface of a garment.
func (p *person) cut(from *assets.Library, g garment) (out surface) {
	worn := map[uint16]bool{}
	for _, joint := range g.joints {
		worn[uint16(p.joint[joint])] = true
	}
	palette := p.palette(from.Skin(p.base.Skins[0]))
	for _, primitive := range from.Mesh(p.base.Parts[0].Mesh).Primitives {
		joints, weights := merged(remapped(primitive.Joints, palette), primitive.Weights)
		covers := func(v uint32) bool {
			return worn[joints[4*v]] && float64(primitive.Positions[v][1]) > g.above
		}
		index := map[uint32]uint32{}
		for i := 0; i < len(primitive.Indices); i += 3 {
			corners := primitive.Indices[i : i+3]
			if !covers(corners[0]) || !covers(corners[1]) || !covers(corners[2]) {
				continue
			}
			for _, v := range corners {
				at, known := index[v]
				if !known {
					at = uint32(len(out.Positions))
					index[v] = at
					normal := exact.ToVec3(primitive.Normals[v])
					out.Positions = append(out.Positions, exact.ToVec3(primitive.Positions[v]).AddScaled(g.away, normal).Float32())
					out.Normals = append(out.Normals, primitive.Normals[v])
					out.Joints = append(out.Joints, joints[4*v:4*v+4]...)
					out.Weights = append(out.Weights, weights[4*v:4*v+4]...)
				}
				out.Indices = append(out.Indices, at)
			}
		}
	}
	return out
}

// hairOf returns a cap on the head, and a ponytail that swings.
func (p *person) hairOf(from *assets.Library) *surface {
	out := p.cut(from, garment{joints: []string{"head"}, away: 0.014, above: 1.74})
	joint := func(name string) uint16 { return uint16(p.joint[name]) }
	var stations []station
	for i, radius := range []float64{0.04, 0.05, 0.055, 0.045, 0.02} {
		stations = append(stations, station{hairJoint(i), hairPoints[i], radius})
	}
	tube(&out, joint, exact.Vec3{1, 1, 1}, stations...)
	return &out
}

// hat returns a hat with a brim.
func (p *person) hat() *surface {
	out := &surface{}
	joint := func(name string) uint16 { return uint16(p.joint[name]) }
	tube(out, joint, exact.Vec3{1, 1, 1}, station{"head", exact.Vec3{0, 1.77, -0.01}, 0.115},
		station{"head", exact.Vec3{0, 1.84, -0.02}, 0.1})
	tube(out, joint, exact.Vec3{1, 0.08, 1}, station{"head", exact.Vec3{0, 1.765, -0.012}, 0.2},
		station{"head", exact.Vec3{0, 1.775, -0.012}, 0.18})
	return out
}

// harness adds a model of what an animal wears to a library: a saddle and its cloth, or a collar.
func (a *animal) harness(to *assets.Library, number int) (*assets.Model, error) {
	dye, leather := dyes[(number*3+1)%len(dyes)], mgl32.Vec4{0.12, 0.05, 0.02, 1}
	name := outfitName(a.name, number)
	if a.name == Bird {
		var collar surface
		a.tube(&collar, exact.Vec3{1, 1, 1}, station{"neck", exact.Vec3{0, 0.305, 0.135}, 0.06},
			station{"neck", exact.Vec3{0, 0.325, 0.143}, 0.055})
		return addClothes(to, name, a.Skeleton, a.skin,
			part{"collar", &mesh.Mesh{Name: "collar", Primitives: []mesh.Primitive{collar.primitive(to, "collar", dye)}}})
	}
	var cloth, seat surface
	a.tube(&cloth, exact.Vec3{0.84, 1.06, 1}, station{"spine_1", exact.Vec3{0, 1.21, -0.22}, 0.325},
		station{"saddle", exact.Vec3{0, 1.2, -0.02}, 0.34}, station{"spine_2", exact.Vec3{0, 1.19, 0.16}, 0.335})
	a.tube(&seat, exact.Vec3{1, 0.5, 1}, station{"saddle", exact.Vec3{0, 1.54, -0.16}, 0.15},
		station{"saddle", exact.Vec3{0, 1.51, 0}, 0.12}, station{"saddle", exact.Vec3{0, 1.54, 0.15}, 0.08})
	return addClothes(to, name, a.Skeleton, a.skin,
		part{"cloth", &mesh.Mesh{Name: "cloth", Primitives: []mesh.Primitive{cloth.primitive(to, "cloth", dye)}}},
		part{"saddle", &mesh.Mesh{Name: "saddle", Primitives: []mesh.Primitive{seat.primitive(to, "saddle", leather)}}})
}
