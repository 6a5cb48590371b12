package scene

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// The times of a handshake, in seconds from the start of a period.
const (
	handsMeet   = 0.7
	handsPart   = 2.4
	interrupted = 1.15 // the last couple
	turnAway    = 1.45 // by how many radians its guest turns to the left, in two steps
	turnSeconds = 32.0 / 30
	waved       = 3.5 // when the guest lowers the hand
)

// aside is how far to the right of the host the guest stands, in meters, so that their right hands are in
// front of each other and no arm leads through a trunk.
const aside = 0.26

// couple are two characters who shake hands. Both stand at a sign: the host at its left, who leads.
type couple struct {
	sign        string
	at          mgl32.Vec3
	host, guest *character
	distance    float32 // between them, in meters
	handshake   *motion.Paired
	grip        systems.Modifier // of the guest's hand on that of the host
	turning     assets.ClipID    // of the guest who turns away; 0 for others
	hands       [2]string        // names of the joints of the right hands
}

// NewPairs returns a scene of couples of different sizes who shake hands: a paired motion brings
// both to their places and plays their parts, of which that of the guest, who bows afterward, lasts
// longer; the guest's hand finds that of the host by inverse kinematics. The last couple is
// interrupted in each period.
func NewPairs(library *assets.Library, mannequin *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, mannequin)
	if err != nil {
		return nil, err
	}
	same := figure.Proportions{}
	child, giant, heron := figure.Rigs[0], figure.Rigs[1], figure.Rigs[2]
	var couples []*couple
	for i, row := range []struct {
		sign        string
		host, guest figure.Proportions
		distance    float32
		lean        float32 // by which the guest bends down and the host lifts the hand more, in radians
	}{
		{"equal", same, same, 0.84, 0},
		{"child", child, same, 0.56, 0.66},
		{"giant", same, giant, 1.06, 0},
		{"stopped", heron, same, 0.84, 0},
	} {
		c := &couple{sign: row.sign, at: mgl32.Vec3{spread(4, 1.62)[i], 0, 0}, distance: row.distance}
		for k, size := range []figure.Proportions{row.host, row.guest} {
			model, err := withHandshake(library, models[(2*i+k)%len(models)], row.lean, k == 1)
			if err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
			if size.Name != "" {
				if model, err = figure.Proportioned(library, model, size, handshakeClips...); err != nil {
					return nil, fmt.Errorf("scene: %s: %w", size.Name, err)
				}
			}
			c.hands[k] = size.Joint("right_hand")
			place := mgl32.Translate3D(c.at[0]+row.distance*(float32(k)-0.5), 0, aside*float32(k)).
				Mul4(mgl32.HomogRotate3DY(float32(math.Pi/2) * float32(1-2*k)))
			a, err := s.addLooping(model, place, "idle", 0.3*float64(i+k))
			if err != nil {
				return nil, err
			}
			if k == 0 {
				c.host = a
			} else {
				c.guest = a
				err = s.takeHands(c, size)
			}
			if err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
		}
		c.handshake = &motion.Paired{Name: "handshake", Roles: []motion.Role{
			{Name: "host", Motion: c.host.model.Clip("handshake"), Place: mgl32.Ident4()},
			{
				Name: "guest", Motion: c.guest.model.Clip("handshake"),
				Place: mgl32.Translate3D(-aside, 0, row.distance).Mul4(mgl32.HomogRotate3DY(math.Pi)),
			},
		}}
		if err := s.sign(c.sign, c.at[0], inFront-0.2); err != nil {
			return nil, err
		}
		couples = append(couples, c)
	}
	s.longest = 0.1 // so that a jump in time does not pass by a whole handshake
	period := -1.0
	remember(s, &period)
	s.direct = func(time float64) error {
		if now := math.Floor(time / Period); now != period {
			period = now
			for _, c := range couples {
				if err := s.meet(c); err != nil {
					return err
				}
			}
		}
		time -= period * Period
		for _, c := range couples {
			if err := s.directCouple(c, time); err != nil {
				return err
			}
		}
		return nil
	}
	together, off := 0, 0.0
	s.observe = func(float64) error {
		together, off = 0, 0
		for _, c := range couples {
			apart, err := s.apart(c)
			if err != nil {
				return err
			}
			if goal, err := c.grip.Goal(); err == nil && goal.Weight == 1 {
				together, off = together+1, max(off, apart)
			}
		}
		return nil
	}
	s.report = func() string {
		return fmt.Sprintf("%d of %d couples shake hands, up to %.0f mm off", together, len(couples), 1000*off)
	}
	s.bounds.Max[2] = max(s.bounds.Max[2], inFront-0.1)
	s.bounds.Min[1] = min(s.bounds.Min[1], 0)
	if err := s.addCourt(area{half: 3.6}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 6, 8, 0.88
	return s, s.Update(0)
}

