package locomotion

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

// The layers above those of the state machine, which leaves them alone.
const (
	runningArmsLayer = 2 // covers the arms with those of a runner, in step with the legs
	danceLayer       = 3 // adds the dance of the trunk to whatever there is

	legSyncGroup = 1 // the sync group of legs and arms
	layerFade    = 400 * time.Millisecond

	// What is added may be more than the clip's own, and here it is, to be seen from afar.
	danceWeight = 1.5
)

// addOverlays gives the character both layers, of which nothing shows yet.
func (s *Scene) addOverlays(model *assets.Model) error {
	skeleton := s.skeleton()
	arms, err := rig.NewMask("arms", skeleton).Subtree(1, "left_clavicle").Subtree(1, "right_clavicle").Build()
	if err != nil {
		return err
	}
	// Arms would go too far where one bend is added to another, and shoulders too, which the dance lifts for arms that point to the sky.
	trunk, err := rig.NewMask("trunk", skeleton).Subtree(1, "spine_1").
		Subtree(0, "left_clavicle").Subtree(0, "right_clavicle").Joints(0.25, "left_clavicle", "right_clavicle").Build()
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
		runner.Overlay(model.Clip("run"), s.library.AddMask(arms), 0), runner.FadeWeight(0, 0),
		dancer.Overlay(s.library.AddClip(groove), s.library.AddMask(trunk), 0), dancer.SetBlend(components.Additive), dancer.FadeWeight(0, 0),
	)
}

// fadeOverlays lets the layers show or fade away as is asked for. A runner's arms go with a walk alone: what leads besides, such as breathing, would
// have them swing at its own pace, so that they leave the group before that and fade away as they are.
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
	return errors.Join(runner.SetSync(group), fade(runningArmsLayer, s.steering.runningArms && walks, 1), fade(danceLayer, s.steering.dance, danceWeight))
}

// overlays says how much of the layers shows, of those that are wanted or still to be seen.
func (s *Scene) writeOverlays(b *strings.Builder) {
	player := s.Animation().Player(s.entity)
	if l := player.Layer(runningArmsLayer).LayerComponent(); s.steering.runningArms || l.Weight > 0 {
		fmt.Fprintf(b, "\nrunner's arms %3.0f%%: ", 100*l.Weight)
		if l.Sync == legSyncGroup {
			fmt.Fprintf(b, "run at %.2f, legs at %.2f", s.phase(&l.Playback), s.phase(player.Playback()))
		} else {
			b.WriteString("as soon as it walks")
		}
	}
	if l := player.Layer(danceLayer).LayerComponent(); s.steering.dance || l.Weight > 0 {
		fmt.Fprintf(b, "\ntrunk %+.0f%%: dance, added", 100*l.Weight)
	}
}

// phase returns which part of its motion a playback is through, 0 to 1.
func (s *Scene) phase(p *components.Playback) float64 {
	if clip := s.library.Clip(p.Clip); p.BlendSpace == 0 && clip != nil && clip.Duration() > 0 {
		return (p.Time - clip.Start()) / clip.Duration()
	}
	return p.Time
}
