package town

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	motions "github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems"
)

// Role is what a character does in the town.
type Role uint8

// The roles.
const (
	Walker Role = iota // walks through a street, greets, runs; feet on the ground
	Talker             // talks with a partner, and looks at them
	Dancer             // dances with a partner, as a closed couple
	Guard              // stands and looks at those who pass
	Mount              // a horse that walks
	Rider              // sits on the horse before it in the list
	Grazer             // a horse without a rider
	Flyer              // a bird that flies in a circle
	Pigeon             // a bird on the ground
	roles
)

// cast are the roles of twenty characters. Two that belong together follow each other.
var cast = [...]Role{
	Walker, Walker, Mount, Rider, Talker, Talker, Walker, Walker, Walker, Dancer, Dancer, Walker, Walker, Flyer, Talker,
	Talker, Walker, Guard, Walker, Pigeon,
}

// role returns the role of a character.
func (s Size) role(number int) Role {
	if s.Alike {
		return Walker
	}
	return cast[number%len(cast)]
}

// Character is a character of the town.
type Character struct {
	Entity ecs.Entity
	Role   Role
	Rig    *Rig
	number int     // in the town
	place  int     // among those of its role
	radius float64 // of the circle along which it moves, in meters
	turns  float64 // 1 to the left, -1 to the right
}

// Town is a world of characters.
type Town struct {
	*Assets
	Animation  *systems.Animation
	Characters []Character
	// Frame is the number of frames so far. What characters are told depends on it and on the
	// world alone, so that a program that restores the world sets it back too.
	Frame int

	transforms generic.Map1[components.Transform]
	meshes     generic.Map1[components.SkinnedMesh]
	worn       generic.Map1[components.Worn]
	passersby  []ecs.Entity
	market     float64 // the radius of the market place, in meters
	streets    float64 // the radius of the outermost lane of those who walk, in meters
}

// Street is how far the first street is from the market place, and Lane the distance between two
// lanes of a street, in meters.
const (
	Street = 2.0
	Lane   = 1.25
)

// Height returns the height of the ground, in meters: the market place is level, a hill rises to
// the east, and a lane slopes to the west.
func Height(x, z float64) float64 {
	rise := min(max(x-6, 0), 14)
	fall := min(max(-6-x, 0), 14)
	return float64(0.1*rise) - float64(0.06*fall)
}

// Ground returns the height of the ground and its normal, for feet.
func Ground(x, z float32) (height float32, normal mgl32.Vec3) {
	normal = mgl32.Vec3{0, 1, 0}
	switch {
	case x > 6 && x < 20:
		normal = eastern
	case x < -6 && x > -20:
		normal = western
	}
	return float32(Height(float64(x), float64(z))), normal
}

// The normals of the hill and of the western slope.
var (
	eastern = mgl32.Vec3(exact.Vec3{-0.1, 1, 0}.Normalized().Float32())
	western = mgl32.Vec3(exact.Vec3{-0.06, 1, 0}.Normalized().Float32())
)

// New makes a town of characters in the world of an animation, whose library has the assets.
func New(a *Assets, animation *systems.Animation) (*Town, error) {
	t := &Town{Assets: a, Animation: animation}
	animation.SetGround(systems.GroundFunc(Ground))
	t.transforms = generic.NewMap1[components.Transform](animation.World())
	t.meshes = generic.NewMap1[components.SkinnedMesh](animation.World())
	t.worn = generic.NewMap1[components.Worn](animation.World())
	standing := 0
	for i := range a.Size.Characters {
		switch a.Size.role(i) {
		case Talker, Dancer, Pigeon:
			standing++
		}
	}
	t.market = 2 + float64(spacing*math.Sqrt(float64(standing+2)/2))
	t.Characters = make([]Character, a.Size.Characters)
	var counts [roles]int
	for i := range t.Characters {
		c := &t.Characters[i]
		*c = Character{Role: a.Size.role(i), number: i}
		if c.Role == Rider && i%(5*len(cast)) > 4*len(cast) { // one of five horses has no rider
			t.Characters[i-1].Role, c.Role = Grazer, Walker
			counts[Mount]--
			t.Characters[i-1].place = counts[Grazer]
			counts[Grazer]++
		}
		c.place = counts[c.Role]
		counts[c.Role]++
	}
	t.streets, _ = lane(counts[Walker], t.market+Street, inLane)
	for i := range t.Characters {
		if err := t.spawn(&t.Characters[i]); err != nil {
			return nil, fmt.Errorf("town: character %d: %w", i, err)
		}
	}
	for i := range t.Characters {
		if err := t.relate(&t.Characters[i]); err != nil {
			return nil, fmt.Errorf("town: character %d: %w", i, err)
		}
	}
	return t, nil
}

