package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

type retargetCommand struct {
	From   string   `arg:"" help:"A .gltf, .glb or .bvh file with the clips."`
	To     string   `arg:"" help:"A .gltf or .glb file with the character that shall play them, or mannequin for the built-in one."`
	Out    string   `required:"" placeholder:"FILE" help:"The .glb file to write: the character with the new clips instead of its own."`
	Map    string   `placeholder:"FILE" help:"A .json file that says which joints are which; see below."`
	Clip   []string `placeholder:"NAME" help:"Name or index of a clip, several times for several. Default: all clips."`
	Mirror bool     `help:"Exchange left and right in the new clips."`
	Bones  bool     `help:"Also print which joint is which bone, and why."`
}

// Help returns the text that -h prints below the flags' summary.
func (*retargetCommand) Help() string {
	return `Turns the clips of one skeleton into clips of another, grades each and prints what differs. Humanoids
are found by the names of their joints, or by their shape, other creatures of one family by equal and
near names. A sidecar beside a file corrects that by its bones, and the map corrects both, or relates
skeletons joint by joint:
{"from": {"left hand": "hand.L"}, "to": {"hips": "pelvis"}, "joints": {"b_Tail01": "Tail_Base"}}`
}

// jointMap is the content of a map file.
type jointMap struct {
	From   map[string]string `json:"from"`   // bones of the source's humanoid, and their joints
	To     map[string]string `json:"to"`     // the same of the target
	Joints map[string]string `json:"joints"` // joints of the source, and of the target
}

// Run writes the file and prints the report.
func (c *retargetCommand) Run(s *commandline.Streams) error {
	var names jointMap
	if c.Map != "" {
		data, err := os.ReadFile(c.Map)
		if err != nil {
			return err
		}
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&names); err != nil {
			return fmt.Errorf("%s: %w", c.Map, err)
		}
	}
	from, err := loadCharacter(c.From, true)
	if err != nil {
		return err
	}
	to, err := loadCharacter(c.To, false)
	if err != nil {
		return err
	}
	clips, err := c.clips(from)
	if err != nil {
		return err
	}
	retargeter, err := c.retargeter(s.Out, from, to, names)
	if err != nil {
		return err
	}
	var made []assets.ClipID
	var reports []retarget.Report
	var mirror *retarget.Mirror
	if c.Mirror {
		if mirror, err = retarget.NewMirror(to.skeleton, retarget.MirrorOptions{Pose: to.pose}); err != nil {
			return err
		}
	}
	for _, source := range clips {
		made, reports, err = c.add(made, reports, to, retargeter, mirror, source)
		if err != nil {
			return fmt.Errorf("%s: %w", c.From, err)
		}
	}
	to.model.SetClips(to.library, made)
	if err := gltfio.Save(c.Out, to.library, to.model); err != nil {
		return err
	}
	return writeReports(s.Out, c.Out, reports)
}

// add appends a new clip and its report.
func (c *retargetCommand) add(
	made []assets.ClipID, reports []retarget.Report, to *character, r *retarget.Retargeter, mirror *retarget.Mirror,
	source *clip.Clip,
) ([]assets.ClipID, []retarget.Report, error) {
	out, report, err := r.Clip(source)
	if err != nil {
		return nil, nil, err
	}
	if mirror != nil {
		if out, err = mirror.Clip(out); err != nil {
			return nil, nil, err
		}
	}
	return append(made, to.library.AddClip(out)), append(reports, report), nil
}

// character is a loaded file.
type character struct {
	library  *assets.Library
	model    *assets.Model
	skeleton *rig.Skeleton
	clips    []*clip.Clip
	pose     *rig.Pose             // the reference pose; nil is the rest pose
	bones    *retarget.HumanoidMap // of a VRM file; nil: to be found
}

