package locomotion

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// The layers above the layers of the state machine, which does not change them.
const (
	runningArmsLayer = 2 // overrides the arms by the arms of the run, in the sync group of the legs
	danceLayer       = 3 // adds the trunk of the dance to the layers below

	legSyncGroup = 1 // of the legs and the running arms
	layerFade    = 0.4

	// An additive layer may have a weight above 1; this one does, to be visible from afar.
	danceWeight = 1.5
)

// addOverlays adds both layers to the character, with a weight of 0.
func (s *Scene) addOverlays(model *assets.Model) error {
	skeleton := s.skeleton()
	arms, err := rig.NewMask("arms", skeleton).Subtree(1, "left_clavicle").Subtree(1, "right_clavicle").Add(s.library)
	if err != nil {
		return err
	}
	// The dance raises arms and shoulders; added to the arms of the layers below they would bend
	// too far.
	trunk, err := rig.NewMask("trunk", skeleton).Subtree(1, "spine_1").
		Subtree(0, "left_clavicle").Subtree(0, "right_clavicle").Joints(0.25, "left_clavicle", "right_clavicle").
		Add(s.library)
	if err != nil {
		return err
	}
	groove, err := clip.MakeAdditive(s.library.Clip(model.Clip("dance")), rig.NewPose(skeleton))
	if err != nil {
		return err
	}
	player := s.Animation().Player(s.entity)
	runner, dancer := player.Layer(runningArmsLayer), player.Layer(danceLayer)
	return errors.Join(
		player.SetSync(legSyncGroup),
		runner.Overlay(model.Clip("run"), arms, 0), runner.FadeWeight(0, 0),
		dancer.Overlay(s.library.AddClip(groove), trunk, 0), dancer.SetBlend(clip.Additive), dancer.FadeWeight(0, 0),
	)
}

// fadeOverlays fades the layers in and out as the keys ask for. The running arms show only while
// the character walks or runs: with any other clip as the leader of the sync group they would swing
// at that clip's pace. So they leave the group before the walk ends, and fade out at their own
// pace.
func (s *Scene) fadeOverlays() error {
	walks := s.controller.State(bodyLayer) == "ground/move" && s.steering.speed > threshold && !s.steering.jump
	player := s.Animation().Player(s.entity)
	runner := player.Layer(runningArmsLayer)
	group := uint8(0)
	if walks {
		group = legSyncGroup
	}
	fade := func(layer int, shows bool, want float32) error {
		if !shows {
			want = 0
		}
		if p := player.Layer(layer); p.LayerComponent().Target != want {
			return p.FadeWeight(want, layerFade)
		}
		return nil
	}
	return errors.Join(runner.SetSync(group), fade(runningArmsLayer, s.steering.runningArms && walks, 1),
		fade(danceLayer, s.steering.dance, danceWeight))
}

// writeOverlays writes a line for each overlay layer that is switched on or still visible.
func (s *Scene) writeOverlays(b *strings.Builder) {
	player := s.Animation().Player(s.entity)
	if l := player.Layer(runningArmsLayer).LayerComponent(); s.steering.runningArms || l.Weight > 0 {
		fmt.Fprintf(b, "\nrunning arms %3.0f%%: ", 100*l.Weight)
		if l.Sync == legSyncGroup {
			fmt.Fprintf(b, "run at %.2f, legs at %.2f", s.phase(&l.Playback), s.phase(player.Playback()))
		} else {
			b.WriteString("while walking or running only")
		}
	}
	if l := player.Layer(danceLayer).LayerComponent(); s.steering.dance || l.Weight > 0 {
		fmt.Fprintf(b, "\ntrunk %+.0f%%: additive dance", 100*l.Weight)
	}
}

// phase returns the normalized time of a playback, 0 to 1.
func (s *Scene) phase(p *components.Playback) float64 {
	if motion := s.library.Motion(p.Motion); motion != nil && motion.Span.Duration() > 0 {
		return (p.Time - motion.Span.Start) / motion.Span.Duration()
	}
	return p.Time
}