// How far from each other pairs stand on the market place, about, and those who walk in one lane,
// in meters.
const (
	spacing = 1.75
	inLane  = 2.4
)

// Market returns the radius of the market place, in meters.
func (t *Town) Market() float64 { return t.market }

// Outskirts returns the radius within which all characters are, in meters.
func (t *Town) Outskirts() float64 {
	most := t.market
	for i := range t.Characters {
		most = max(most, t.Characters[i].radius)
	}
	return most + 4.5
}

// rigOf returns the name of the rig of a character.
func (c *Character) rigOf() string {
	switch c.Role {
	case Mount, Grazer:
		return Horse
	case Flyer, Pigeon:
		return Bird
	case Guard:
		return Porter
	case Dancer:
		return Adult
	case Rider:
		return []string{Adult, Porter}[c.place%2]
	}
	return []string{Adult, Child, Adult, Porter, Adult}[(c.number/2+c.number/20)%5]
}

// facing returns the transform of a character at a place, that looks along a horizontal direction
// of length 1 and rises with a slope.
func facing(x, y, z float64, ahead exact.Vec3) mgl32.Mat4 {
	side := exact.Vec3{0, 1, 0}.Cross(ahead).Normalized()
	ahead = ahead.Normalized()
	up := ahead.Cross(side)
	a, b, c := side.Float32(), up.Float32(), ahead.Float32()
	return mgl32.Mat4{
		a[0], a[1], a[2], 0, b[0], b[1], b[2], 0, c[0], c[1], c[2], 0,
		float32(x), float32(y), float32(z), 1,
	}
}

// spread returns a place on the market: neighbors are about as far from each other everywhere.
func spread(i int) (x, z float64) {
	const golden = 2.399963229728653 // radians
	sin, cos := exact.SinCos(golden * float64(i))
	r := spacing * math.Sqrt(float64(i)+0.6)
	return r * cos, r * sin
}

// lane returns where along a circle someone of a number is: the radius and the angle.
func lane(number int, first, distance float64) (radius, angle float64) {
	radius = first
	for {
		most := int(2 * math.Pi * radius / distance)
		if number < most {
			return radius, 2 * math.Pi * float64(number) / float64(most)
		}
		number -= most
		radius += Lane
	}
}

// home returns where a character begins.
func (t *Town) home(c *Character) mgl32.Mat4 {
	onCircle := func(angle float64) mgl32.Mat4 {
		sin, cos := exact.SinCos(angle)
		x, z := c.radius*cos, c.radius*sin
		return facing(x, Height(x, z), z, exact.Vec3{sin * c.turns, 0, -cos * c.turns})
	}
	switch c.Role {
	case Walker:
		var angle float64
		c.radius, angle = lane(c.place, t.market+Street, inLane)
		c.turns = 1
		if int((c.radius-t.market-Street)/Lane+0.5)%2 == 1 {
			c.turns = -1
		}
		return onCircle(angle)
	case Mount:
		var angle float64
		c.radius, angle = lane(c.place, t.streets+2.2, 5)
		c.turns = 1
		return onCircle(angle)
	case Guard, Grazer:
		sin, cos := exact.SinCos(2.4 + float64(1.3*float64(c.place)) + float64(0.6*float64(c.Role)))
		r := t.streets + 4.6 + float64(0.8*float64(c.place/5))
		if c.Role == Grazer {
			r += 1.6
		}
		return facing(r*cos, Height(r*cos, r*sin), r*sin, exact.Vec3{-cos, 0, -sin})
	case Flyer:
		c.radius, c.turns = float64(0.5*t.market)+float64(1.5*float64(c.place%7)), 1
		return flight(c, 0)
	}
	// Pairs face each other; pigeons are between them.
	slot := map[Role]int{Talker: 0, Dancer: 1, Pigeon: 2}[c.Role]
	x, z := spread(3*(c.place/2) + slot)
	sin, cos := exact.SinCos(float64(1.7 * float64(c.place/2)))
	away := map[Role]float64{Talker: 0.55, Dancer: apart / 2, Pigeon: 0.75}[c.Role]
	if c.place%2 == 1 {
		sin, cos = -sin, -cos
	}
	x, z = x-float64(away*cos), z-float64(away*sin)
	if c.Role == Pigeon { // away from each other
		sin, cos = -sin, -cos
	}
	return facing(x, Height(x, z), z, exact.Vec3{cos, 0, sin})
}

