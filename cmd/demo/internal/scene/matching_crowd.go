package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
)

// The place of [NewMatchingCrowd], in meters: half its width, and where it ends in front and
// behind. At first there is room in front of all, to which most of them walk: so who looks at the
// scene sees them come, and not their backs.
const (
	crowdSide  = 20.0
	crowdFront = 8.5
	crowdBack  = -23.0
	crowdRoom  = 3.5
)

// walker is a character that walks to goals.
type walker struct {
	entity   ecs.Entity
	at       mgl32.Vec2 // x and z of the world
	velocity mgl32.Vec2 // of the wish
	goal     mgl32.Vec2
	speed    float32 // in meters per second, when nobody is in the way
	rest     float32 // seconds for which it still stands at its goal
	source   rand.PCG
}

// random returns the random numbers of the walker.
func (w *walker) random() *rand.Rand { return rand.New(&w.source) }

// walkers are the characters of a crowd, and which of them are in each cell of a grid.
type walkers struct {
	list  []walker
	cells map[[2]int][]int
	next  []mgl32.Vec2 // the velocities of the list, while they are computed
}

// crowdCount returns how many characters the crowd has: fewer in a browser, which has one thread.
func crowdCount() int {
	if runtime.GOOS == "js" {
		return 120
	}
	return 500
}

// NewMatchingCrowd returns a scene of characters that walk to goals of their own and avoid each
// other. They play a database; what they wish is all that the scene says.
func NewMatchingCrowd(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	database, err := addRoaming(library, model, walkingName, walkerLegs)
	if err != nil {
		return nil, err
	}
	crowd := &walkers{cells: map[[2]int][]int{}}
	count := crowdCount()
	const depth = crowdFront - crowdRoom - crowdBack
	columns := int(math.Round(math.Sqrt(float64(count) * 2 * crowdSide / depth)))
	rows := (count + columns - 1) / columns
	for i := range count {
		w := walker{source: *rand.NewPCG(uint64(i), 500)}
		w.at = mgl32.Vec2{
			2*crowdSide*(float32(i%columns)+0.5)/float32(columns) - crowdSide + 0.3*(w.random().Float32()-0.5),
			crowdBack + depth*(float32(i/columns)+0.5)/float32(rows) + 0.3*(w.random().Float32()-0.5),
		}
		w.speed = 0.95 + 0.65*w.random().Float32()
		w.rest = max(0, 4*w.random().Float32()-2)
		if w.choose(); i%6 > 0 {
			w.come()
		}
		way := w.goal.Sub(w.at)
		turn := math.Atan2(float64(way[0]), float64(way[1])) + w.random().Float64() - 0.5
		at := mgl32.Translate3D(w.at[0], 0, w.at[1]).Mul4(mgl32.HomogRotate3DY(float32(turn)))
		a, err := s.add(models[i%len(models)], at, 0, 0)
		if err != nil {
			return nil, err
		}
		if err := s.animation.Player(a.entity).Play(database); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		if err := Plant(s.animation, library, model, a.entity); err != nil {
			return nil, err
		}
		w.entity = a.entity
		wish := s.animation.Wish(w.entity)
		wish.Stay, wish.Interval = 0.3, 0.15 // calm: who gives way goes on as it went
		crowd.list = append(crowd.list, w)
	}
	s.longest = 1.0 / 30
	last := 0.0
	remember(s, &last)
	rememberAll(s, crowd.list)
	s.direct = func(time float64) error {
		seconds := float32(time - last)
		last = time
		for i := range crowd.list {
			at := s.transforms.Get(crowd.list[i].entity).Matrix.Col(3)
			crowd.list[i].at = mgl32.Vec2{at[0], at[2]}
		}
		crowd.steer(max(0, seconds))
		for i := range crowd.list {
			w := &crowd.list[i]
			wish := s.animation.Wish(w.entity)
			if wish == nil { // somebody has taken it away
				continue
			}
			way := w.goal.Sub(w.at)
			wish.Velocity = mgl32.Vec3{w.velocity[0], 0, w.velocity[1]}
			wish.Facing = mgl32.Vec3{}
			if speed := w.velocity.Len(); speed > 0 && speed < slowWalk { // step aside, not around
				wish.Facing = mgl32.Vec3{way[0], 0, way[1]}
			}
		}
		return nil
	}
	if err := s.addCourt(area{half: crowdSide + 1, back: -crowdBack + 1.5}); err != nil {
		return nil, err
	}
	s.bounds = assets.Box{
		Min: mgl32.Vec3{-0.42 * crowdSide, 0, 0.3 * crowdBack}, Max: mgl32.Vec3{0.42 * crowdSide, 1.8, crowdFront},
	}
	s.yaw, s.pitch, s.distance = 14, 17, 0.72
	return s, s.Update(0)
}