// takeHands gives the guest of a couple a goal for the right hand: that of the host.
func (s *Scene) takeHands(c *couple, size figure.Proportions) error {
	skeleton := s.library.Skeleton(c.guest.model.Skeleton)
	b := modifier.New("handshake", skeleton).TwoBone("hand", modifier.TwoBone{
		Root: size.Joint("right_upper_arm"), Middle: size.Joint("right_forearm"), End: c.hands[1],
		Bend: mgl32.Vec3{0, 0, -1},
	})
	if c.sign == "stopped" {
		s.animation.SetGround(systems.GroundFunc(level))
		addFeet(b)
		var err error
		if c.turning, err = s.traveling(skeleton, "turn away", "walk", 0, turnAway/turnSeconds); err != nil {
			return err
		}
	}
	stack, err := b.Add(s.library)
	if err != nil {
		return err
	}
	if err := s.animation.Modify(c.guest.entity, stack); err != nil {
		return err
	}
	c.grip = s.animation.Modifier(c.guest.entity, "hand")
	return c.grip.Hold(c.host.entity, c.hands[0], grip, mgl32.Quat{})
}

// grip is where the wrist of the guest is in the space of the host's hand, whose fingers point
// along y.
var grip = mgl32.Vec3{0, 0.15, 0}

// meet begins the handshake of a couple.
func (s *Scene) meet(c *couple) error {
	if err := s.animation.Player(c.guest.entity).CrossFade(c.guest.model.Clip("idle"), 0.3); err != nil {
		return err
	}
	if c.turning != 0 { // the pair turns the guest back
		if err := s.animation.Modifier(c.guest.entity, "feet").Fade(0, 0.1); err != nil {
			return err
		}
	}
	_, err := s.animation.PlayTogether(c.handshake, map[string]ecs.Entity{"host": c.host.entity, "guest": c.guest.entity},
		systems.PairOptions{Fade: 0.3, Move: 0.6})
	return err
}

// directCouple moves the guest's hand at a time of the period, and interrupts the last couple: its
// guest turns to those who watch, and waves.
func (s *Scene) directCouple(c *couple, time float64) error {
	weight := min(smooth((time-handsMeet+0.3)/0.3), smooth((handsPart+0.3-time)/0.3))
	if c.turning != 0 && time >= handsMeet { // the feet stand, and stay so when the guest begins to turn
		if err := s.animation.Modifier(c.guest.entity, "feet").Fade(1, 0); err != nil {
			return err
		}
	}
	if c.turning != 0 && time >= interrupted {
		if pair := s.animation.Pair(c.guest.entity); pair.Members() != nil {
			if err := pair.Stop(0.4); err != nil {
				return err
			}
		}
		plays, fade := c.turning, 0.4
		switch {
		case time >= waved:
			plays, fade = c.guest.model.Clip("idle"), 0.6
		case time >= interrupted+turnSeconds:
			plays, fade = c.guest.model.Clip("wave"), 0.6
		}
		if player := s.animation.Player(c.guest.entity); player.Playback().Motion != plays {
			if err := player.CrossFade(plays, fade); err != nil {
				return err
			}
		}
		turn := float32(turnAway * min(1, (time-interrupted)/turnSeconds))
		weight *= 1 - smooth((time-interrupted)/0.35)
		s.move(c.guest.entity, mgl32.Translate3D(c.at[0]+c.distance/2, 0, aside).
			Mul4(mgl32.HomogRotate3DY(turn-math.Pi/2)))
	}
	return c.grip.Fade(weight, 0)
}

// smooth rises from 0 to 1, and begins and ends without a jerk.
func smooth(x float64) float32 {
	x = min(1, max(0, x))
	return float32(x * x * (3 - 2*x))
}

