package town

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// The speeds of gaits in meters per second, of an adult's walk and a horse's.
const (
	horseWalk = 0.9
	horseTrot = 1.7
)

// keyRate is how many keys a second the clips that are made here have.
const keyRate = 30

// motion is a clip before it gets a style: a pose that changes over time, by joint and key.
type motion struct {
	name    string
	seconds float64
	turns   map[string][]exact.Quat // local rotations, by joint
	moves   map[string][]exact.Vec3 // local translations
	markers []clip.Marker
	travels bool // its root motion is taken out of the poses
	adds    bool // it is a difference from its first pose
}

// The basic motions of people and animals, in the order in which a rig gets them.
var (
	peopleMotions = []string{"idle", "walk", "run", "jump", "wave", "dance", "ride", "talk", "breathe"}
	horseMotions  = []string{"stand", "walk", "trot", "graze"}
	birdMotions   = []string{"peck", "fly", "glide", "stand"}
)

// motionsOf returns the names of the basic motions of a rig.
func motionsOf(name string) []string {
	switch name {
	case Horse:
		return horseMotions
	case Bird:
		return birdMotions
	}
	return peopleMotions
}

// StyleName is the name of the clip of a basic motion in a style. The first style is the motion as
// it is.
func StyleName(motion string, style int) string {
	if style == 0 {
		return motion
	}
	return fmt.Sprintf("%s %d", motion, style)
}

