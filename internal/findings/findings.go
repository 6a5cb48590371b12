package findings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/footing"
	"github.com/sinew-go/sinew/internal/footing/biped"
	"github.com/sinew-go/sinew/systems/explain"
)

// IDs are the findings that there are.
var IDs = []string{
	"units", "scale", "rest-pose", "influences", "keys-jump", "root-motion-left", "no-root-motion", "feet-slide",
	"unmoved-joints",
}

// checker checks one model.
type checker struct {
	library  *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton
	rest     []float32 // the model matrices of the rest pose
	size     float64   // of the skeleton, in the units of the file
	body     footing.Body
	findings []explain.Finding
}

// Of checks a model, which must be in the library with the keys of its clips. A clip without keys
// is left out. The result is not nil.
func Of(library *assets.Library, model *assets.Model) []explain.Finding {
	c := checker{
		library: library, model: model, skeleton: library.Skeleton(model.Skeleton), findings: []explain.Finding{},
	}
	c.rest, c.size = rig.NewPose(c.skeleton).ModelMatrices(nil), c.skeleton.Size()
	c.body = biped.BodyOf(c.skeleton)
	c.checkUnits()
	c.checkScale()
	c.checkRestPose()
	c.checkInfluences()
	for _, id := range model.Clips {
		if source := library.Clip(id); source != nil && source.CheckKeys() == nil {
			c.checkKeys(source)
			c.checkGround(source)
		}
	}
	c.checkMovedJoints()
	return c.findings
}

func (c *checker) find(id, where, text, cure string) {
	c.findings = append(c.findings, explain.Finding{ID: id, Where: where, Text: text, Cure: cure})
}

// checkUnits finds a model that is not in meters.
func (c *checker) checkUnits() {
	if meters := c.skeleton.MetersPerUnit(); meters != 1 {
		c.find("units", "",
			fmt.Sprintf("expected a character of 0.1 to 10 m, found one of %.4g units, which seem to be %v m each",
				c.size, meters),
			"open it with Options.Meters of package gltfio, or write {\"scale\": \"meters\"} into its sidecar")
	}
}

// checkScale finds joints that are scaled in the rest pose.
func (c *checker) checkScale() {
	first, scaled := "", 0
	var scale [3]float32
	for j := range c.skeleton.Len() {
		s := c.skeleton.Rest(j).Scale
		for _, axis := range s {
			if math.Abs(float64(axis)-1) > 0.01 {
				if scaled++; scaled == 1 {
					first, scale = c.skeleton.JointName(j), s
				}
				break
			}
		}
	}
	if scaled > 0 {
		c.find("scale", fmt.Sprintf("joint %q", first),
			fmt.Sprintf("expected a scale of 1 in the rest pose, found %v; %d of %d "+
				"joints are scaled, and what hangs on them is too", scale, scaled, c.skeleton.Len()),
			"apply the scale in the modeling tool (Blender: Ctrl+A, Scale), or attach with systems.WithWorldScale")
	}
}

const (
	// bindDegrees and bindFraction are by what angle, and by what fraction of the size of the
	// skeleton, joints may be elsewhere in the rest pose than where the mesh was bound.
	bindDegrees  = 10
	bindFraction = 0.05
)

// checkRestPose finds a rest pose in which the mesh was not bound, such as a frame of a clip.
func (c *checker) checkRestPose() {
	isFlat := c.skeleton.Len() > 1 && len(c.model.Skins) > 0
	for j := 1; j < c.skeleton.Len(); j++ {
		isFlat = isFlat && distance(at(c.rest, j), at(c.rest, 0)) < 1e-9
	}
	if isFlat {
		c.find("rest-pose", "",
			fmt.Sprintf("expected joints at places of their own in the rest pose, found all %d at one point",
				c.skeleton.Len()), "export the rest pose of the skeleton, as the pose of the nodes")
		return
	}
	moved, worst, by, away, of := 0, "", 0.0, 0.0, 0
	for _, id := range c.model.Skins {
		skin := c.library.Skin(id)
		bound := retarget.BindPose(skin)
		models := bound.ModelMatrices(nil)
		for _, joint := range skin.Joints() {
			j := int(joint)
			of++
			degrees := angle(c.skeleton.Rest(j).Rotation, bound.Joint(j).Rotation)
			off := distance(at(c.rest, j), at(models, j)) / c.size
			if degrees <= bindDegrees && off <= bindFraction {
				continue
			}
			moved++
			if degrees > by || worst == "" {
				worst, by, away = c.skeleton.JointName(j), degrees, off*c.size
			}
		}
	}
	if moved > 0 {
		c.find("rest-pose", fmt.Sprintf("joint %q", worst),
			fmt.Sprintf("expected the rest pose in which the mesh was bound, found "+
				"another one at %d of %d joints, this one turned by %.0f degrees and %.3g away", moved, of, by, away),
			"export in the bind pose (Blender: Pose, Clear Transform, or Rest Position), or play a clip before "+
				"the first picture; retargeting takes the bind pose by itself")
	}
}

