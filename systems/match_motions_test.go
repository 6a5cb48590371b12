package systems_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/roaming"
	"github.com/sinew-go/sinew/systems"
)

// roamers is a world with a database of roaming.
type roamers struct {
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	database  id.Motion

	transforms generic.Map[components.Transform]
}

func newRoamers(t testing.TB, seconds float64, settings ...systems.Option) *roamers {
	t.Helper()
	r := &roamers{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	var err error
	if r.model, err = mannequin.New(r.library); err != nil {
		t.Fatal(err)
	}
	if r.database, err = roaming.Add(r.library, r.model, seconds); err != nil {
		t.Fatal(err)
	}
	if r.animation, err = systems.NewAnimation(&r.world, r.library, settings...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.animation.Close)
	r.transforms = generic.NewMap[components.Transform](&r.world)
	return r
}

func (r *roamers) spawn(t testing.TB) ecs.Entity {
	t.Helper()
	e, err := r.animation.Spawn(r.model, mgl32.Ident4())
	check(t, err)
	check(t, r.animation.Player(e).Play(r.database))
	return e
}

// steered is the velocity of a course of 60 s: stands, starts, curves, changes of speed, stops and
// reversals.
func steered(seconds float64) mgl32.Vec3 {
	speed, heading := 0.0, 0.0
	switch step := int(seconds / 2); step % 10 {
	case 0:
	case 1, 2:
		speed = roaming.Walk
	case 3:
		speed, heading = roaming.Run, 0.5
	case 4:
		speed, heading = roaming.Run, 0.5+math.Pi
	case 5:
		speed, heading = 2.2, seconds*1.2
	case 6:
		speed, heading = roaming.Walk, seconds*-1.5
	case 7:
		speed, heading = roaming.Run, -1
	case 8:
		speed, heading = 0.8, 1.5
	case 9:
		speed, heading = roaming.Run, seconds*0.7
	}
	return mgl32.Vec3{float32(speed * math.Sin(heading)), 0, float32(speed * math.Cos(heading))}
}

func TestTrackingOfACourse(t *testing.T) {
	r := newRoamers(t, 600)
	e := r.spawn(t)
	r.animation.Wish(e).MaxDrift = 10
	const rate = 60
	sum, most, jumps := 0.0, 0.0, 0
	before := 0.0
	for k := range 60 * rate {
		w := r.animation.Wish(e)
		w.Velocity = steered(float64(k) / rate)
		check(t, r.animation.Update(1.0/rate))
		m := r.transforms.Get(e).Matrix
		d := float64(r.animation.Wish(e).Place.Position.Sub(m.Col(3).Vec3()).Len())
		sum += d
		if d > most {
			most = d
		}
		now := r.animation.Player(e).Playback().Time
		if math.Abs(now-before) > 2.0/rate {
			jumps++
		}
		before = now
		if k%30 == 0 {
			t.Logf("%.1f s: drift %.3f m, wish %v, time %.2f", float64(k)/rate, d, w.Velocity, now)
		}
	}
	t.Logf("mean %.3f m, at most %.3f m, %d jumps", sum/(60*rate), most, jumps)
}