// clipsOf returns the first clips of a rig: all basic motions, then their styles in turn.
func clipsOf(name string, count int, source func(string) (*motion, error), s *rig.Skeleton) ([]*assets.Clip, error) {
	names := motionsOf(name)
	basic := map[string]*motion{}
	var out []*assets.Clip
	for i := range max(count, len(names)) {
		of := names[i%len(names)]
		m := basic[of]
		if m == nil {
			var err error
			if m, err = source(of); err != nil {
				return nil, err
			}
			basic[of] = m
		}
		c, err := m.styled(i/len(names), s)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// styled makes the clip of a style: a little faster or slower, and with the body held otherwise.
func (m *motion) styled(style int, s *rig.Skeleton) (*assets.Clip, error) {
	pace := 1 + float64((style*5)%13-6)/40 // 0.85 to 1.15
	lean, tilt, apart := float64((style*7)%11-5)/60, float64((style*3)%7-3)/25, float64((style*4)%9)/40
	if style == 0 {
		pace, lean, tilt, apart = 1, 0, 0, 0
	}
	bends := map[string]exact.Quat{
		"spine_2": exact.AxisAngle(exact.Vec3{1, 0, 0}, lean), "spine_3": exact.AxisAngle(exact.Vec3{0, 0, 1}, lean/2),
		"head": exact.AxisAngle(exact.Vec3{0, 0, 1}, tilt), "neck_2": exact.AxisAngle(exact.Vec3{1, 0, 0}, -lean),
		"left_upper_arm":  exact.AxisAngle(exact.Vec3{0, 0, 1}, -apart/3),
		"right_upper_arm": exact.AxisAngle(exact.Vec3{0, 0, 1}, apart/3),
		"left_forearm":    exact.AxisAngle(exact.Vec3{1, 0, 0}, apart),
		"right_forearm":   exact.AxisAngle(exact.Vec3{1, 0, 0}, apart),
		"neck_1":          exact.AxisAngle(exact.Vec3{1, 0, 0}, lean),
		"tail_1":          exact.AxisAngle(exact.Vec3{1, 0, 0}, apart/2),
		"tail":            exact.AxisAngle(exact.Vec3{1, 0, 0}, lean*2),
	}
	b := clip.NewBuilder(StyleName(m.name, style), s)
	times := func(keys int) []float32 {
		out := make([]float32, keys)
		for k := range out {
			out[k] = float32(m.seconds * pace * float64(k) / float64(keys-1))
		}
		return out
	}
	for j := range s.Len() {
		joint := s.JointName(j)
		turns := m.turns[joint]
		bend, bent := bends[joint]
		if !bent || style == 0 {
			bend = exact.IdentityQuat
		}
		switch {
		case len(turns) > 0:
			values := make([]mgl32.Quat, len(turns))
			for k, turn := range turns {
				values[k] = exact.QuatFromXYZW(exact.Normalized32(turn.Mul(bend).Float32()))
			}
			b.Rotation(j, clip.Linear, times(len(turns)), values)
		case bent && style != 0:
			rest := exact.ToQuat(exact.XYZW(s.Rest(j).Rotation))
			value := exact.QuatFromXYZW(exact.Normalized32(rest.Mul(bend).Float32()))
			b.Rotation(j, clip.Linear, times(2), []mgl32.Quat{value, value})
		}
		if moves := m.moves[joint]; len(moves) > 0 {
			values := make([]mgl32.Vec3, len(moves))
			for k, move := range moves {
				values[k] = move.Float32()
			}
			b.Translation(j, clip.Linear, times(len(moves)), values)
		}
	}
	for _, marker := range m.markers {
		marker.Time *= pace
		b.Marker(marker)
	}
	out, err := b.Build()
	if err == nil && m.travels {
		out, err = clip.ExtractRootMotion(out, clip.RootMotionOptions{})
	}
	if err == nil && m.adds {
		out, err = clip.MakeAdditive(out, out.FirstPose())
	}
	return out, err
}

// sampled returns a clip of the mannequin as a motion of a person.
func (p *person) sampled(name string, c *assets.Clip) *motion {
	m := &motion{name: name, seconds: c.Duration(), turns: map[string][]exact.Quat{}, moves: map[string][]exact.Vec3{}}
	m.markers = c.Markers()
	for _, t := range c.Tracks() {
		joint, values := p.from.JointName(t.Joint), t.Track.Values()
		if _, ok := p.joint[joint]; !ok {
			continue
		}
		switch t.Property {
		case clip.Rotation:
			for i := 0; i < len(values); i += 4 {
				m.turns[joint] = append(m.turns[joint], exact.ToQuat([4]float32(values[i:i+4])))
			}
		case clip.Translation:
			for i := 0; i < len(values); i += 3 {
				at := exact.ToVec3([3]float32(values[i : i+3]))
				if joint == "root" { // in the space above the scale of the root
					at = at.Scale(float64(p.size))
				}
				m.moves[joint] = append(m.moves[joint], at)
			}
		}
	}
	return m
}

// source returns a basic motion of a person.
func (p *person) source(library *assets.Library) func(string) (*motion, error) {
	return func(name string) (*motion, error) {
		from := name
		switch name {
		case "ride", "talk", "breathe":
			from = "idle"
		}
		c := library.Clip(p.base.Clip(from))
		speed := map[string]float64{"walk": mannequin.WalkSpeed, "run": mannequin.RunSpeed}[name]
		if speed != 0 {
			moving, err := courses.Traveling(name, c, speed, 0)
			if err == nil {
				moving, err = clip.WithMarkers(moving, c.Markers()...)
			}
			if err != nil {
				return nil, err
			}
			c = moving
		}
		m := p.sampled(name, c)
		m.travels, m.adds = speed != 0, name == "breathe"
		switch name {
		case "ride":
			p.sit(m)
		case "talk":
			p.gesture(m)
		}
		return m, nil
	}
}

// turn rotates a joint in every key about its own axes, by angles in radians that depend on the
// part of the clip.
func (m *motion) turn(joint string, angles func(part float64) exact.Vec3) {
	turns := m.turns[joint]
	for k := range turns {
		turns[k] = turns[k].Mul(rotation(angles(float64(k) / float64(max(len(turns)-1, 1)))))
	}
}

// rotation returns the rotation by angles about x, y and z in radians, in the order y, z, x.
func rotation(angles exact.Vec3) exact.Quat {
	return exact.AxisAngle(exact.Vec3{0, 1, 0}, angles[1]).Mul(exact.AxisAngle(exact.Vec3{0, 0, 1}, angles[2])).
		Mul(exact.AxisAngle(exact.Vec3{1, 0, 0}, angles[0]))
}

// sit makes of a person who stands one who sits astride and holds reins.
func (p *person) sit(m *motion) {
	still := func(x, y, z float64) func(float64) exact.Vec3 {
		return func(float64) exact.Vec3 { return exact.Vec3{x, y, z} }
	}
	for i, side := range []string{"left", "right"} {
		sign := float64(1 - 2*i)
		m.turn(side+"_thigh", still(0.9, 0, 0.75*sign))
		m.turn(side+"_shin", still(-1.0, 0, 0))
		m.turn(side+"_foot", still(0.2, 0, 0))
		m.turn(side+"_upper_arm", still(0.3, 0, 0))
		m.turn(side+"_forearm", still(0.95, 0, 0))
	}
}

// gesture makes a person talk with the hands.
func (p *person) gesture(m *motion) {
	for i, side := range []string{"left", "right"} {
		phase := float64(i) * 0.3
		m.turn(side+"_upper_arm", func(part float64) exact.Vec3 {
			return exact.Vec3{0.45 + float64(0.22*exact.Sin(2*math.Pi*(float64(2*part)+phase))), 0, 0}
		})
		m.turn(side+"_forearm", func(part float64) exact.Vec3 {
			return exact.Vec3{1.05 + float64(0.4*exact.Sin(2*math.Pi*(float64(3*part)+phase))), 0, 0}
		})
	}
}

// make makes a motion of an animal, which loops, from its poses at parts of the motion, 0 to 1.
func (a *animal) make(name string, seconds float64, pose func(part float64, p *animalPose)) *motion {
	m := &motion{name: name, seconds: seconds, turns: map[string][]exact.Quat{}, moves: map[string][]exact.Vec3{}}
	keys := int(seconds*keyRate + 0.5)
	for k := range keys + 1 {
		part := float64(k) / float64(keys)
		if k == keys {
			part = 0 // it ends as it begins
		}
		p := &animalPose{turn: map[string]exact.Vec3{}, move: map[string]exact.Vec3{}}
		pose(part, p)
		for joint, angle := range p.turn {
			m.turns[joint] = append(m.turns[joint], rotation(angle))
		}
		for joint, by := range p.move {
			j, _ := a.Find(joint)
			m.moves[joint] = append(m.moves[joint], exact.ToVec3(a.Rest(j).Translation).Add(by))
		}
	}
	return m
}

// animalPose is how the joints of an animal differ from its rest pose: angles for [rotation], and
// offsets in meters.
type animalPose struct {
	turn, move map[string]exact.Vec3
}

// wave is a sine of a number of periods.
func wave(part float64) float64 { return exact.Sin(2 * math.Pi * part) }

// horseSource returns a basic motion of the horse.
func (a *animal) horseSource(name string) (*motion, error) {
	switch name {
	case "walk":
		return a.gait(name, 0.9, horseWalk, 0.6, map[string]float64{
			"left_hind": 0, "left_fore": 0.25, "right_hind": 0.5, "right_fore": 0.75,
		}), nil
	case "trot":
		return a.gait(name, 0.6, horseTrot, 0.46, map[string]float64{
			"left_hind": 0, "right_fore": 0, "right_hind": 0.5, "left_fore": 0.5,
		}), nil
	case "graze":
		return a.make(name, 4, func(part float64, p *animalPose) {
			a.standOn(p, 0)
			p.turn["neck_1"] = exact.Vec3{1.15 + float64(0.06*wave(part)), 0.08 * wave(part), 0}
			p.turn["neck_2"] = exact.Vec3{0.55, 0, 0}
			p.turn["head"] = exact.Vec3{-0.35 + float64(0.1*wave(3*part)), 0, 0}
			a.swish(p, part)
		}), nil
	}
	return a.make(name, 5, func(part float64, p *animalPose) {
		a.standOn(p, 0.004*wave(part))
		p.turn["neck_1"] = exact.Vec3{0.06 * wave(part), 0.1 * wave(part), 0}
		p.turn["head"] = exact.Vec3{0.08 * wave(2*part), 0, 0}
		a.swish(p, part)
	}), nil
}

// swish swings the tail.
func (a *animal) swish(p *animalPose, part float64) {
	for i := range 4 {
		p.turn[fmt.Sprintf("tail_%d", i)] = exact.Vec3{0, 0, 0.12 * wave(part-float64(i)/9)}
	}
}

// standOn puts all hoofs on the ground, with the trunk raised by meters.
func (a *animal) standOn(p *animalPose, raised float64) {
	p.move["pelvis"] = exact.Vec3{0, raised, 0}
	for _, leg := range []string{"left_hind", "left_fore", "right_hind", "right_fore"} {
		a.leg(p, leg, 0, -raised, 0)
	}
}

// gait makes a motion in which each leg steps at its phase and stands for a part of the time. The
// root moves ahead.
func (a *animal) gait(name string, seconds, speed, stands float64, phases map[string]float64) *motion {
	reach := speed * seconds * stands / 2
	m := a.make(name, seconds, func(part float64, p *animalPose) {
		raised := float64(0.012*wave(2*part)) - 0.02
		p.move["pelvis"] = exact.Vec3{0, raised, 0}
		p.turn["spine_1"] = exact.Vec3{0, 0.03 * wave(part), 0}
		p.turn["neck_1"] = exact.Vec3{0.06 * wave(float64(2*part)+0.2), 0, 0}
		p.turn["neck_2"] = exact.Vec3{0.05 * wave(float64(2*part)+0.1), 0, 0}
		p.turn["head"] = exact.Vec3{-0.05 * wave(2*part), 0, 0}
		a.swish(p, part)
		for leg, phase := range phases {
			at := part + phase
			if at >= 1 {
				at--
			}
			ahead, lift, bend := reach-float64(2*reach*at/stands), 0.0, 0.0
			if at > stands {
				swing := (at - stands) / (1 - stands)
				sin, cos := exact.SinCos(math.Pi * swing)
				ahead, lift, bend = -reach*cos, 0.1*sin, 0.9*sin
			}
			a.leg(p, leg, ahead, lift-raised, bend)
		}
	})
	m.moves["root"] = nil
	keys := len(m.moves["pelvis"])
	for k := range keys {
		m.moves["root"] = append(m.moves["root"], exact.Vec3{0, 0, speed * seconds * float64(k) / float64(keys-1)})
	}
	m.travels = true
	return m
}

// leg bends a leg so that its hoof is moved from its place at rest ahead and upward, relative to
// the trunk, and bent back by an angle.
func (a *animal) leg(p *animalPose, leg string, ahead, lift, bend float64) {
	upper, lower, end := leg+"_upper", leg+"_lower", leg+"_hoof"
	hind := strings.HasSuffix(leg, "hind")
	if hind {
		end = leg + "_cannon"
	}
	hip, knee, ankle := a.at[upper], a.at[lower], a.at[end]
	target := ankle.Add(exact.Vec3{0, lift, ahead})
	tilt := 0.0
	if hind { // the cannon leans as the leg does
		tilt = ahead * 0.5
		target = target.Add(exact.Vec3{0, 0, -0.35 * tilt})
	}
	long, short := knee.Sub(hip).Length(), ankle.Sub(knee).Length()
	angle := func(v exact.Vec3) float64 { return exact.Atan2(v[2], -v[1]) } // forward from straight down
	way := target.Sub(hip)
	way[0] = 0
	distance := min(way.Length(), (long+short)*0.9995)
	inner := exact.Acos((float64(long*long) + float64(distance*distance) - float64(short*short)) / (2 * long * distance))
	outer := exact.Acos((float64(long*long) + float64(short*short) - float64(distance*distance)) / (2 * long * short))
	first := angle(way) + inner
	second := first - (math.Pi - outer)
	turned, below := first-angle(knee.Sub(hip)), second-angle(ankle.Sub(knee))
	p.turn[upper] = exact.Vec3{-turned, 0, 0}
	p.turn[lower] = exact.Vec3{-(below - turned), 0, 0}
	if hind {
		p.turn[end] = exact.Vec3{below - tilt, 0, 0}
		p.turn[leg+"_hoof"] = exact.Vec3{tilt + bend, 0, 0}
		return
	}
	p.turn[end] = exact.Vec3{below + bend, 0, 0}
}

// birdSource returns a basic motion of the bird.
func (a *animal) birdSource(name string) (*motion, error) {
	wings := func(p *animalPose, inner, outer, folded float64) {
		for i, side := range []string{"left", "right"} {
			sign := float64(1 - 2*i)
			p.turn[side+"_wing_1"] = exact.Vec3{0, sign * folded * 1.35, sign * inner}
			p.turn[side+"_wing_2"] = exact.Vec3{0, sign * folded * 0.25, sign * outer}
			p.turn[side+"_wing_3"] = exact.Vec3{0, -sign * folded * 0.2, sign * outer / 2}
		}
	}
	tuck := func(p *animalPose) {
		for _, side := range []string{"left", "right"} {
			p.turn[side+"_leg"] = exact.Vec3{1.3, 0, 0}
			p.turn[side+"_foot"] = exact.Vec3{0.4, 0, 0}
		}
	}
	switch name {
	case "fly", "glide":
		beat := map[string]float64{"fly": 0.75, "glide": 0.08}[name]
		return a.make(name, 0.8, func(part float64, p *animalPose) {
			wings(p, float64(beat*wave(part))+0.1, 0.8*beat*wave(part-0.14), 0)
			tuck(p)
			p.move["body"] = exact.Vec3{0, -0.05 * beat * wave(part-0.1), 0}
			p.turn["neck"] = exact.Vec3{0.7, 0, 0}
			p.turn["head"] = exact.Vec3{-0.6, 0, 0}
		}), nil
	case "peck":
		return a.make(name, 3, func(part float64, p *animalPose) {
			down := max(0, float64(0.7*wave(part))+float64(0.5*wave(3*part)))
			wings(p, -0.25, -0.05, 1)
			p.turn["neck"] = exact.Vec3{1.5 * down, 0, 0}
			p.turn["head"] = exact.Vec3{0.3 * down, 0, 0}
		}), nil
	}
	return a.make(name, 4, func(part float64, p *animalPose) {
		wings(p, -0.25, -0.05, 1)
		p.turn["head"] = exact.Vec3{0, 0.6 * wave(part), 0}
		p.turn["tail"] = exact.Vec3{0.1 * wave(4*part), 0, 0}
	}), nil
}