// loadCharacter loads a file. A source may get a skeleton of its own, a target keeps that of its
// model.
func loadCharacter(path string, asSource bool) (*character, error) {
	c := &character{library: assets.NewLibrary()}
	var err error
	if path == "mannequin" {
		c.model, err = mannequin.New(c.library)
	} else {
		c.model, err = commandline.Load(c.library, path)
	}
	if err != nil {
		return nil, err
	}
	c.skeleton = c.library.Skeleton(c.model.Skeleton)
	for _, id := range c.model.Clips {
		c.clips = append(c.clips, c.library.Clip(id))
	}
	if path != "mannequin" && !commandline.IsRecording(path) {
		avatar, err := vrm.OpenHumanoid(assets.NewLibrary(), path)
		switch {
		case err == nil && asSource:
			c.model, c.skeleton, c.clips, c.bones = avatar.Model, avatar.Skeleton, avatar.Clips, avatar.Bones
			return c, nil // its rest pose is a T pose by definition
		case err == nil:
			if c.bones, err = sameBones(avatar.Bones, c.skeleton); err != nil {
				return nil, err
			}
			return c, nil
		case !errors.Is(err, vrm.ErrNoHumanoid):
			return nil, err
		}
	}
	c.setPose()
	return c, nil
}

// setPose finds the reference pose: a T pose or an A pose among the rest pose, the bind poses and
// the clips that are named so, and else the first of the former that is symmetric.
func (c *character) setPose() {
	candidates := []*rig.Pose{nil}
	var skins []*rig.Skin
	for _, id := range c.model.Skins {
		if skin := c.library.Skin(id); skin.Skeleton() == c.skeleton {
			skins = append(skins, skin)
			candidates = append(candidates, retarget.BindPose(skin))
		}
	}
	for _, source := range c.clips {
		name := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(source.Name()))
		if !source.Additive() && (strings.Contains(name, "tpose") || strings.Contains(name, "apose")) {
			candidates = append(candidates, source.PoseAt(source.Start()))
		}
	}
	pose, stance := retarget.StandingPose(c.skeleton, candidates...)
	if c.pose = pose; stance.Kind == "" || len(stance.Faults) > 0 {
		c.pose = retarget.ReferencePose(c.skeleton, skins...)
	}
}

