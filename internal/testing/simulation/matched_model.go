package simulation

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/roaming"
)

// matchedModel is a model with a database of motions with root motion, and a graph with states that
// play it, each with other frames.
type matchedModel struct {
	model    *assets.Model
	database id.Motion
	graph    assets.GraphID
}

// makeMatchedModels makes one for each model with clips.
func (c *ModelSet) makeMatchedModels() error {
	c.matched = []matchedModel{}
	for _, model := range c.Models {
		if len(model.Clips) == 0 {
			continue
		}
		m, err := c.makeMatchedModel(model)
		if err != nil {
			return fmt.Errorf("%s: %w", model.Name, err)
		}
		c.matched = append(c.matched, m)
	}
	return nil
}

// matchedClips returns the clips for the database of a model: its own ones, and walks and runs if
// it has the joints of the mannequin. These are short, because each of their seconds takes half a
// second on an emulated machine.
func (c *ModelSet) matchedClips(model *assets.Model, skeleton *rig.Skeleton) []*clip.Clip {
	const most = 4 // of its own
	var clips []*clip.Clip
	for i := range 2 {
		walk, err := courses.Roaming(fmt.Sprintf("roaming %d", i), skeleton, roaming.Moves(uint64(i), 8)...)
		if err == nil {
			clips = append(clips, walk)
		}
	}
	for _, id := range model.Clips[:min(most, len(model.Clips))] {
		if own := c.Library.Clip(id); !own.Additive() {
			clips = append(clips, own)
		}
	}
	return clips
}

// coarseRootMotion is the tolerance in meters of root motion in databases. The default one takes
// seconds on an emulated machine; [ModelSet.PlayControlled] extracts with it.
const coarseRootMotion = 0.001

// makeMatchedModel adds the clips, the database and the graph to the library. Clips of even numbers
// have another tag than those of odd ones; every third one loops, and every fourth one has a range
// in its middle besides, with the tag of odd ones.
func (c *ModelSet) makeMatchedModel(model *assets.Model) (matchedModel, error) {
	m := matchedModel{model: model}
	skeleton := c.Library.Skeleton(model.Skeleton)
	first, last := skeleton.JointName(0), skeleton.JointName(skeleton.Len()-1)
	b := matching.NewBuilder("motions", skeleton).Trajectory(3, 1.5, -0.25, 0.25, 0.75).
		Position(last, 0.75).Velocity(first, 1).Curve("step", 0.5).Phase("step", 0.25).
		Value("time", 0.125, func(_ *clip.Clip, time float64) float64 { return time })
	if last != first {
		b.Velocity(last, 1)
	}
	for i, motion := range c.matchedClips(model, skeleton) {
		start, duration := motion.Start(), motion.Duration()
		motion, err := clip.WithMarkers(motion, clip.Marker{Name: "step", Time: start + float64(duration*0.25), Number: 1},
			clip.Marker{Name: "step", Time: start + float64(duration*0.75), Number: -0.5})
		if err != nil {
			return m, err
		}
		options := clip.RootMotionOptions{AllowStill: true, Tolerance: coarseRootMotion}
		if moving, err := clip.ExtractRootMotion(motion, options); err == nil {
			motion = moving // otherwise no joint moves
		}
		of := c.Library.AddClip(motion)
		if c.baked != nil {
			if baked, _ := bake.Bake(motion, bake.Options{AllowLarger: true}); baked != nil {
				c.baked[of] = baked
			}
		}
		b.Range(matching.Range{
			Clip: of, Tags: []string{[]string{"even", "odd"}[i%2]}, Loop: i%3 == 0, SkipStart: float64(float64(i) * 0.125),
		})
		if i%4 == 0 {
			b.Range(matching.Range{
				Clip: of, From: start + float64(duration*0.125), To: start + float64(duration*0.875),
				SkipEnd: -1, Tags: []string{"odd", "part"},
			})
		}
	}
	var err error
	if m.database, err = b.Add(c.Library); err != nil {
		return m, err
	}
	m.graph, err = graph.New("moods").Bool("odd", false).Trigger("go").Layer("base",
		graph.State("even").MotionByID(m.database).Forbid("odd").To("odd").WhenTrue("odd").Fade(0.25),
		graph.State("odd").MotionByID(m.database).Forbid("part").To("even").WhenFalse("odd").Fade(0.125).Inertialized(),
		graph.State("clip").MotionByID(model.Clips[0]).PlayMode(clip.Hold).To("even").WhenFalse("odd").Fade(0.125),
		graph.AnyState().To("clip").WhenTriggered("go").Fade(0.125),
	).Add(c.Library, model)
	return m, err
}

// addDatabase hashes the frames of a database, and what searches find in it.
func addDatabase(d *digest, database *matching.Database) {
	report := database.Report()
	d.integers(int64(report.Frames), int64(report.Found), int64(database.Width()))
	d.double(report.Seconds)
	for _, f := range report.Features {
		d.double(f.Spread)
	}
	var query, wish []float32
	var costs []float32
	for frame := range report.Frames {
		d.double(database.Time(frame))
		query = database.Query(frame, nil, query)
		d.floats(query...)
		// halfway between two frames, in units of the features
		wish = database.Query((frame*7+3)%report.Frames, nil, wish)
		for i := range wish {
			wish[i] = float32(float32(wish[i]+query[i]) * 0.5)
		}
		search := matching.Search{
			Current: frame, Stay: 0.125, Near: frame % 16, NearCost: 0.25, Forbidden: uint32(frame) & 3 / 3 * 2,
			Required: uint32(frame) & 1,
		}
		found, cost := database.Search(wish, search)
		d.integers(int64(found))
		if found >= 0 {
			d.floats(cost)
			costs = database.Costs(wish, found, costs)
			d.floats(costs...)
		}
	}
}
