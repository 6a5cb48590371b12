package scene

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/wrap"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// Past is a world of frames that a program kept. Its frames are shown as time passes, until somebody
// takes the tape, shows them in another order, and lets the world go on.
type Past struct {
	*Scene
	tape       *rewind.Tape
	taken      bool
	skeletons  bool
	difference error
	at         float64 // seconds after the first frame, before the tape is taken
}

// NewPast returns a scene with a world that play fills by playing frames in a session, of which it
// returns the tape. Difference tells how the last frame differs from what was kept, or is nil. Notes
// are lines about the frames.
func NewPast(library *assets.Library, notes []string,
	play func(*rollback.Session) (tape *rewind.Tape, difference, err error),
) (*Past, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	p := &Past{Scene: s}
	session, err := rollback.NewSession(s.animation)
	if err == nil {
		p.tape, p.difference, err = play(session)
	}
	if err == nil {
		s.find = p.find
		p.report = func() string { return strings.Join(notes, "\n") }
		if oldest, _ := p.tape.Frames(); oldest > 1 {
			notes = append(notes, fmt.Sprintf("frames 1 to %d are left out: the memory for the past is full", oldest-1))
		}
		if p.difference != nil {
			notes = append(notes, p.difference.Error())
		}
		var lines []string
		for _, note := range notes {
			lines = append(lines, wrap.Text(note, lineLength, utf8.RuneCountInString)...)
		}
		notes = lines
		err = p.measure()
	}
	if err == nil {
		oldest, _ := p.tape.Frames()
		err = p.show(oldest)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return p, nil
}

// find returns the characters that play something now. There may be others in other frames.
func (p *Past) find() (list []*character) {
	players := generic.NewMap1[components.AnimationPlayer](&p.world)
	for _, c := range p.posed() {
		if players.Get(c.entity) != nil {
			list = append(list, c)
		}
	}
	return list
}

// posed returns all characters.
func (p *Past) posed() (list []*character) {
	meshes := generic.NewMap1[components.SkinnedMesh](&p.world)
	query := generic.NewFilter1[components.Skeleton]().Query(&p.world)
	for query.Next() {
		c := &character{entity: query.Entity()}
		if mesh := meshes.Get(c.entity); mesh != nil {
			c.model = p.library.Model(mesh.Model)
		}
		if c.model == nil { // bones without a surface
			c.model = &assets.Model{Skeleton: query.Get().ID}
		}
		list = append(list, c)
	}
	return list
}

// Models returns the models of the characters in the frame that is shown, each once.
func (p *Past) Models() (list []*assets.Model) {
	has := map[assets.ModelID]bool{}
	for _, c := range p.posed() {
		if id := c.model.ID; id != 0 && !has[id] {
			has[id] = true
			list = append(list, c.model)
		}
	}
	return list
}

// mostMeasured is in how many frames at most the bounds are measured.
const mostMeasured = 60

// measure finds a box around the characters in all frames.
func (p *Past) measure() error {
	oldest, newest := p.tape.Frames()
	every := (newest-oldest)/mostMeasured + 1
	boxes := map[*assets.Model]assets.JointBounds{}
	var matrices []float32
	return p.tape.Look(oldest, newest, func(frame int) error {
		if (frame-oldest)%every != 0 {
			return nil
		}
		for _, c := range p.posed() {
			skeleton := p.library.Skeleton(c.model.Skeleton)
			if skeleton == nil {
				continue
			}
			pose := rig.NewPose(skeleton)
			if p.animation.LocalPose(c.entity, pose) != nil {
				continue // it is not posed yet
			}
			matrices = pose.ModelMatrices(matrices)
			place := mgl32.Ident4()
			if t := p.transforms.Get(c.entity); t != nil {
				place = t.Matrix
			}
			bounds, known := boxes[c.model]
			if !known && c.model.ID != 0 {
				bounds = c.model.JointBounds(p.library)
				boxes[c.model] = bounds
			}
			for i, joint := range bounds.Joints {
				b := bounds.Boxes[6*i:]
				center, half := mgl32.Vec3{b[0], b[1], b[2]}, mgl32.Vec3{b[3], b[4], b[5]}
				m := rig.MatrixAt(matrices, int(joint))
				box := assets.Box{Min: center.Sub(half), Max: center.Add(half)}
				p.bounds = union(p.bounds, transformed(box, place.Mul4(m.Mat4())))
			}
			if len(bounds.Joints) == 0 {
				for joint := range skeleton.Len() {
					m := rig.MatrixAt(matrices, joint)
					at := mgl32.TransformCoordinate(mgl32.Vec3{m[3], m[7], m[11]}, place)
					p.bounds = union(p.bounds, assets.Box{Min: at, Max: at})
				}
			}
		}
		return nil
	})
}

// Seconds returns how much time passes from the first frame to the last.
func (p *Past) Seconds() float64 {
	oldest, newest := p.tape.Frames()
	return p.tape.Seconds(newest) - p.tape.Seconds(oldest)
}

// Finish returns how the last frame differs from what was kept.
func (p *Past) Finish() error { return p.difference }

// TakeTape returns the tape with the frames, whose present frame the world shows. From then on
// Update lets the world go on from it. Another call returns nil.
func (p *Past) TakeTape() *rewind.Tape {
	if p.taken {
		return nil
	}
	p.taken = true
	return p.tape
}

// Update shows the frame after some seconds, or once the tape was taken lets the world go on.
func (p *Past) Update(seconds float64) error {
	if p.taken {
		return p.Scene.Update(seconds)
	}
	if !(seconds >= 0) {
		return fmt.Errorf("scene: update: expected a finite time that is not negative, found %v s", seconds)
	}
	p.at += seconds
	oldest, newest := p.tape.Frames()
	frame, begin := p.tape.Now(), p.tape.Seconds(oldest)
	for frame < newest && p.tape.Seconds(frame+1)-begin <= p.at+timeTolerance {
		frame++
	}
	p.time = p.at
	return p.show(frame)
}

// show shows a frame.
func (p *Past) show(frame int) error {
	if err := p.tape.Seek(frame); err != nil {
		return err
	}
	if !p.skeletons {
		return nil
	}
	if err := p.Scene.ShowSkeletons(); err != nil {
		return err
	}
	return p.animation.Update(0)
}

// ShowSkeletons stores the model matrices of all characters, in all frames.
func (p *Past) ShowSkeletons() error {
	p.skeletons = true
	return p.Scene.ShowSkeletons()
}

// lineLength is the length of the lines of notes, in characters.
const lineLength = 64