// checkInfluences finds vertices that more joints move than are kept, of which reading the file
// warned.
func (c *checker) checkInfluences() {
	for _, warning := range c.model.Warnings {
		if strings.Contains(warning, "vertices have more than") && strings.Contains(warning, "influences") {
			c.find("influences", "", "expected at most 8 joints that move a vertex, found more: "+warning,
				"limit them in the modeling tool (Blender: Weights, Limit Total, 4 or 8)")
		}
	}
}

const (
	// jumpSeconds is the time within which two keys follow each other at once, jumpDegrees and
	// jumpFraction how far they may be apart then: 100 degrees in a 15th of a second is 4 turns a
	// second.
	jumpSeconds  = 1.0/15 + 1e-4
	jumpDegrees  = 100
	jumpFraction = 0.5
)

// checkKeys finds keys that follow each other at once and are far apart.
func (c *checker) checkKeys(source *assets.Clip) {
	jumps, first := 0, ""
	scales := c.parentScales()
	for _, t := range source.Tracks() {
		if t.Track.Interpolation() == clip.Step || t.Property != clip.Rotation && t.Property != clip.Translation {
			continue
		}
		times, values := t.Track.Times(), t.Track.Values()
		perKey := len(values) / max(len(times), 1)
		width := t.Track.Width()
		skip := 0 // of cubic keys, the tangent or handle before the value
		if perKey > width {
			skip = (perKey - width) / 2
		}
		for k := 1; k < len(times); k++ {
			if float64(times[k]-times[k-1]) > jumpSeconds {
				continue
			}
			a, b := values[(k-1)*perKey+skip:][:width], values[k*perKey+skip:][:width]
			what := ""
			switch {
			case t.Property == clip.Rotation && t.Track.IsQuaternion():
				if degrees := angle(quaternion(a), quaternion(b)); degrees > jumpDegrees {
					what = fmt.Sprintf("turns by %.0f degrees", degrees)
				}
			case t.Property == clip.Translation:
				if d := scales[t.Joint] * distance([3]float32(a), [3]float32(b)); d > jumpFraction*c.size {
					what = fmt.Sprintf("moves by %.4g", d)
				}
			}
			if what == "" {
				continue
			}
			if jumps++; jumps == 1 {
				first = fmt.Sprintf("joint %q %s from %.4g to %.4g s", c.skeleton.JointName(t.Joint), what,
					times[k-1], times[k])
			}
		}
	}
	if jumps > 0 {
		c.find("keys-jump", fmt.Sprintf("clip %q", source.Name()),
			fmt.Sprintf("expected keys near each other, found %d jumps; %s",
				jumps, first),
			"look at the curves there in the modeling tool: an Euler filter, or quaternions, mends flips")
	}
}

// parentScales returns how many units of model space a unit of each joint's parent is in the rest
// pose.
func (c *checker) parentScales() []float64 {
	scales := make([]float64, c.skeleton.Len())
	for j := range scales {
		scales[j] = 1
		if parent := c.skeleton.Parent(j); parent >= 0 {
			m := c.rest[parent*rig.MatrixSize:]
			scales[j] = distance([3]float32{m[0], m[4], m[8]}, [3]float32{})
		}
	}
	return scales
}

// checkMovedJoints finds influence joints that no clip moves.
func (c *checker) checkMovedJoints() {
	if len(c.model.Clips) == 0 || len(c.model.Skins) == 0 {
		return
	}
	moved := make([]bool, c.skeleton.Len())
	for _, id := range c.model.Clips {
		source := c.library.Clip(id)
		for _, t := range source.Tracks() {
			moved[t.Joint] = true
		}
		if root := source.RootMotion(); root != nil {
			moved[root.Joint()] = true
		}
	}
	var still []string
	seen := make([]bool, c.skeleton.Len())
	for _, id := range c.model.Skins {
		for _, joint := range c.library.Skin(id).Joints() {
			if !moved[joint] && !seen[joint] {
				seen[joint] = true
				still = append(still, strconv.Quote(c.skeleton.JointName(int(joint))))
			}
		}
	}
	if n := len(still); n > 0 {
		c.find("unmoved-joints", "",
			fmt.Sprintf("expected clips that move all joints of the mesh, found %d joints that no clip "+
				"moves: %s", n, strings.Join(still[:min(n, 8)], ", ")+more(n-8)),
			"export the clips with all bones, or leave it so where the joints are for springs and modifiers")
	}
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// at returns the place of a joint.
func at(models []float32, joint int) [3]float32 {
	m := models[joint*rig.MatrixSize:]
	return [3]float32{m[3], m[7], m[11]}
}

func distance(a, b [3]float32) float64 {
	x, y, z := float64(a[0]-b[0]), float64(a[1]-b[1]), float64(a[2]-b[2])
	return math.Sqrt(x*x + y*y + z*z)
}

// quantile returns the number below which a fraction of some numbers are, which it sorts.
func quantile(list []float64, part, of int) float64 {
	slices.Sort(list)
	return list[len(list)*part/of]
}
