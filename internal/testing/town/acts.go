package town

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/exact"
)

// Step tells the characters what to do and runs a frame of 1/60 s.
func (t *Town) Step() error {
	if err := t.Act(); err != nil {
		return err
	}
	if err := t.Animation.Update(1.0 / 60); err != nil {
		return err
	}
	t.Frame++
	return nil
}

// Act tells the characters what to do before a frame.
func (t *Town) Act() error {
	for i := range t.Characters {
		if err := t.act(&t.Characters[i]); err != nil {
			return fmt.Errorf("town: frame %d: character %d: %w", t.Frame, i, err)
		}
	}
	return nil
}

// every reports whether it is a character's turn, which comes each time some frames have passed.
func (t *Town) every(c *Character, frames int) bool { return (t.Frame+c.number*37)%frames == 0 }

// greets reports whether a walker greets in some frames.
func (t *Town) greets(c *Character, ahead int) bool {
	return c.Role == Walker && (t.Frame+ahead+c.number*37)%960 == 0
}

// greeting returns the clip that the graph of a walker plays to greet.
func (c *Character) greeting() assets.ClipID { return c.Rig.Clip("wave", c.number%len(c.Rig.Graphs)) }

// NextClips returns the clips that characters begin to play in the next frame. Those of a town
// whose clips leave the memory must be back by then, or it differs from one that has them.
func (t *Town) NextClips() (list []assets.ClipID) {
	for i := range t.Characters {
		if c := &t.Characters[i]; t.greets(c, 0) {
			list = append(list, c.greeting())
		}
	}
	return list
}

func (t *Town) act(c *Character) error {
	if t.every(c, 1800) {
		if err := t.change(c); err != nil {
			return err
		}
	}
	switch c.Role {
	case Walker:
		t.steer(c, 0)
		switch {
		case t.greets(c, 0):
			return t.Animation.Controller(c.Entity).Trigger("greet")
		case t.greets(c, 60): // the clip has a second to come back if it left the memory
			return t.Library.Prefetch(c.greeting())
		case t.every(c, 600) && c.number%5 < 2: // some run for a while
			return t.Animation.Controller(c.Entity).SetFloat("speed", 2)
		case t.every(c, 150):
			return t.Animation.Controller(c.Entity).SetFloat("speed", 1)
		}
		return t.talk(c, 480, 5)
	case Talker:
		return t.talk(c, 240, 2)
	case Guard:
		if t.every(c, 120) && len(t.passersby) > 0 {
			look := t.Animation.Modifier(c.Entity, "look")
			if err := look.Follow(t.passersby[(t.Frame/120+c.place*7)%len(t.passersby)], "head"); err != nil {
				return err
			}
			return look.Fade(1, 0.3)
		}
	case Mount:
		t.steer(c, 1)
	case Flyer:
		t.transforms.Get(c.Entity).Matrix = flight(c, t.Frame)
	}
	return nil
}

// talk moves the hands of a character now and then.
func (t *Town) talk(c *Character, frames, among int) error {
	if !t.every(c, frames) || c.number%among != 0 && c.Role == Walker {
		return nil
	}
	weight := float32((t.Frame + c.number*37) / frames % 2)
	return t.Animation.Player(c.Entity).Layer(2).FadeWeight(weight, 0.4)
}

// change makes a character wear its next outfit, some without one of its pieces.
func (t *Town) change(c *Character) error {
	old := t.Library.Model(t.worn.Get(c.Entity).Models[0].Model)
	if err := t.Animation.TakeOff(c.Entity, old); err != nil {
		return err
	}
	next := (c.number + (t.Frame+c.number*37)/1800) % len(c.Rig.Outfits)
	if err := t.wear(c, next); err != nil {
		return err
	}
	if parts := c.Rig.Outfits[next].Parts; len(parts) > 2 && c.number%3 == 0 {
		return t.Animation.HidePart(c.Entity, parts[2].Name)
	}
	return nil
}

// wear makes a character wear an outfit of its rig besides its body.
func (t *Town) wear(c *Character, outfit int) error {
	if err := t.Animation.Wear(c.Entity, c.Rig.Outfits[outfit]); err != nil {
		return err
	}
	return t.swing(c, outfit)
}

// steer turns a character a little toward its circle, and puts it on the ground. Pitch is how far
// it tilts with the slope, 0 to 1.
func (t *Town) steer(c *Character, pitch float64) {
	matrix := &t.transforms.Get(c.Entity).Matrix
	at, ahead := exact.ToVec3([3]float32(matrix.Col(3).Vec3())), exact.ToVec3([3]float32(matrix.Col(2).Vec3()))
	at[1], ahead[1] = 0, 0
	r := at.Length()
	if r == 0 {
		return
	}
	out := at.Scale(1 / r)
	back := min(max(float64(0.8*(c.radius-r)), -1), 1)
	want := exact.Vec3{out[2] * c.turns, 0, -out[0] * c.turns}.AddScaled(back, out).Normalized()
	ahead = ahead.Normalized().Lerp(want, 0.06).Normalized()
	height := Height(at[0], at[2])
	if pitch != 0 {
		const reach = 0.5 // meters between the middle and a pair of legs
		fore, hind := at.AddScaled(reach, ahead), at.AddScaled(-reach, ahead)
		rise := (Height(fore[0], fore[2]) - Height(hind[0], hind[2])) / (2 * reach)
		ahead[1] = pitch * rise
	}
	*matrix = facing(at[0], height, at[2], ahead)
}
