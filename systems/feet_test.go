package systems_test

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// TestPlantedFeetStayOnHills: over random terrains a planted foot of a walking mannequin slips and
// sinks by at most 2 mm, whatever the size of the world and where the character heads.
func TestPlantedFeetStayOnHills(t *testing.T) {
	probe.Serial(t)
	random := rand.New(rand.NewPCG(1, 90))
	const walkers, frames = 40, 80
	terrains := 0
	worstSlip, worstSink, worstFloat, planted := 0.0, 0.0, 0.0, 0
	for terrains < feetLong(400, 10000) {
		terrains += walkers
		scale := []float64{1, 1, 0.01, 100}[random.IntN(4)]
		s := newFeetStage(t, 1)
		var grounds [walkers]hills // each walker has a terrain to itself, far from the others'
		const apart = 20
		s.animation.SetGround(systems.GroundFunc(func(x, z float32) (float32, mgl32.Vec3) {
			i := min(max(int(math.Round(float64(x)/scale/apart)), 0), walkers-1)
			return grounds[i].ground(x, z)
		}))
		var feet, twins [walkers]ecs.Entity
		var headings, starts [walkers]float64
		for i := range grounds {
			grounds[i] = newHills(random, scale)
			if i%4 == 3 {
				grounds[i].step = 0.05 + 0.1*random.Float64()
			}
			phase := random.Float64()
			feet[i], twins[i] = s.walker("walk", phase, true), s.walker("walk", phase, false)
			headings[i], starts[i] = random.Float64()*2*math.Pi, random.Float64()
		}
		type track struct {
			frames int
			at     mgl32.Vec3
			before mgl32.Vec3
		}
		var tracks [walkers][2]track
		for frame := range frames {
			for i := range feet {
				way := float64(frame) / 60 * mannequin.WalkSpeed
				x, z := apart*float64(i)+way*math.Sin(headings[i]), starts[i]+way*math.Cos(headings[i])
				y, _ := grounds[i].smooth(float32(x*scale), float32(z*scale))
				size := float32(scale)
				turn := mgl32.HomogRotate3DY(float32(headings[i])).Mul4(mgl32.Scale3D(size, size, size))
				s.place(feet[i], mgl32.Translate3D(float32(x*scale), y, float32(z*scale)).Mul4(turn))
				s.place(twins[i], mgl32.Translate3D(float32(x*scale), 0, float32(z*scale)).Mul4(turn))
			}
			s.must(s.animation.Update(1.0 / 60))
			for i := range feet {
				for k, side := range []string{"left", "right"} {
					twin, got := s.jointWorld(twins[i], side+"_toe"), s.jointWorld(feet[i], side+"_toe")
					tr := &tracks[i][k]
					moved := twin.Sub(tr.before)
					moved[1] = 0
					tr.before = twin
					rest := s.restToe(side)
					if float64(moved.Len())/scale > 0.06/60 || float64(twin[1])/scale > float64(rest)+0.002 ||
						frame < 5 {
						tr.frames = 0
						continue
					}
					landing := 4 // frames
					if grounds[i].step > 0 {
						landing = 8
					}
					if tr.frames++; tr.frames < landing {
						continue
					}
					if tr.frames == landing {
						tr.at = got
					}
					planted++
					slip := got.Sub(tr.at)
					slip[1] = 0
					worstSlip = max(worstSlip, float64(slip.Len())/scale)
					sole := got
					for range 4 {
						_, n := grounds[i].ground(sole[0], sole[2])
						sole = got.Sub(n.Mul(twin[1]))
					}
					y, _ := grounds[i].ground(sole[0], sole[2])
					gap := float64(sole[1]-y) / scale
					if grounds[i].step > 0 { // at an edge, both steps count
						for _, d := range []float32{-0.002, 0.002} {
							for _, at := range []mgl32.Vec2{{d, 0}, {0, d}} {
								y, _ := grounds[i].ground(sole[0]+at[0]*float32(scale), sole[2]+at[1]*float32(scale))
								if other := float64(sole[1]-y) / scale; math.Abs(other) < math.Abs(gap) {
									gap = other
								}
							}
						}
					}
					worstSink, worstFloat = max(worstSink, -gap), max(worstFloat, gap)
				}
			}
		}
		s.animation.Close()
	}
	t.Logf("%d terrains, %d frames of planted feet: slip %.2f mm, sink %.2f mm, float %.2f mm", terrains, planted,
		worstSlip*1e3, worstSink*1e3, worstFloat*1e3)
	if planted < terrains*10 {
		t.Errorf("feet were planted in %d frames, want at least %d", planted, terrains*10)
	}
	if worstSlip > 0.002 || worstSink > 0.002 || worstFloat > 0.002 {
		t.Errorf("a planted foot slips %.2f mm, sinks %.2f mm and floats %.2f mm, want at most 2", worstSlip*1e3,
			worstSink*1e3, worstFloat*1e3)
	}
}

func feetLong(short, long int) int {
	if os.Getenv("SINEW_LONG") != "" {
		return long
	}
	return short
}