// sameBones returns a map of the joints with the same nodes in another skeleton of the same file.
func sameBones(bones *retarget.HumanoidMap, skeleton *rig.Skeleton) (*retarget.HumanoidMap, error) {
	out := retarget.NewHumanoidMap(skeleton)
	for _, m := range bones.Matches() {
		if joint, ok := skeleton.FromSource(bones.Skeleton().Source(m.Joint)); ok {
			if err := out.SetJoint(m.Bone, joint); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// clips returns the clips to turn.
func (c *retargetCommand) clips(from *character) ([]*clip.Clip, error) {
	var list []*clip.Clip
	for _, name := range c.Clip {
		i, err := commandline.FindClip(from.model, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.From, err)
		}
		list = append(list, from.clips[i])
	}
	if len(c.Clip) == 0 {
		list = from.clips
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: the file has no clips", c.From)
	}
	return list, nil
}

// retargeter relates the two skeletons.
func (c *retargetCommand) retargeter(w io.Writer, from, to *character, names jointMap) (*retarget.Retargeter, error) {
	options := retarget.Options{FromPose: from.pose, ToPose: to.pose, Joints: names.Joints}
	if len(names.Joints) == 0 || len(names.From)+len(names.To) > 0 {
		var err error
		if options.From, err = humanoid(c.From, from, names.From); err != nil {
			return nil, err
		}
		if options.To, err = humanoid(c.To, to, names.To); err != nil {
			return nil, err
		}
		if options.From == nil || options.To == nil { // no humanoids: by the names of their joints, if at all
			options.From, options.To = nil, nil
		} else if c.Bones {
			if err := writeBones(w, c.From, options.From); err != nil {
				return nil, err
			}
			if err := writeBones(w, c.To, options.To); err != nil {
				return nil, err
			}
		}
	}
	r, err := retarget.New(from.skeleton, to.skeleton, options)
	if errors.Is(err, retarget.ErrNotHumanoid) {
		return nil, fmt.Errorf("%s, %s: %w; relate the joints by names with --map", c.From, c.To, err)
	}
	return r, err
}

// humanoid finds the bones of a character and corrects them, first by what its sidecar says.
// Without corrections it returns nil for one that is no humanoid.
func humanoid(file string, c *character, names map[string]string) (*retarget.HumanoidMap, error) {
	found, err := c.bones, error(nil)
	if found == nil {
		if found, err = retarget.HumanoidInPose(c.skeleton, c.pose); found == nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	said := c.model.Bones // in the sidecar
	for _, bone := range slices.Sorted(maps.Keys(said)) {
		if err := found.Set(bone, said[bone]); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for bone, joint := range names {
		if err := found.Set(bone, joint); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if errors.Is(err, retarget.ErrNotHumanoid) && len(names)+len(said) == 0 {
		return nil, nil
	}
	return found, nil
}

func writeBones(w io.Writer, file string, h *retarget.HumanoidMap) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s:\nbone\tjoint\tsure\twhy\n", commandline.OneLine(file))
	for _, m := range h.Matches() {
		fmt.Fprintf(table, "%s\t%s\t%.0f %%\t%s\n", m.Bone, commandline.OneLine(m.JointName), 100*m.Confidence, m.Why)
	}
	fmt.Fprintln(table)
	return table.Flush()
}

// writeReports prints a table with a line for each clip, why one is not good, and what was not
// carried.
func writeReports(w io.Writer, file string, reports []retarget.Report) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s: related %s, %.0f %% sure; strides scaled by %.3g\n", commandline.OneLine(file),
		reports[0].Relation,
		100*reports[0].Confidence, reports[0].Scale)
	fmt.Fprintln(table, "clip\tgrade\tkeys\tdirection\tat\tend\tat\thips lowered\tbelow ground")
	for _, r := range reports {
		direction, _ := r.WorstDirection()
		end, _ := r.WorstPosition()
		grade, _ := r.Grade()
		fmt.Fprintf(table, "%s\t%v\t%d\t%.1f°\t%s\t%.2f %%\t%s\t%.1f %%\t%.1f %%\n", commandline.OneLine(r.Clip), grade,
			r.Keys,
			direction.Direction, where(direction, direction.DirectionTime),
			100*end.Position, where(end, end.PositionTime), 100*r.HipsLowered, 100*r.BelowGround)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "direction: the largest angle between a bone and the source's; end: how far a hand or foot is "+
		"from its place, of the character's size; below ground: how deep a foot is, of the leg")
	for _, r := range reports {
		if grade, reasons := r.Grade(); grade != retarget.Good {
			fmt.Fprintf(w, "%s is %v: %s\n", commandline.OneLine(r.Clip), grade,
				commandline.OneLine(strings.Join(reasons, "; ")))
		}
	}
	seen := map[string]bool{}
	var lost []string
	for _, r := range reports {
		for _, note := range r.Notes {
			if !seen[note] {
				seen[note] = true
				fmt.Fprintf(w, "note: %s\n", commandline.OneLine(note))
			}
		}
		for _, name := range r.NotCarried {
			if !seen[name] {
				seen[name] = true
				lost = append(lost, commandline.OneLine(name))
			}
		}
	}
	if len(lost) > 0 {
		fmt.Fprintf(w, "not carried: %s\n", strings.Join(lost, ", "))
	}
	if list := reports[0].NotMoved; len(list) > 0 {
		fmt.Fprintf(w, "not moved: %s\n", commandline.OneLine(strings.Join(list, ", ")))
	}
	return nil
}

// where returns a joint and a time.
func where(j retarget.JointReport, time float64) string {
	name := j.Bone
	if name == "" {
		name = j.To
	}
	if name == "" {
		return "-"
	}
	return fmt.Sprintf("%s, %.2f s", commandline.OneLine(name), time)
}
