//go:build !preview

package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/internal/testing/town"
)

// townSize is the size of the town of [NewTown].
var townSize = town.Size{Characters: 120, Clips: 60, Outfits: 16}

// townRate is how often a second the town tells its characters what to do.
const townRate = 60

// NewTown returns a scene of a market place and its streets, full of people, horses and birds: five
// rigs from files of their own, in outfits that join their skeletons.
func NewTown(library *assets.Library, _ *assets.Model) (*Scene, error) {
	files, err := town.Files(townSize)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	content := town.NewAssets(library, townSize)
	if err := content.Load(files); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	people, err := town.New(content, s.animation)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	for i := range people.Characters {
		c := &people.Characters[i]
		s.characters = append(s.characters, &character{entity: c.Entity, model: c.Rig.Body})
	}
	if err := s.addTown(people.Market(), people.Outskirts()); err != nil {
		return nil, err
	}
	s.longest = 1.0 / townRate
	remember(s, &people.Frame)
	s.direct = func(time float64) error {
		for people.Frame < int(time*townRate+timeTolerance) {
			if err := people.Act(); err != nil {
				return err
			}
			people.Frame++
		}
		return nil
	}
	r := float32(people.Market())
	s.bounds = assets.Box{Min: mgl32.Vec3{-r, -0.84, -r}, Max: mgl32.Vec3{r, 3, r}}
	s.yaw, s.pitch, s.distance = -110, 14, 0.46 // the riders go along the hill at the back
	return s, s.Update(0)
}

// Colors of the town, in linear RGB.
var (
	grass  = mgl32.Vec3{0.09, 0.19, 0.05}
	paving = mgl32.Vec3{0.3, 0.27, 0.23}
	street = mgl32.Vec3{0.2, 0.17, 0.13}
	walls  = []mgl32.Vec3{{0.55, 0.47, 0.36}, {0.5, 0.36, 0.25}, {0.45, 0.46, 0.44}, {0.6, 0.52, 0.42}}
	roofs  = []mgl32.Vec3{{0.3, 0.07, 0.04}, {0.22, 0.08, 0.05}, {0.12, 0.11, 0.12}}
	timber = mgl32.Vec3{0.1, 0.06, 0.035}
)

// addTown adds the ground, a well, stalls around the market place, and houses behind the streets.
func (s *Scene) addTown(market, outskirts float64) error {
	if err := s.addHills(market, outskirts); err != nil {
		return err
	}
	if err := s.addWell(); err != nil {
		return err
	}
	for i := range 6 {
		at := s.around(float64(i)/6+0.12, market+0.6)
		if err := s.addStall(at, []mgl32.Vec3{orange, blue, green, amber}[i%4]); err != nil {
			return err
		}
	}
	houses := int(2 * math.Pi * (outskirts + 2.6) / 7)
	for i := range houses {
		if err := s.addHouse(i, s.around(float64(i)/float64(houses), outskirts+1.6)); err != nil {
			return err
		}
	}
	return nil
}

// around returns a place on the ground at a part of a circle, which looks at the middle.
func (s *Scene) around(part, radius float64) mgl32.Mat4 {
	sin, cos := math.Sincos(2 * math.Pi * part)
	x, z := radius*cos, radius*sin
	return mgl32.Translate3D(float32(x), float32(town.Height(x, z)), float32(z)).
		Mul4(mgl32.HomogRotate3DY(float32(math.Atan2(-cos, -sin))))
}

// addHills adds the ground, in the colors of grass, streets and the market place.
func (s *Scene) addHills(market, outskirts float64) error {
	const cell = 0.5 // meters; the slopes begin and end between two cells
	reach := int((outskirts+12)/cell) + 1
	material := mesh.DefaultMaterial()
	material.Name, material.Metallic, material.Roughness = "ground", 0, 0.95
	out := mesh.Primitive{Material: s.library.AddMaterial(&material)}
	for j := -reach; j <= reach; j++ {
		for i := -reach; i <= reach; i++ {
			x, z := cell*float64(i), cell*float64(j)
			_, normal := town.Ground(float32(x), float32(z))
			out.Positions = append(out.Positions, mgl32.Vec3{float32(x), float32(town.Height(x, z)), float32(z)})
			out.Normals = append(out.Normals, normal)
			color, r := grass, math.Hypot(x, z)
			switch {
			case r < market:
				color = paving
			case r > market+town.Street-1.2 && r < outskirts-3.5:
				color = street
			}
			shade := float32(0.92 + 0.08*math.Sin(3.1*x+1.7*math.Sin(2.3*z)))
			out.Colors = append(out.Colors, color.Mul(shade).Vec4(1))
			if i < reach && j < reach {
				a := uint32(len(out.Positions) - 1)
				b := a + uint32(2*reach+1)
				out.Indices = append(out.Indices, a, b, a+1, a+1, b, b+1)
			}
		}
	}
	id, err := s.library.AddMesh(&mesh.Mesh{Name: "ground", Primitives: []mesh.Primitive{out}})
	if err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	s.putMesh(id, mgl32.Ident4())
	return nil
}