// restToe returns the height of a toe in the rest pose.
func (s *feetStage) restToe(side string) float32 {
	skeleton := s.library.Skeleton(s.model.Skeleton)
	joint, err := skeleton.FindJoint(side + "_toe")
	s.must(err)
	m := skeleton.Rest(joint).Matrix()
	for j := skeleton.Parent(joint); j >= 0; j = skeleton.Parent(j) {
		m = skeleton.Rest(j).Matrix().Mul(m)
	}
	return m.Point(mgl32.Vec3{})[1]
}

// TestFeetOnLevelFloorKeepTheirBits: on a level floor foot placement without locks changes no bit,
// for characters that are turned, scaled or mirrored; locks hold the feet of good motions within
// centimeters.
func TestFeetOnLevelFloorKeepTheirBits(t *testing.T) {
	for _, clip := range []string{"idle", "walk", "run"} {
		for _, size := range []mgl32.Vec3{{1, 1, 1}, {0.01, 0.01, 0.01}, {100, 100, 100}, {-2, 2, 2}} {
			s := newFeetStage(t, 1)
			speed := map[string]float64{"walk": mannequin.WalkSpeed, "run": mannequin.RunSpeed}[clip]
			height := 3 * size[1]
			s.animation.SetGround(systems.GroundFunc(func(_, _ float32) (float32, mgl32.Vec3) {
				return height, mgl32.Vec3{0, 1, 0}
			}))
			locked, plain := s.walker(clip, 0, true), s.walker(clip, 0, false)
			s.stack = s.free
			free := s.walker(clip, 0, true)
			worst, worstLocked := float32(0), float32(0)
			for frame := range 120 {
				way := float32(float64(frame) / 60 * speed)
				m := mgl32.Translate3D(0, height, 0).Mul4(mgl32.HomogRotate3DY(0.7)).
					Mul4(mgl32.Scale3D(size[0], size[1], size[2])).Mul4(mgl32.Translate3D(0, 0, way))
				for _, entity := range []ecs.Entity{locked, plain, free} {
					s.place(entity, m)
				}
				s.must(s.animation.Update(1.0 / 60))
				a, b, c := s.animation.ModelMatrices(free), s.animation.ModelMatrices(plain),
					s.animation.ModelMatrices(locked)
				for i := range a {
					worst = max(worst, max(a[i]-b[i], b[i]-a[i]))
					if i%4 == 3 {
						worstLocked = max(worstLocked, max(c[i]-b[i], b[i]-c[i]))
					}
				}
			}
			t.Logf("%s at %v: the pose differs by %.3g, joints of locked feet by %.3g m", clip, size, worst,
				worstLocked)
			if worst > 0 || worstLocked > 0.06 {
				t.Errorf("%s at %v: the pose differs by %v, joints of locked feet by %v m", clip, size, worst,
					worstLocked)
			}
		}
	}
}

// TestFeetOnASlope compares feet and pelvis of a standing character with the heights in closed
// form.
func TestFeetOnASlope(t *testing.T) {
	for _, slope := range []float32{-0.3, -0.1, 0.1, 0.3} {
		s := newFeetStage(t, 1)
		normal := mgl32.Vec3{-slope, 1, 0}.Normalize()
		s.animation.SetGround(systems.GroundFunc(func(x, _ float32) (float32, mgl32.Vec3) { return slope * x, normal }))
		entity, plain := s.walker("none", 0, true), s.walker("none", 0, false)
		for range 3 {
			s.must(s.animation.Update(1.0 / 60))
		}
		for _, side := range []string{"left", "right"} {
			got, want := s.jointWorld(entity, side+"_toe"), s.jointWorld(plain, side+"_toe")
			h := want[1]
			want = mgl32.Vec3{want[0], slope * want[0], want[2]}.Add(normal.Mul(h))
			if d := got.Sub(want).Len(); d > 2e-4 {
				t.Errorf("slope %v: the %s toe is at %v, want %v, %v m away", slope, side, got, want, d)
			}
			m, err := s.animation.JointWorld(entity, side+"_foot")
			s.must(err)
			p, err := s.animation.JointWorld(plain, side+"_foot")
			s.must(err)
			turn := mgl32.QuatBetweenVectors(mgl32.Vec3{0, 1, 0}, normal)
			for axis := range 3 {
				if d := turn.Rotate(p.Col(axis).Vec3()).Sub(m.Col(axis).Vec3()).Len(); d > 1e-3 {
					t.Errorf("slope %v: axis %d of the %s foot is off by %v", slope, axis, side, d)
				}
			}
		}
		if drop := s.jointWorld(plain, "hips").Sub(s.jointWorld(entity, "hips"))[1]; drop < 0 || drop > 0.1 {
			t.Errorf("slope %v: the pelvis is lowered by %v", slope, drop)
		}
	}
}

