package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel/nearest"
)

// walker makes takes of somebody who walks, runs, turns and stands as it likes, from a source of
// random numbers: hips and feet with the motions of steps, and slow changes that no step explains.
type walker struct {
	random               *rand.Rand
	speed, turn, facing  float64 // meters and radians per second, and between facing and way
	toSpeed, toTurn      float64
	toFacing, nextChange float64
	phase                float64
	sway                 [9]float64 // of hips and feet, meters
	swayTo               [9]float64
	yaw                  float64
	at                   [2]float64
}

const takeRate = 30

// next moves on by a frame, and returns where hips and feet are in the space of the character.
func (w *walker) next() (joints [3]mgl32.Vec3) {
	const dt = 1.0 / takeRate
	if w.nextChange -= dt; w.nextChange <= 0 {
		w.nextChange = 0.5 + w.random.ExpFloat64()*2
		w.toSpeed = []float64{0, 1.4, 1.4, 3.5}[w.random.IntN(4)] * (0.7 + 0.6*w.random.Float64())
		w.toTurn, w.toFacing = w.random.NormFloat64()*0.8, 0
		if w.random.IntN(3) == 0 {
			w.toFacing = (w.random.Float64() - 0.5) * 2 * math.Pi
		}
	}
	w.speed += (w.toSpeed - w.speed) * dt * 4
	w.turn += (w.toTurn - w.turn) * dt * 5
	w.facing += (w.toFacing - w.facing) * dt * 3
	w.yaw += w.turn * dt
	sin, cos := math.Sincos(w.yaw + w.facing)
	w.at[0] += w.speed * sin * dt
	w.at[1] += w.speed * cos * dt
	w.phase += dt * (0.4 + 0.45*math.Sqrt(w.speed)) * min(1, w.speed*2)
	for i := range w.sway {
		if w.random.IntN(20) == 0 {
			w.swayTo[i] = w.random.NormFloat64() * 0.04
		}
		w.sway[i] += (w.swayTo[i] - w.sway[i]) * dt * 4
	}
	stride := 0.32 * math.Sqrt(w.speed)
	sin, cos = math.Sincos(w.facing)
	for j := range joints {
		s, c := math.Sincos(2*math.Pi*w.phase + math.Pi*float64(j))
		p := [3]float64{0.1 * float64(2*j-3), 0.1 + max(0, 0.12*c*w.speed/2), stride * s}
		if j == 0 {
			p = [3]float64{0, 0.95 + 0.03*c*w.speed/2, 0}
		}
		for axis := range 3 {
			p[axis] += w.sway[3*j+axis]
		}
		if j > 0 {
			p[0], p[2] = p[0]+p[2]*sin, p[2]*cos
		}
		joints[j] = mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])}
	}
	return joints
}

// take returns a clip of so many frames, with its root motion.
func (w *walker) take(name string, skeleton *rig.Skeleton, frames int) (*clip.Clip, error) {
	times := make([]float32, frames)
	var keys [3][]mgl32.Vec3
	var at []float64
	var motions []clip.Motion
	w.at, w.yaw = [2]float64{}, 0
	for k := range frames {
		joints := w.next()
		times[k] = float32(k) / takeRate
		for j := range joints {
			keys[j] = append(keys[j], joints[j])
		}
		at = append(at, float64(times[k]))
		motions = append(motions, clip.Motion{X: w.at[0], Z: w.at[1], Yaw: w.yaw})
	}
	first := motions[0].Inverse(clip.UpY)
	for k := range motions {
		motions[k] = first.Compose(motions[k], clip.UpY)
	}
	b := clip.NewBuilder(name, skeleton)
	for j := range keys {
		b.Translation(1+j, clip.Linear, times, keys[j])
	}
	c, err := b.Build()
	if err != nil {
		return nil, err
	}
	root, err := clip.NewRootMotion(c, clip.RootMotionOptions{Number: 1}, at, motions)
	if err != nil {
		return nil, err
	}
	return clip.WithRootMotion(c, root)
}

// matched is a database of takes, and its frames for brute force.
type matched struct {
	*matching.Database
	library *assets.Library
	rows    []float32 // as package nearest has them, in the order of the frames
	weights []float32
	built   time.Duration
}

// matchedOf returns the database with so many frames, which is built once.
func matchedOf(frames int) (*matched, error) {
	matchedMutex.Lock()
	defer matchedMutex.Unlock()
	if m := matchedByFrames[frames]; m != nil {
		return m, nil
	}
	joints := []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}
	for _, name := range []string{"hips", "left_foot", "right_foot"} {
		joints = append(joints, rig.Joint{Name: name, Rest: rig.IdentityTRS()})
	}
	skeleton, err := rig.NewSkeleton("walker", joints, nil)
	if err != nil {
		return nil, err
	}
	m := &matched{library: assets.NewLibrary(assets.Exact())}
	b := matching.NewBuilder("takes", skeleton).Trajectory(1, 1.5, 1.0/3, 2.0/3, 1).
		Position("left_foot", 0.75).Position("right_foot", 0.75).
		Velocity("left_foot", 1).Velocity("right_foot", 1).Velocity("hips", 1)
	w := &walker{random: rand.New(rand.NewPCG(26, 4))}
	const length = 2700
	for at := 0; at < frames; at += length {
		c, err := w.take(fmt.Sprint("take ", at/length), skeleton, min(length, frames-at))
		if err != nil {
			return nil, err
		}
		b.Range(matching.Range{Clip: m.library.AddClip(c), SkipEnd: -1})
	}
	start := time.Now()
	if m.Database, err = b.Build(m.library); err != nil {
		return nil, err
	}
	m.built = time.Since(start)
	for _, f := range m.Features() {
		scale := float64(f.Weight) / f.Spread
		for range f.Width {
			m.weights = append(m.weights, float32(scale*scale))
		}
	}
	width := m.Width()
	m.rows = make([]float32, (frames+nearest.Points-1)/nearest.Points*nearest.Points*width)
	for i := range m.rows {
		m.rows[i] = float32(math.Inf(1))
	}
	var numbers []float32
	for frame := range m.Frames() {
		numbers = m.Query(frame, nil, numbers)
		for i, n := range numbers {
			m.rows[(frame/nearest.Points*width+i)*nearest.Points+frame%nearest.Points] = n
		}
	}
	matchedByFrames[frames] = m
	return m, nil
}