// flight returns where a bird is that flies in a circle.
func flight(c *Character, frame int) mgl32.Mat4 {
	const speed = 5.0 / 60 // meters in a frame
	sin, cos := exact.SinCos(float64(0.7*float64(c.place)) + speed*float64(frame%1_000_000)/c.radius)
	height := 4.5 + float64(0.4*float64(c.place%5)) + float64(0.5*sin)
	return facing(c.radius*cos, height, c.radius*sin, exact.Vec3{-sin, 0, cos})
}

// spawn makes a character, which plays what its role asks for.
func (t *Town) spawn(c *Character) error {
	if c.Rig = t.Rigs[c.rigOf()]; t.Size.Alike {
		c.Rig = t.Rigs[Adult]
	}
	var err error
	if c.Role == Rider {
		c.Entity, err = t.mount(c)
	} else {
		c.Entity, err = t.Animation.Spawn(c.Rig.Body, t.home(c))
	}
	if err != nil {
		return err
	}
	player := t.Animation.Player(c.Entity)
	phase := float64(c.number*37%101) / 101
	switch c.Role {
	case Walker:
		t.passersby = append(t.passersby, c.Entity)
		controller, err := t.Animation.Control(c.Entity, c.Rig.Graphs[c.number%len(c.Rig.Graphs)])
		if err == nil {
			err = controller.SetFloat("speed", 1)
		}
		if err == nil {
			err = t.Animation.EnableRootMotion(c.Entity)
		}
		if err == nil {
			err = t.Animation.EnableInertialization(c.Entity)
		}
		if err != nil {
			return err
		}
	default:
		motion := map[Role]string{
			Talker: "idle", Dancer: "idle", Guard: "idle", Mount: "walk", Rider: "ride", Grazer: "graze",
			Flyer: "fly", Pigeon: "peck",
		}[c.Role]
		style := c.number / 2
		switch {
		case c.Role == Flyer && c.place%3 == 2:
			motion = "glide"
		case c.Role == Pigeon && c.place%3 == 2:
			motion = "stand"
		case c.Role == Talker || c.Role == Guard:
			style = c.number
		}
		if err := player.Play(c.Rig.Clip(motion, style)); err != nil {
			return err
		}
		if err := player.SeekFraction(phase); err != nil {
			return err
		}
	}
	if c.Role == Mount {
		if err := t.Animation.EnableRootMotion(c.Entity); err != nil {
			return err
		}
	}
	if err := t.equip(c, phase); err != nil {
		return err
	}
	return t.wear(c, c.number%len(c.Rig.Outfits))
}

