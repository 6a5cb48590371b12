package scene

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/crowd"
)

// Sizes of the stadium, in meters.
const (
	laneInner, laneStep = 9.0, 1.3 // radius of the innermost lane, and from one to the next
	lanes               = 24
	runnerSpacing       = 1.9
	rowInner, rowStep   = 48.0, 0.85 // radius of the first row of spectators, and from one to the next
	rowRise             = 0.46
	seatSpacing         = 0.62
)

// StadiumCount returns the number of members of a stadium if none is given: fewer in a browser,
// which may have a phone's GPU.
func StadiumCount() int {
	if runtime.GOOS == "js" {
		return 20_000
	}
	return 100_000
}

// Stadium is a scene of a crowd: runners on a track, and around them rows of spectators who wave in
// waves. Members are posed by the GPU. All share a model, and differ in tint, build, height and in
// what they wear.
type Stadium struct {
	*Scene
	crowd     *crowd.Crowd
	carriers  []carrier
	updating  meanTime // of the CPU
	gathering meanTime
	drawn     int
	joints    int // of all members
}

// carrier is an entity that turns about the middle of the stadium, and carries the runners of a
// lane.
type carrier struct {
	entity ecs.Entity
	speed  float64 // radians per second
}

// NewStadium returns a stadium with a number of members.
func NewStadium(library *assets.Library, model *assets.Model, count int) (*Stadium, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	st := &Stadium{Scene: s}
	if err := st.fill(model, count); err != nil {
		st.Close()
		return nil, fmt.Errorf("scene: stadium: %w", err)
	}
	s.yaw, s.pitch, s.distance = 14, 6, 1 // from above the near edge of the lawn
	s.bounds = assets.Box{Min: mgl32.Vec3{-20, -4, -34}, Max: mgl32.Vec3{20, 20, -26}}
	st.joints = st.crowd.Len() * library.Skeleton(model.Skeleton).Len()
	return st, s.Update(0)
}

// fill makes the stand, the runners and the spectators.
func (s *Stadium) fill(model *assets.Model, count int) (err error) {
	if s.crowd, err = crowd.New(s.animation); err != nil {
		return err
	}
	if model, err = figure.Supporter(s.library, model); err != nil {
		return err
	}
	if err := errors.Join(s.setLevels(model), s.crowd.SetDetail(1.0/8, 1.0/24)); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 7))
	runners := min(count/8, s.trackRoom())
	for lane := 0; lane < lanes && runners > 0; lane++ {
		n, err := s.addLane(model, random, lanes-1-lane, runners)
		if err != nil {
			return err
		}
		runners, count = runners-n, count-n
	}
	rows := 0
	for ; count > 0; rows++ {
		n, err := s.addRow(model, random, rows, count)
		if err != nil {
			return err
		}
		count -= n
	}
	return s.addStand(rows)
}

// trackRoom returns how many runners fit onto the track.
func (s *Stadium) trackRoom() (n int) {
	for lane := range lanes {
		n += int(2 * math.Pi * laneRadius(lane) / runnerSpacing)
	}
	return n
}

func laneRadius(lane int) float64 { return laneInner + laneStep*float64(lane) }