var (
	matchedMutex    sync.Mutex
	matchedByFrames = map[int]*matched{}
)

// bruteForce returns the frame that is nearest to a query, and its distance, from all of them.
func (m *matched) bruteForce(query []float32) (frame int, cost float32) {
	frame, cost = -1, float32(math.Inf(1))
	size := nearest.Points * len(query)
	for at := 0; at < len(m.rows); at += size {
		var distances [nearest.Points]float32
		nearest.Distances(&distances, query, m.weights, m.rows[at:at+size], float32(math.Inf(1)))
		for lane, distance := range distances {
			if distance < cost {
				frame, cost = at/len(query)+lane, distance
			}
		}
	}
	return frame, cost
}

// course is somebody who plays a database and wishes: 10 searches a second.
type course struct {
	m              *matched
	random         *rand.Rand
	isSteered      bool
	frame          int
	goal, velocity [2]float64 // m/s, in the space of the character
	nextChange     int
	query          []float32
	wish           []matching.Point
}

// next returns the next query.
func (c *course) next() []float32 {
	if c.nextChange--; c.nextChange <= 0 {
		c.nextChange = 40
		if c.isSteered {
			c.nextChange = 1 + c.random.IntN(8)
		}
		sin, cos := math.Sincos(c.random.NormFloat64() * 0.3)
		speed := []float64{1.4, 3.5}[c.random.IntN(2)]
		if c.isSteered {
			sin, cos = math.Sincos(c.random.Float64() * 2 * math.Pi)
			speed = c.random.Float64() * 4
		}
		c.goal = [2]float64{speed * sin, speed * cos}
	}
	c.wish = c.wish[:0]
	at, last := [2]float64{}, 0.0
	for _, time := range c.m.Times() {
		p := matching.Point{DirectionZ: 1}
		share := 1 - math.Exp(-time*4)
		for axis := range at {
			at[axis] += (c.velocity[axis] + share*(c.goal[axis]-c.velocity[axis])) * (time - last)
		}
		last = time
		p.X, p.Z = float32(at[0]), float32(at[1])
		if length := math.Hypot(c.goal[0], c.goal[1]); length > 0.3 {
			angle := math.Atan2(c.goal[0], c.goal[1]) * share
			sin, cos := math.Sincos(angle)
			p.DirectionX, p.DirectionZ = float32(sin), float32(cos)
		}
		c.wish = append(c.wish, p)
	}
	for axis := range c.velocity {
		c.velocity[axis] += (c.goal[axis] - c.velocity[axis]) * (1 - math.Exp(-0.4))
	}
	angle := math.Atan2(c.goal[0], c.goal[1]) * (1 - math.Exp(-0.4)) // which it turns until the next search
	sin, cos := math.Sincos(angle)
	for _, v := range []*[2]float64{&c.goal, &c.velocity} {
		*v = [2]float64{v[0]*cos - v[1]*sin, v[0]*sin + v[1]*cos}
	}
	c.query = c.m.Query(c.frame, c.wish, c.query)
	return c.query
}

// BenchmarkMatching is one search of a database: with a wish that stays for seconds, and one that
// changes all the time. It reports beside it what comparing the same queries with all frames takes.
func BenchmarkMatching(b *testing.B) {
	for _, frames := range []int{36_000, 108_000, 432_000} {
		b.Run(fmt.Sprintf("frames=%d", frames), func(b *testing.B) {
			for _, wish := range []string{"steady", "steered"} {
				b.Run("wish="+wish, func(b *testing.B) {
					m, err := matchedOf(frames)
					if err != nil {
						b.Fatal(err)
					}
					c := &course{m: m, random: rand.New(rand.NewPCG(1, 1)), isSteered: wish == "steered"}
					var queries [][]float32
					var searches []matching.Search
					for range 1000 {
						q := append([]float32(nil), c.next()...)
						search := matching.Search{Current: c.frame, Stay: 0.01}
						queries, searches = append(queries, q), append(searches, search)
						c.frame, _ = m.Search(q, search)
						c.frame = min(c.frame+3, m.Frames()-1)
					}
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
					i, start := 0, threadTime()
					for b.Loop() {
						m.Search(queries[i], searches[i])
						if i++; i == len(queries) {
							i = 0
						}
					}
					perQuery := func(n int) float64 { return float64((threadTime() - start).Nanoseconds()) / 1000 / float64(n) }
					b.ReportMetric(perQuery(b.N), "us/query")
					const some = 100
					start = threadTime()
					for k := range some {
						m.bruteForce(queries[k*len(queries)/some])
					}
					b.ReportMetric(perQuery(some), "brute-us/query")
					for k := range some {
						query := queries[k*len(queries)/some]
						if frame, cost := m.Search(query, matching.Search{}); frame >= 0 {
							if want, least := m.bruteForce(query); frame != want || cost != least {
								b.Fatalf("query %d: found frame %d at %v, brute force %d at %v", k, frame, cost, want, least)
							}
						}
					}
					b.ReportMetric(m.built.Seconds(), "s/build")
					b.ReportMetric(float64(m.Report().Bytes)/1e6, "MB")
				})
			}
		})
	}
}
