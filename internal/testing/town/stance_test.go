package town_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/testing/town"
)

// jointAt returns where a joint of a character is in the world.
func jointAt(t *testing.T, of *town.Town, c *town.Character, joint string) mgl32.Vec3 {
	t.Helper()
	m, err := of.Animation.JointWorld(c.Entity, joint)
	if err != nil {
		t.Fatal(err)
	}
	return m.Col(3).Vec3()
}

// People stand and walk on the ground, also on slopes: nobody floats, nobody sinks in.
func TestPeopleStandOnTheGround(t *testing.T) {
	played, _ := open(t, town.Small, 0, 1)
	onSlopes := 0
	for played.Frame < 200 {
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
		if played.Frame < 30 || played.Frame%10 != 0 {
			continue
		}
		for i := range played.Characters {
			c := &played.Characters[i]
			if c.Role != town.Walker && c.Role != town.Talker && c.Role != town.Guard {
				continue
			}
			if controller := played.Animation.Controller(c.Entity); controller.Component() != nil {
				speed, err := controller.Graph().FloatParameter("speed")
				if err != nil {
					t.Fatal(err)
				}
				if value, err := controller.FloatParameter(speed); err != nil || value > 1 {
					continue // those who run leave the ground
				}
			}
			lowest := float32(1)
			for _, joint := range []string{"left_toe", "right_toe"} {
				at := jointAt(t, played, c, joint)
				lowest = min(lowest, at[1]-float32(town.Height(float64(at[0]), float64(at[2]))))
				if at[0] > 7 && at[0] < 19 {
					onSlopes++
				}
			}
			if lowest < -0.005 || lowest > 0.045 { // at rest a toe is 16 to 26 mm above the sole
				t.Errorf("frame %d: %s %d: the lower toe is %v m above the ground", played.Frame, c.Rig.Name, i, lowest)
			}
		}
	}
	if onSlopes < 50 {
		t.Errorf("%d times on a slope", onSlopes)
	}
}

// Riders sit in the saddle while the horse walks.
func TestRidersSitInTheSaddle(t *testing.T) {
	played, _ := open(t, town.Small, 0, 1)
	riders := 0
	begin := map[int]mgl32.Vec3{}
	for played.Frame < 120 {
		if err := played.Step(); err != nil {
			t.Fatal(err)
		}
		for i := range played.Characters {
			c := &played.Characters[i]
			if c.Role != town.Rider || played.Frame < 10 {
				continue
			}
			saddle, hips := jointAt(t, played, &played.Characters[i-1], "saddle"), jointAt(t, played, c, "hips")
			if played.Frame == 10 {
				begin[i] = saddle
			}
			riders++
			apart := hips.Sub(saddle)
			up := apart[1]
			apart[1] = 0
			if apart.Len() > 0.08 || up < 0.1 || up > 0.25 {
				t.Fatalf("frame %d: the hips of rider %d are %v m above the saddle and %v m beside it", played.Frame, i, up,
					apart.Len())
			}
			if moved := saddle.Sub(begin[i]).Len(); played.Frame == 120 && moved < 1 {
				t.Errorf("the horse of rider %d moved %v m", i, moved)
			}
		}
	}
	if riders < 300 {
		t.Errorf("%d times a rider", riders)
	}
}