// apart returns how far the guest's hand is from the grip of the host's, in meters.
func (s *Scene) apart(c *couple) (float64, error) {
	hand, err := s.animation.JointWorld(c.guest.entity, c.hands[1])
	if err != nil {
		return 0, err
	}
	other, err := s.animation.JointWorld(c.host.entity, c.hands[0])
	if err != nil {
		return 0, err
	}
	return float64(hand.Col(3).Vec3().Sub(mgl32.TransformCoordinate(grip, other)).Len()), nil
}

// handshakeClips are the clips of the characters of [NewPairs].
var handshakeClips = []string{"idle", "wave", "handshake"}

// withHandshake returns a copy of a mannequin with one more clip: its part of a handshake.
func withHandshake(library *assets.Library, model *assets.Model, lean float32, guest bool) (*assets.Model, error) {
	made, err := handshake(library.Clip(model.Clip("idle")), lean, guest)
	if err != nil {
		return nil, err
	}
	copied := *model
	copied.SetClips(library, append(slices.Clone(model.Clips), library.AddClip(made)))
	_, err = library.AddModel(&copied)
	return &copied, err
}

// handshake makes a clip of a mannequin who gives the right hand and shakes another one. A guest
// bows afterward. Lean is by how many radians a guest bends down to the host, who lifts the hand by
// that.
func handshake(idle *assets.Clip, lean float32, guest bool) (*assets.Clip, error) {
	end, lift := 3.0, lean
	if guest {
		end, lift = 3.9, -0.5*lean
	}
	skeleton := idle.Skeleton()
	turns := make([][]mgl32.Quat, skeleton.Len())
	places := make([][]mgl32.Vec3, skeleton.Len())
	var times []float32
	const rate = 30
	for k := range int(end*rate) + 1 {
		time := float64(k) / rate
		times = append(times, float32(time))
		pose := idle.PoseAt(idle.Loop(time))
		given := min(smooth(time/handsMeet), smooth((handsPart+0.6-time)/0.6))
		shaken := float32(0.13*math.Sin(2*math.Pi*2*(time-handsMeet))) * min(smooth((time-handsMeet)/0.2),
			smooth((handsPart-time)/0.3))
		bow, bent := float32(0), float32(0)
		if guest {
			bow, bent = min(smooth((time-2.7)/0.4), smooth((end-time)/0.4)), lean*given/3
		}
		for _, row := range []struct {
			joint string
			turn  mgl32.Quat // in the space of the model
		}{
			{"spine_1", about(0.2*bow+bent, 0)},
			{"spine_2", about(0.06*given+0.2*bow+bent, 0)},
			{"spine_3", about(bent, 0)},
			{"neck_1", about(0.25*bow, 0)},
			{"right_upper_arm", about(-(0.62+lift)*given, 0.15*given)},
			{"right_forearm", about(-0.62*given+shaken, 0.15*given)},
		} {
			if err := turnJoint(pose, row.joint, row.turn); err != nil {
				return nil, err
			}
		}
		for j := range turns {
			local := pose.Joint(j)
			turns[j], places[j] = append(turns[j], local.Rotation), append(places[j], local.Translation)
		}
	}
	b := clip.NewBuilder("handshake", skeleton)
	for j := range turns {
		b.Rotation(j, clip.Linear, times, turns[j]).Translation(j, clip.Linear, times, places[j])
	}
	return b.Build()
}

// about turns about the x axis, then about the y axis, by radians.
func about(x, y float32) mgl32.Quat {
	return mgl32.QuatRotate(y, mgl32.Vec3{0, 1, 0}).Mul(mgl32.QuatRotate(x, mgl32.Vec3{1, 0, 0}))
}

// turnJoint turns a joint of a pose, with all below it, in the space of the model.
func turnJoint(pose *rig.Pose, name string, turn mgl32.Quat) error {
	skeleton := pose.Skeleton()
	joint, err := skeleton.FindJoint(name)
	if err != nil {
		return err
	}
	above := mgl32.QuatIdent()
	for p := skeleton.Parent(joint); p >= 0; p = skeleton.Parent(p) {
		above = pose.Joint(p).Rotation.Mul(above)
	}
	local := pose.Joint(joint)
	local.Rotation = above.Inverse().Mul(turn).Mul(above).Mul(local.Rotation).Normalize()
	pose.SetJoint(joint, local)
	return nil
}