// TestFeetDoNotPop: the ground jumps by 30 cm below standing feet; nothing jumps in the picture.
func TestFeetDoNotPop(t *testing.T) {
	s := newFeetStage(t, 1)
	height, tilt := float32(0), float32(0)
	s.animation.SetGround(systems.GroundFunc(func(_, _ float32) (float32, mgl32.Vec3) {
		return height, mgl32.Vec3{tilt, 1, 0}.Normalize()
	}))
	entity := s.walker("idle", 0, true)
	var before []float32
	worst := float32(0)
	for frame := range 120 {
		switch frame {
		case 20:
			height = -0.3
		case 50:
			height, tilt = 0.2, 0.4
		case 80:
			height, tilt = float32(math.NaN()), float32(math.NaN())
		}
		s.must(s.animation.Update(1.0 / 60))
		now := slices.Clone(s.animation.ModelMatrices(entity))
		for i := 3; i < len(now) && frame > 0; i += 4 {
			worst = max(worst, max(now[i]-before[i], before[i]-now[i]))
		}
		before = now
	}
	t.Logf("the largest move of a joint within a frame is %.3f m", worst)
	if worst > 0.14 {
		t.Errorf("a joint moves by %v m within a frame", worst)
	}
}

// TestFeetWithStrangeGround: the pose stays finite whatever the ground is, and the feet stand again
// when it is well.
func TestFeetWithStrangeGround(t *testing.T) {
	s := newFeetStage(t, 1)
	random := rand.New(rand.NewPCG(1, 91))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	numbers := []float32{0, 0, 1, -1, nan, inf, -inf, 3e38, -3e38, 1e-40}
	strange := true
	number := func() float32 { return numbers[random.IntN(len(numbers))] }
	s.animation.SetGround(systems.GroundFunc(func(_, _ float32) (float32, mgl32.Vec3) {
		if !strange {
			return 0, mgl32.Vec3{0, 1, 0}
		}
		return number(), mgl32.Vec3{number(), number(), number()}
	}))
	entity, plain := s.walker("idle", 0, true), s.walker("idle", 0, false)
	for frame := range 600 {
		if strange = frame < 400; strange && random.IntN(10) == 0 {
			m := mgl32.Ident4()
			m[random.IntN(16)] = number()
			s.place(entity, m)
		} else {
			s.place(entity, mgl32.Ident4())
		}
		s.must(s.animation.Update(1.0 / 60))
		for i, x := range s.animation.ModelMatrices(entity) {
			if x-x != 0 {
				t.Fatalf("frame %d: number %d of the pose is %v", frame, i, x)
			}
		}
	}
	a, b := s.animation.ModelMatrices(entity), s.animation.ModelMatrices(plain)
	for i := range a {
		if d := a[i] - b[i]; d > 1e-5 || d < -1e-5 {
			t.Fatalf("after the strange ground number %d of the pose is %v, want %v", i, a[i], b[i])
		}
	}
}

// hashFeet returns a hash of the poses of walkers on hills.
func hashFeet(t *testing.T, workers int) string {
	s := newFeetStage(t, workers)
	random := rand.New(rand.NewPCG(1, 92))
	h := newHills(random, 1)
	s.animation.SetGround(systems.GroundFunc(h.ground))
	var crowd []ecs.Entity
	for i := range 100 {
		crowd = append(crowd, s.walker("walk", random.Float64(), i%3 > 0))
	}
	hash := sha256.New()
	for frame := range 40 {
		for i, entity := range crowd {
			s.place(entity, mgl32.Translate3D(float32(i), 0, float32(frame)/60*mannequin.WalkSpeed))
		}
		s.must(s.animation.Update(1.0 / 60))
		for _, entity := range crowd {
			s.must(binary.Write(hash, binary.LittleEndian, s.animation.ModelMatrices(entity)))
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// TestFeetHaveEqualBits compares the bits with 1 and 4 workers, and with the bits of a process that
// does not use AVX2.
func TestFeetHaveEqualBits(t *testing.T) {
	if probe.Race { // only several workers can race
		hashFeet(t, 4)
		return
	}
	one := hashFeet(t, 1)
	fmt.Printf("feet: %s\n", one)
	if os.Getenv("SINEW_NOASM") != "" {
		return
	}
	if four := hashFeet(t, 4); four != one {
		t.Errorf("the hash is %s with 4 workers, want %s as with 1", four, one)
	}
	command := exec.Command(os.Args[0], "-test.run", "^TestFeetHaveEqualBits$")
	command.Env = append(os.Environ(), "SINEW_NOASM=1")
	output, err := command.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("the process without AVX2 failed: %v\n%s", err, output)
		}
		t.Skipf("%s starts no processes, another system does: %v", runtime.GOOS, err)
	}
	if !strings.Contains(string(output), "feet: "+one) {
		t.Errorf("without AVX2 the bits differ: %s, want %s", output, one)
	}
}

// TestFeetAllocateNothing runs frames of characters with foot placement.
func TestFeetAllocateNothing(t *testing.T) {
	s := newFeetStage(t, 1)
	h := newHills(rand.New(rand.NewPCG(1, 93)), 1)
	s.animation.SetGround(systems.GroundFunc(h.ground))
	for i := range 20 {
		s.walker("walk", float64(i)/20, true)
	}
	s.must(s.animation.Update(1.0 / 60))
	if n := testing.AllocsPerRun(20, func() { s.must(s.animation.Update(1.0 / 60)) }); n > 0 {
		t.Errorf("a frame with foot placement allocates %v times", n)
	}
}