// equip gives people their layers and what modifies their poses.
func (t *Town) equip(c *Character, phase float64) error {
	if c.Rig.Stack == 0 {
		return nil
	}
	player := t.Animation.Player(c.Entity)
	breath := player.Layer(1)
	for _, err := range []error{
		breath.SetBlend(clip.Additive), breath.FadeWeight(0.6, 0),
		breath.Overlay(c.Rig.Clip("breathe", c.number/3), systems.WholeBody, 0), breath.SeekFraction(phase),
	} {
		if err != nil {
			return err
		}
	}
	if c.Role == Walker || c.Role == Talker {
		arms := player.Layer(2)
		for _, err := range []error{
			arms.FadeWeight(0, 0), arms.Overlay(c.Rig.Clip("talk", c.number), c.Rig.Arms, 0), arms.SeekFraction(phase),
		} {
			if err != nil {
				return err
			}
		}
	}
	if err := t.Animation.Modify(c.Entity, c.Rig.Stack); err != nil {
		return err
	}
	// Feet and hair have the weight 1 from the beginning.
	if c.Role == Rider || c.Role == Dancer {
		if err := t.Animation.Modifier(c.Entity, "feet").Fade(0, 0); err != nil {
			return err
		}
	}
	return nil
}

// swing lets the hair of a character swing if its outfit has some.
func (t *Town) swing(c *Character, outfit int) error {
	if !people[c.Rig.Name].hair {
		return nil
	}
	weight := float32(0)
	if slices.Contains(wardrobe(outfit, true), "hair") {
		weight = 1
	}
	return t.Animation.Modifier(c.Entity, "hair").Fade(weight, 0)
}

// mount puts a rider on the horse that was spawned before.
func (t *Town) mount(c *Character) (ecs.Entity, error) {
	const hips = 0.905 // above the ground, of the mannequin at rest, in meters
	down := float64(hips*float64(people[c.Rig.Name].size)) - 0.06
	return t.Animation.AttachModel(t.Characters[c.number-1].Entity, "saddle", c.Rig.Body,
		systems.WithOffset(mgl32.Translate3D(0, float32(-down), -0.03)))
}

// relate makes a character look at its partner, or dance with it. Of two who talk the first looks
// at the head of the second, and the second at where the head of the first is at rest, above its
// place: if each went by the other's joint, they would depend on each other in a circle.
func (t *Town) relate(c *Character) error {
	partner := c.number + 1 - 2*(c.place%2)
	if partner >= len(t.Characters) || t.Characters[partner].Role != c.Role {
		return nil
	}
	switch c.Role {
	case Dancer:
		if c.place%2 == 1 {
			return nil
		}
		return t.dance(c, &t.Characters[partner])
	case Talker:
	default:
		return nil
	}
	look, other := t.Animation.Modifier(c.Entity, "look"), &t.Characters[partner]
	var err error
	if c.place%2 == 0 {
		err = look.Follow(other.Entity, "head")
	} else {
		err = look.Hold(other.Entity, "", t.headAtRest(other), mgl32.Quat{})
	}
	if err != nil {
		return err
	}
	return look.Fade(1, 0)
}

// headAtRest returns where the head of a character is in the rest pose, in its model space.
func (t *Town) headAtRest(c *Character) mgl32.Vec3 {
	skeleton := t.Library.Skeleton(c.Rig.Body.Skeleton)
	head, _ := skeleton.Find("head")
	at := mgl32.Vec3{}
	for j := head; j >= 0; j = skeleton.Parent(j) {
		at = skeleton.Rest(j).Matrix().Point(at)
	}
	return at
}

// apart is how far a couple that dances is from each other, in meters.
const apart = 1.1

// dance makes two characters dance as a closed couple, where the first one stands.
func (t *Town) dance(first, second *Character) error {
	dance := first.Rig.Clip("dance", first.place/2)
	couple := &motions.Paired{Name: "couple", Roles: []motions.Role{
		{Name: "leads", Motion: dance, Place: mgl32.Ident4()},
		{Name: "follows", Motion: dance, Place: mgl32.Mat4{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, apart, 1}},
	}}
	pair, err := t.Animation.PlayTogether(couple, map[string]ecs.Entity{
		"leads": first.Entity, "follows": second.Entity,
	}, systems.PairOptions{Mode: assets.Loop})
	if err != nil {
		return err
	}
	return pair.Player().SeekFraction(float64(first.place/2*37%101) / 101)
}