// addWell adds a well in the middle of the market place.
func (s *Scene) addWell() error {
	stone, wood := mesh.Primitive{}, mesh.Primitive{}
	for i := range 12 {
		turn := mgl32.HomogRotate3DY(float32(i) * math.Pi / 6)
		stone = prop.Join(stone, prop.Moved(boxAt(mgl32.Vec3{0.15, 0.4, 0.08}, mgl32.Vec3{0, 0.4, 0.48}), turn))
	}
	for _, side := range []float32{-0.5, 0.5} {
		wood = prop.Join(wood, boxAt(mgl32.Vec3{0.05, 1, 0.05}, mgl32.Vec3{side, 1, 0}))
	}
	roof := prop.Moved(prop.Box(mgl32.Vec3{0.75, 0.4, 0.4}),
		mgl32.Translate3D(0, 1.9, 0).Mul4(mgl32.HomogRotate3DX(math.Pi/4)))
	return s.build(mgl32.Ident4(), piece{"well", walls[2], stone}, piece{"posts of the well", timber, wood},
		piece{"roof of the well", roofs[0], roof})
}

// piece is a part of a building, in one color.
type piece struct {
	name  string
	color mgl32.Vec3 // linear RGB
	mesh.Primitive
}

// build puts the pieces of a building at a place.
func (s *Scene) build(at mgl32.Mat4, pieces ...piece) error {
	for _, p := range pieces {
		if _, err := s.put(p.name, p.color, at, p.Primitive); err != nil {
			return err
		}
	}
	return nil
}

// addStall adds a stall with a roof of cloth, which looks along +Z.
func (s *Scene) addStall(at mgl32.Mat4, color mgl32.Vec3) error {
	wood := boxAt(mgl32.Vec3{0.9, 0.04, 0.35}, mgl32.Vec3{0, 0.85, 0})
	for _, x := range []float32{-0.85, 0.85} {
		for _, z := range []float32{-0.32, 0.32} {
			wood = prop.Join(wood, boxAt(mgl32.Vec3{0.03, 1.1, 0.03}, mgl32.Vec3{x, 1.1, z}))
		}
	}
	goods := mesh.Primitive{}
	for i := range 10 {
		ball := mgl32.Translate3D(-0.7+0.35*float32(i%5), 0.97, -0.12+0.25*float32(i/5))
		goods = prop.Join(goods, prop.Moved(prop.Ball(0.09), ball))
	}
	cloth := prop.Moved(prop.Box(mgl32.Vec3{1.05, 0.015, 0.6}),
		mgl32.Translate3D(0, 2.2, 0.1).Mul4(mgl32.HomogRotate3DX(0.2)))
	return s.build(at, piece{"stall", timber, wood}, piece{"cloth", color, cloth}, piece{"goods", amber, goods})
}

// addHouse adds a house that looks along +Z.
func (s *Scene) addHouse(number int, at mgl32.Mat4) error {
	wide, high, deep := 2.2+0.5*float32(number*7%4)/3, 1.6+0.7*float32(number*5%3)/2, float32(2.1)
	wall := boxAt(mgl32.Vec3{wide, high + 0.5, deep}, mgl32.Vec3{0, high - 0.5, -deep})
	slope := (deep + 0.25) / math.Sqrt2
	roof := prop.Moved(prop.Box(mgl32.Vec3{wide + 0.25, slope, slope}),
		mgl32.Translate3D(0, 2*high-0.15, -deep).Mul4(mgl32.Scale3D(1, 0.72, 1)).Mul4(mgl32.HomogRotate3DX(math.Pi/4)))
	openings := boxAt(mgl32.Vec3{0.45, 1, 0.03}, mgl32.Vec3{-wide / 2, 1, 0})
	beams := boxAt(mgl32.Vec3{wide + 0.03, 0.06, 0.05}, mgl32.Vec3{0, 2*high - 0.25, 0})
	for _, x := range []float32{-1, 1} {
		beams = prop.Join(beams, boxAt(mgl32.Vec3{0.09, high, 0.05}, mgl32.Vec3{x * (wide - 0.06), high, 0}))
	}
	for _, x := range []float32{0.08, 0.66} {
		window := mgl32.Vec3{wide * x, 1.5, 0}
		openings = prop.Join(openings, boxAt(mgl32.Vec3{0.32, 0.4, 0.03}, window))
		beams = prop.Join(beams, boxAt(mgl32.Vec3{0.42, 0.05, 0.07}, window.Sub(mgl32.Vec3{0, 0.45, 0})))
	}
	return s.build(at, piece{"walls", walls[number%len(walls)], wall}, piece{"roof", roofs[number%len(roofs)], roof},
		piece{"openings", ink, openings}, piece{"beams", timber, beams})
}