// addLane adds up to limit runners on a lane, on a carrier that turns as fast as they run.
func (s *Stadium) addLane(model *assets.Model, random *rand.Rand, lane, limit int) (n int, err error) {
	radius := laneRadius(lane)
	n = min(limit, int(2*math.Pi*radius/runnerSpacing))
	transforms := generic.NewMap1[components.Transform](&s.world)
	c := carrier{transforms.NewWith(components.NewTransform(0, 0, 0)), mannequin.RunSpeed / radius}
	s.carriers = append(s.carriers, c)
	for i := range n {
		angle := 2*math.Pi*(float64(i)+0.5*random.Float64())/float64(n) + float64(lane)
		at := mgl32.HomogRotate3DY(float32(angle)).Mul4(mgl32.Translate3D(float32(radius+0.3*random.Float64()), 0, 0)).
			Mul4(mgl32.HomogRotate3DY(math.Pi))
		runner, err := s.member(model, at, "run", random.Float64(), jersey(random, lane%3), runnerLook(random))
		if err != nil {
			return 0, err
		}
		if err := runner.SetCarrier(c.entity); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// addRow adds up to limit spectators in a row. Their waves run around the stadium, and up the rows.
func (s *Stadium) addRow(model *assets.Model, random *rand.Rand, row, limit int) (n int, err error) {
	radius, height := rowInner+rowStep*float64(row), rowRise*float64(row+1)
	n = int(2 * math.Pi * radius / seatSpacing)
	const waves = 9
	for i := range min(n, limit) {
		share := float64(i) / float64(n)
		angle := 2 * math.Pi * share
		at := mgl32.HomogRotate3DY(float32(angle)).
			Mul4(mgl32.Translate3D(0, float32(height), float32(radius+0.12*random.Float64()))).
			Mul4(mgl32.HomogRotate3DY(float32(math.Pi + 0.5*(random.Float64()-0.5))))
		clip, phase := "wave", math.Mod(waves*share+0.03*float64(row)+0.04*random.Float64(), 1)
		switch p := random.Float64(); {
		case p < 0.08:
			clip, phase = "idle", random.Float64()
		case p < 0.14:
			clip, phase = "dance", random.Float64()
		case p < 0.5:
			clip = "jump"
		}
		if _, err := s.member(model, at, clip, phase, jersey(random, int(share*8)%4), spectatorLook(random)); err != nil {
			return 0, err
		}
	}
	return min(n, limit), nil
}

// look is what a member looks like besides its tint.
type look struct {
	build, height float32
	wears         []string
}

// runnerLook returns the look of a runner: slim, and with little on.
func runnerLook(random *rand.Rand) look {
	l := look{build: 0.82 + 0.2*random.Float32(), height: 0.95 + 0.1*random.Float32()}
	if random.IntN(3) > 0 {
		l.wears = append(l.wears, figure.Hair)
	}
	return l
}

// spectatorLook returns the look of a spectator: slim or stout, with what supporters wear.
func spectatorLook(random *rand.Rand) look {
	stout := random.Float32()
	l := look{build: 0.85 + 0.6*stout*stout, height: 0.92 + 0.14*random.Float32()}
	switch p := random.IntN(10); {
	case p < 4:
		l.wears = append(l.wears, figure.Cap)
	case p < 8:
		l.wears = append(l.wears, figure.Hair)
	}
	for _, part := range []struct {
		name  string
		oneOf int
	}{{figure.Scarf, 3}, {figure.Pack, 6}} {
		if random.IntN(part.oneOf) == 0 {
			l.wears = append(l.wears, part.name)
		}
	}
	return l
}

// member adds a member that loops a clip from a phase on.
func (s *Stadium) member(model *assets.Model, at mgl32.Mat4, clip string, phase float64,
	tint mgl32.Vec3, looks look,
) (crowd.Member, error) {
	id := model.Clip(clip)
	m, err := s.crowd.Spawn(model, at.Mul4(mgl32.Scale3D(looks.height, looks.height, looks.height)), id)
	if err != nil {
		return m, err
	}
	for _, part := range []string{figure.Cap, figure.Hair, figure.Scarf, figure.Pack} {
		if !slices.Contains(looks.wears, part) {
			if err := m.HidePart(part); err != nil {
				return m, err
			}
		}
	}
	if err := m.SetBuild(looks.build); err != nil {
		return m, err
	}
	c := s.library.Clip(id)
	if err := m.Seek(c.Start() + phase*c.Duration()); err != nil {
		return m, err
	}
	return m, m.SetTint(tint)
}

// jersey returns the color of a section's shirts, or now and then a neutral one: from afar, single
// colors of other sections would be noise.
func jersey(random *rand.Rand, section int) mgl32.Vec3 {
	sections := [...]mgl32.Vec3{
		{0.85, 0.22, 0.15},
		{0.88, 0.7, 0.24},
		{0.18, 0.38, 0.8},
		{0.9, 0.9, 0.93},
	}
	neutral := [...]mgl32.Vec3{{0.9, 0.9, 0.93}, {0.45, 0.4, 0.39}}
	color := sections[section]
	if random.IntN(12) == 0 {
		color = neutral[random.IntN(len(neutral))]
	}
	return color.Mul(0.84 + 0.2*random.Float32())
}

// Update advances time by seconds: the carriers turn, and nothing else is done for any member.
func (s *Stadium) Update(seconds float64) error {
	begin := time.Now()
	for _, c := range s.carriers {
		turn := math.Mod(c.speed*(s.time+seconds), 2*math.Pi)
		s.transforms.Get(c.entity).Matrix = mgl32.HomogRotate3DY(float32(turn))
	}
	err := s.Scene.Update(seconds)
	s.updating.add(time.Since(begin).Seconds())
	return err
}

// Drawn reports how long the renderer took to find what it draws, in seconds of the CPU, and how
// many of the entities it did not draw.
func (s *Stadium) Drawn(seconds float64, culled int) {
	s.gathering.add(seconds)
	s.drawn = max(0, s.Characters()-culled)
}

// meanTime is the moving average of a frame's time, in seconds. The first frame, which prepares
// what all later ones use, counts only until there is another one.
type meanTime struct {
	seconds float64
	frames  int
}

func (m *meanTime) add(seconds float64) {
	if m.frames++; m.frames <= 2 {
		m.seconds = seconds
	}
	m.seconds += (seconds - m.seconds) / 8
}

// Status returns how many members there are and are in view, and the time that they take of the
// CPU, without that of the driver.
func (s *Stadium) Status() string {
	return fmt.Sprintf("%d in the crowd, %d in view: %.2f ms of CPU a frame", s.Characters(), s.drawn,
		1000*(s.updating.seconds+s.gathering.seconds))
}

// Characters returns the number of members.
func (s *Stadium) Characters() int { return s.crowd.Len() }

// Showing returns the number of members.
func (s *Stadium) Showing() string { return fmt.Sprintf("%d characters", s.crowd.Len()) }

// Joints returns the number of joints of all members together, which the GPU poses.
func (s *Stadium) Joints() int { return s.joints }
