package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
)

// NewRetargeting returns a scene in which four rigs play one clip: the mannequin, and a child, a
// giant and a heron, whose limbs, rest poses and names differ. The clip was made for the mannequin
// and retargeted to the others.
func NewRetargeting(library *assets.Library, mannequin *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, mannequin)
	if err != nil {
		return nil, err
	}
	if err := s.addCourt(area{half: 3.2}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 14, 9, 0.8
	const motion = "dance"
	all := []*assets.Model{models[0]}
	for i, p := range figure.Rigs {
		model, err := figure.Proportioned(library, models[(i+1)%len(models)], p, motion)
		if err != nil {
			return nil, fmt.Errorf("scene: %s: %w", p.Name, err)
		}
		all = append(all, model)
	}
	for i, x := range []float32{-1.75, -0.65, 0.6, 1.95} { // in meters
		if _, err := s.addLooping(all[i], mgl32.Translate3D(x, 0, 0), motion, 0); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// NewMirrored returns a scene of two mannequins that face each other as if there were a mirror
// between them: one plays a clip and the other one its mirror image.
func NewMirrored(library *assets.Library, mannequin *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, mannequin)
	if err != nil {
		return nil, err
	}
	if err := s.addHall(area{half: 2}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 0, 8, 0.9
	mirror, err := retarget.NewMirror(library.Skeleton(mannequin.Skeleton), retarget.MirrorOptions{})
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	image, err := mirror.Clip(library.Clip(mannequin.Clip("dance")))
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	other := *models[1]
	other.SetClips(library, []assets.ClipID{library.AddClip(image)})
	if _, err := library.AddModel(&other); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	// The plane of the mirror is x = 0: positions and turns on its other side are the images of
	// those on this one.
	for side, model := range map[float32]*assets.Model{-1: models[0], 1: &other} {
		clip := model.Clip("dance")
		if side > 0 {
			clip = other.Clips[0]
		}
		a, err := s.add(model, mgl32.Translate3D(0.75*side, 0, 0).Mul4(mgl32.HomogRotate3DY(-0.5*side)), clip, 0)
		if err != nil {
			return nil, err
		}
		if err := s.animation.Player(a.entity).SetSpeed(float32(loopingSpeed(s.library.Clip(clip)))); err != nil {
			return nil, err
		}
	}
	return s, nil
}
