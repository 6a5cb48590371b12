package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
)

type retargetCommand struct {
	From   string   `arg:"" help:"A .gltf, .glb or .bvh file with the clips."`
	To     string   `arg:"" help:"A .gltf or .glb file with the character that shall play them, or mannequin for the built-in one."`
	Out    string   `required:"" placeholder:"FILE" help:"The .glb file to write: the character with the new clips instead of its own."`
	Map    string   `placeholder:"FILE" help:"A .json file that says which joints are which; see above."`
	Clip   []string `placeholder:"NAME" help:"Name or index of a clip, several times for several. Default: all clips."`
	Mirror bool     `help:"Exchange left and right in the new clips."`
	Bones  bool     `help:"Also print which joint is which bone, and why."`
}

// Help returns the text that -h prints after the summary, before the flags.
func (*retargetCommand) Help() string {
	return `Turns the clips of one skeleton into clips of another, grades each and prints what differs. Humanoids
are found by the names of their joints, or by their shape, other creatures of one family by equal and
near names. A sidecar beside a file corrects that by its bones, and the map corrects both, or relates
skeletons joint by joint:
{"from": {"left hand": "hand.L"}, "to": {"hips": "pelvis"}, "joints": {"b_Tail01": "Tail_Base"}}`
}

// Run writes the file and prints the report.
func (c *retargetCommand) Run(s *commandline.Streams) error {
	var names retargeting.Names
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
	from, err := retargeting.Load(c.From, commandline.Load, true)
	if err != nil {
		return err
	}
	to, err := retargeting.Load(c.To, commandline.Load, false)
	if err != nil {
		return err
	}
	clips, err := c.clips(from)
	if err != nil {
		return err
	}
	relation, err := retargeting.Relate(from, to, names)
	if errors.Is(err, humanoid.ErrNotHumanoid) {
		return fmt.Errorf("%w; relate the joints by names with --map", err)
	}
	if err != nil {
		return err
	}
	if c.Bones && relation.From != nil {
		if err := errors.Join(writeBones(s.Out, c.From, relation.From), writeBones(s.Out, c.To, relation.To)); err != nil {
			return err
		}
	}
	var made []assets.ClipID
	var reports []retarget.Report
	var mirror *retarget.Mirror
	if c.Mirror {
		if mirror, err = retarget.NewMirror(to.Skeleton, retarget.MirrorOptions{Pose: to.Pose}); err != nil {
			return err
		}
	}
	bar := commandline.NewProgress(s.Err, "retargeting", len(clips))
	defer bar.Close()
	for _, source := range clips {
		made, reports, err = c.add(made, reports, to, relation.Retargeter, mirror, source)
		if err != nil {
			return fmt.Errorf("%s: %w", c.From, err)
		}
		bar.Step()
	}
	bar.Close()
	to.Model.SetClips(to.Library, made)
	if err := gltfio.Save(c.Out, to.Library, to.Model); err != nil {
		return err
	}
	return writeReports(s.Out, c.Out, reports)
}

// add appends a new clip and its report.
func (c *retargetCommand) add(
	made []assets.ClipID, reports []retarget.Report, to *retargeting.Character, r *retarget.Retargeter,
	mirror *retarget.Mirror, source *clip.Clip,
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
	return append(made, to.Library.AddClip(out)), append(reports, report), nil
}

// clips returns the clips to turn.
func (c *retargetCommand) clips(from *retargeting.Character) ([]*clip.Clip, error) {
	var list []*clip.Clip
	for _, name := range c.Clip {
		i, err := commandline.FindClip(from.Model, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.From, err)
		}
		list = append(list, from.Clips[i])
	}
	if len(c.Clip) == 0 {
		list = from.Clips
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: the file has no clips", c.From)
	}
	return list, nil
}

func writeBones(w io.Writer, file string, h *humanoid.Map) error {
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
