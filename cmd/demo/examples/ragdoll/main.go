package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/demo/internal/tumble"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func main() {
	for _, push := range []mgl32.Vec3{{0, 0, -90}, {10, 0, 90}} {
		if err := run(os.Stdout, push); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// frame is the time of a frame in seconds.
const frame = 1.0 / 60

// run pushes a character over by an impulse in newton seconds, and waits until it stands again.
func run(out io.Writer, push mgl32.Vec3) error {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		return err
	}
	clips, err := tumble.AddClips(library, model) // get up from the back, get up from the front
	if err != nil {
		return err
	}
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d bodies, %.0f kg\n", len(bodies.Bodies), bodies.Mass())

	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		return err
	}
	defer animation.Close()
	guard, err := animation.Spawn(model, mgl32.Ident4())
	if err != nil {
		return err
	}
	player, doll := animation.Player(guard), animation.Ragdoll(guard)
	if err := player.Play(model.Clip("idle")); err != nil {
		return err
	}
	if err := doll.Bind(bodies); err != nil {
		return err
	}
	for range 10 {
		if err := animation.Update(frame); err != nil {
			return err
		}
	}

	// The physics takes over from where the character is, and how it moves.
	motions, err := doll.Bodies(nil)
	if err != nil {
		return err
	}
	var joints []mgl32.Mat4
	for i := range bodies.Bodies {
		m, err := animation.JointWorldAt(guard, bodies.Bodies[i].Joint)
		if err != nil {
			return err
		}
		joints = append(joints, m)
	}
	physics, err := begin(bodies, joints, motions)
	if err != nil {
		return err
	}
	chest, _ := bodies.Find("spine_4")
	physics.doll.Push(chest, motions[chest].Position, push)
	if err := doll.Start(); err != nil {
		return err
	}

	// It falls: muscles hold the pose at first, and give way.
	var places []ragdoll.Transform
	seconds := 0.0
	for still := 0; still < 20 && seconds < 6; seconds += frame {
		if motions, err = doll.Targets(motions); err != nil {
			return err
		}
		places = physics.step(frame, motions, max(1, 60*(1-2*seconds)), places)
		if err := doll.SetBodies(places); err != nil {
			return err
		}
		if err := animation.Update(frame); err != nil {
			return err
		}
		if still++; physics.doll.Speed() > 0.2 {
			still = 0
		}
	}
	faceUp, err := doll.FacesUp()
	if err != nil {
		return err
	}
	hips, err := animation.JointWorld(guard, "hips")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "lies after %.1f s, face up: %v, the hips %.1f m away\n", seconds, faceUp,
		mgl32.Vec2{hips[12], hips[14]}.Len())

	// It settles: muscles bring it into the first pose of the clip that fits how it lies.
	ground := mgl32.Vec3{} // a point on the ground under the hips
	clip, err := doll.Settle(ground, clips.FromBack, clips.FromFront)
	if err != nil {
		return err
	}
	apart, seconds := math.Pi, 0.0
	for ; seconds < 2 && (apart > 0.12 || physics.doll.Speed() > 0.2); seconds += frame {
		if err := animation.Update(frame); err != nil {
			return err
		}
		if motions, err = doll.Targets(motions); err != nil {
			return err
		}
		if apart, err = doll.Apart(); err != nil {
			return err
		}
		places = physics.step(frame, motions, 280*min(1, 1.4*seconds), places)
		if err := doll.SetBodies(places); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "settles in %.1f s, at most %.0f degrees from the clip\n", seconds, apart*180/math.Pi)

	// It gets up: the Transform goes to where the clip fits, and the pose carries over within 0.4
	// s.
	if _, err := doll.GetUp(ground, 0.4, clip); err != nil {
		return err
	}
	if err := player.SetMode(assets.Hold, 1); err != nil {
		return err
	}
	fastest := float32(0)
	for step := 0; !player.Playback().Finished; step++ {
		if err := animation.Update(frame); err != nil {
			return err
		}
		if motions, err = doll.Bodies(motions); err != nil {
			return err
		}
		for i := range motions {
			if step < 2 {
				fastest = max(fastest, motions[i].Linear.Len())
			}
		}
	}
	head, err := animation.JointWorld(guard, "head")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "begins to %s without a jump: %v\n", library.Clip(clip).Name(), fastest < 1)
	fmt.Fprintf(out, "stands, its head at %.1f m\n", head[13])
	return nil
}