// What characters do to avoid each other. Lengths are in meters, times in seconds.
const (
	sightRange  = 4.0 // how far away others are heeded
	sightTime   = 2.2 // how far ahead
	personSpace = 0.85
	closeSpace  = 0.6
	slowWalk    = 0.5  // speed below which a character keeps facing its goal
	standBelow  = 0.18 // speed below which it stands
	goalWithin  = 0.8  // of a goal that is reached
	walkFastest = 1.9
	hurry       = 4.0 // by how much a velocity changes in a second: nobody dithers
)

// choose chooses the next goal, far enough away to walk there.
func (w *walker) choose() {
	for range 20 {
		w.goal = mgl32.Vec2{
			(2*w.random().Float32() - 1) * (crowdSide - 1),
			crowdBack + 1 + (crowdFront-crowdBack-2)*w.random().Float32(),
		}
		if w.goal.Sub(w.at).Len() > 9 {
			return
		}
	}
}

// come chooses a goal in front.
func (w *walker) come() {
	aside := 5 * (2*w.random().Float32() - 1)
	w.goal = mgl32.Vec2{
		min(max(w.at[0]+aside, 1-crowdSide), crowdSide-1),
		min(w.at[1]+crowdRoom+12*w.random().Float32(), crowdFront-1),
	}
}

func cellOf(at mgl32.Vec2) [2]int {
	return [2]int{int(math.Floor(float64(at[0]) / sightRange)), int(math.Floor(float64(at[1]) / sightRange))}
}

// steer sets the velocities of all for the next seconds.
func (c *walkers) steer(seconds float32) {
	for key, list := range c.cells {
		c.cells[key] = list[:0]
	}
	for i := range c.list {
		key := cellOf(c.list[i].at)
		c.cells[key] = append(c.cells[key], i)
	}
	c.next = c.next[:0]
	for i := range c.list {
		was := c.list[i].velocity
		change := c.avoid(i, c.list[i].want(seconds)).Sub(was)
		if most := hurry * seconds; change.Len() > most {
			change = change.Mul(most / change.Len())
		}
		c.next = append(c.next, was.Add(change))
	}
	for i := range c.list {
		c.list[i].velocity = c.next[i]
	}
}

// want returns the velocity toward the goal. A character that has arrived stands for a while and
// then chooses another goal.
func (w *walker) want(seconds float32) mgl32.Vec2 {
	if w.rest > 0 {
		if w.rest -= seconds; w.rest > 0 {
			return mgl32.Vec2{}
		}
	}
	way := w.goal.Sub(w.at)
	distance := way.Len()
	if distance < goalWithin {
		w.rest = 0.5 + 2.5*w.random().Float32()
		w.choose()
		return mgl32.Vec2{}
	}
	return way.Mul(min(w.speed, max(0.5, 0.8*distance)) / distance)
}

// avoid bends a velocity away from those who will be in the way, as soon as they come near enough:
// each pushes away from where the two will be closest, the more the sooner.
func (c *walkers) avoid(i int, want mgl32.Vec2) mgl32.Vec2 {
	w := &c.list[i]
	velocity, key := want, cellOf(w.at)
	standing := want == mgl32.Vec2{}
	for x := -1; x <= 1; x++ {
		for z := -1; z <= 1; z++ {
			for _, k := range c.cells[[2]int{key[0] + x, key[1] + z}] {
				if k == i {
					continue
				}
				o := &c.list[k]
				to := o.at.Sub(w.at)
				distance := to.Len()
				if distance > sightRange || distance == 0 {
					continue
				}
				if distance < closeSpace { // too near already
					velocity = velocity.Sub(to.Mul(2.4 * (closeSpace - distance) / distance))
				}
				if standing {
					continue
				}
				closing := want.Sub(o.velocity)
				square := closing.Dot(closing)
				if square < 1e-4 {
					continue
				}
				soon := to.Dot(closing) / square
				if soon <= 0 || soon > sightTime {
					continue
				}
				miss := to.Sub(closing.Mul(soon))
				apart := miss.Len()
				if apart >= personSpace {
					continue
				}
				away := miss.Mul(-1 / max(apart, 1e-3))
				if apart < 0.1 { // head on: everybody passes on the right
					away = mgl32.Vec2{-closing[1], closing[0]}.Normalize()
				}
				velocity = velocity.Add(away.Mul(1.7 * (1 - apart/personSpace) * (1 - soon/sightTime)))
			}
		}
	}
	switch speed := velocity.Len(); {
	case speed < standBelow, standing && speed < 2*standBelow:
		return mgl32.Vec2{}
	case speed > walkFastest:
		return velocity.Mul(walkFastest / speed)
	}
	return velocity
}
