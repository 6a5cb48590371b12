package cli

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/demo/internal/avatars"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/view"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/replay"
	"github.com/sinew-go/sinew/internal/exact"
)

type viewCommand struct {
	Files    []string `arg:"" optional:"" help:"Files in glTF, .gltf or .glb, avatars of VRM, .vrm, with animations for them, .vrma, or recordings in BVH, .bvh; or a file of package rewind, as for replay, and the packs and models of its assets. Default: the built-in mannequin."`
	Scene    string   `default:"show" enum:"${scenes}" placeholder:"NAME" help:"Scene of the built-in mannequin, from the list above. Default: show."`
	Headless bool     `help:"Draw into a file even if there is a display."`
	Out      string   `placeholder:"FILE" help:"File to write: an animated .gif, or a .png. Implies --headless. Default: demo.gif."`
	Frames   *int     `placeholder:"N" help:"Number of frames. Default: one loop of the scene for a .gif, about 4 s, or 10 s of locomotion; 1 frame for a .png."`
	Size     string   `placeholder:"WxH" help:"Size in pixels. Default: 640x360 for a .gif, 1280x720 for a .png or a window."`
	FPS      float64  `default:"25" placeholder:"N" help:"Frames per second."`
	Strip    bool     `help:"Put all frames side by side into a .png, not only the last one."`
	Count    *int     `placeholder:"N" help:"Draw a crowd of N characters."`
	Clip     string   `placeholder:"NAME" help:"Name or index of the clip to play, for models that have it."`
	Clips    []string `placeholder:"FILE,..." help:"Retarget the clips of these files to the character: the panel of the window lists them as they are ready."`
	Time     float64  `placeholder:"T" help:"Start T seconds into the scene."`
	Paused   bool     `help:"Open the window paused, at the time of --time."`
	Skeleton bool     `help:"Draw skeletons over the characters."`
	Press    []string `placeholder:"KEY,..." help:"In locomotion: press these keys at the beginning, such as w,b,n, instead of running the script."`
	Graph    string   `placeholder:"FILE" help:"Let a state machine, a .json file, select what the characters play; the panel of the window sets its parameters."`
	Defined  string   `name:"definitions" placeholder:"FILE" help:"Add the masks and blend spaces of a .json file, which layers and --graph can use by their names. The window reads the file again when it changes."`
	Stack    string   `placeholder:"FILE" help:"Let a stack of pose modifiers, a .json file, change what the characters show. The window reads this file and that of --graph again when they change; the key g edits them."`
	Record   string   `placeholder:"FILE" help:"In locomotion: record the keys or the script, and the state of each frame, for demo replay. In matching: record which frames play, for sinew inspect --session."`
	Skinning string   `default:"" enum:",linear,rigid,dual" placeholder:"METHOD" help:"How joints move vertices together: linear, rigid or dual (quaternions). Default: as each part says."`
	Light    string   `default:"sky" placeholder:"NAME" help:"Light from surroundings: sky, studio, or a picture of all directions, a .hdr file. Default: sky."`
	Camera   string   `placeholder:"YAW,PITCH,DISTANCE" help:"Fix the camera: degrees to the right and upward, and meters from the target (0 fits the scene into the image)."`

	replay *locomotion.Recording
	past   *scene.Past // of the files
}

// Help returns the text that -h prints after the summary, before the flags.
func (*viewCommand) Help() string { return view.Help }

// Run opens a window or writes a file.
func (c *viewCommand) Run(s *commandline.Streams) error {
	if len(c.Files) > 0 && replay.Is(c.Files[0]) {
		return c.showPast(s)
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	if err := view.Available(); err != nil {
		return err
	}
	models, files, err := c.open(s)
	if err != nil {
		return err
	}
	for _, model := range models {
		// There is nothing else to see of it, unless the scene draws figures.
		options.Skeletons = options.Skeletons || len(model.Parts) == 0 && c.Scene != view.Recordings
	}
	return view.Run(files.Input(models), options, s.Out, s.Err)
}

// showPast shows the frames of a file of package rewind, the first of the files; the others have the assets
// of its characters if it has none.
func (c *viewCommand) showPast(s *commandline.Streams) error {
	if err := view.Available(); err != nil {
		return err
	}
	past, library, err := openPast(c.Files[0], c.Files[1:])
	if err != nil {
		return err
	}
	defer past.Close()
	c.past = past
	options, err := c.options()
	if err != nil {
		return err
	}
	models := past.Models()
	// Without a surface there is nothing else to see.
	isSeen := slices.ContainsFunc(models, func(m *assets.Model) bool { return len(m.Parts) > 0 })
	options.Skeletons = options.Skeletons || !isSeen
	return view.Run(view.Input{Library: library, Models: models}, options, s.Out, s.Err)
}

// open reads the files: models, which may be avatars, and then animations for the avatars.
func (c *viewCommand) open(s *commandline.Streams) (models []*assets.Model, files *avatars.Files, err error) {
	library := assets.NewLibrary()
	files = avatars.NewFiles(library)
	for _, file := range c.Files {
		if avatars.IsAnimation(file) {
			continue
		}
		var model *assets.Model
		if avatars.IsAvatar(file) {
			model, err = files.Open(file)
		}
		if model == nil && (err == nil || errors.Is(err, vrm.ErrNotVRM)) {
			model, err = commandline.Load(library, file)
		}
		if err != nil {
			return nil, nil, err
		}
		for _, warning := range model.Warnings {
			s.Warn(file, warning)
		}
		models = append(models, model)
	}
	for _, file := range c.Files {
		if !avatars.IsAnimation(file) {
			continue
		}
		warnings, err := files.OpenAnimation(file)
		if err != nil {
			return nil, nil, err
		}
		for _, warning := range warnings {
			s.Warn(file, warning)
		}
	}
	return models, files, nil
}

// options returns the options of the flags, validated.
func (c *viewCommand) options() (view.Options, error) {
	o := view.Options{
		Headless: c.Headless, Out: c.Out, FPS: c.FPS, Strip: c.Strip, Clip: c.Clip, Start: c.Time, Paused: c.Paused,
		Skeletons: c.Skeleton, Scene: c.Scene,
		Environment: c.Light, Clips: c.Clips,
		Press: c.Press, Graph: c.Graph, Stack: c.Stack, Definitions: c.Defined, Record: c.Record, Replay: c.replay, Past: c.past,
	}
	for _, number := range []struct {
		flag  string
		given *int
		value *int
	}{{"--frames", c.Frames, &o.Frames}, {"--count", c.Count, &o.Count}} {
		if number.given == nil {
			continue
		}
		if *number.value = *number.given; *number.value < 1 {
			return o, commandline.WrongFlag(number.flag, fmt.Errorf("expected at least 1, found %d", *number.value))
		}
	}
	if c.Scene != view.Show && c.Scene != view.Recordings && len(c.Files) > 0 {
		return o, commandline.WrongFlag(
			"--scene",
			fmt.Errorf("expected no files: the scene %q is of the built-in mannequin; found %q", c.Scene, c.Files[0]),
		)
	}
	if len(c.Clips) > 0 && len(c.Files) > 1 {
		return o, commandline.WrongFlag("--clips", fmt.Errorf("expected one character to play them, found %d files",
			len(c.Files)))
	}
	if len(c.Files) > 0 {
		o.Character = c.Files[0]
	}
	var err error
	if c.Size != "" {
		if o.Size, err = parseSize(c.Size); err != nil {
			return o, commandline.WrongFlag("--size", err)
		}
	}
	if c.Skinning != "" {
		method, err := mesh.ParseSkinning(c.Skinning)
		if err != nil {
			return o, commandline.WrongFlag("--skinning", err)
		}
		o.Skinning = &method
	}
	if c.Camera != "" {
		if o.Camera, err = parseCamera(c.Camera); err != nil {
			return o, commandline.WrongFlag("--camera", err)
		}
	}
	if err := o.Complete(); err != nil {
		var wrong *view.OptionError
		if errors.As(err, &wrong) {
			return o, commandline.WrongFlag("--"+wrong.Option, wrong.Err)
		}
		return o, err
	}
	return o, nil
}

// parseSize parses a size such as 640x360.
func parseSize(text string) (image.Point, error) {
	width, height, ok := strings.Cut(text, "x")
	w, err1 := strconv.Atoi(width)
	h, err2 := strconv.Atoi(height)
	if !ok || err1 != nil || err2 != nil || w < 1 || h < 1 {
		return image.Point{}, fmt.Errorf("expected a size such as 640x360, found %q", text)
	}
	return image.Pt(w, h), nil
}

// parseCamera parses yaw and pitch in degrees and a distance.
func parseCamera(text string) (*view.Camera, error) {
	parts := strings.Split(text, ",")
	var numbers [3]float64
	ok := len(parts) == len(numbers)
	for i := 0; ok && i < len(numbers); i++ {
		n, err := strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		numbers[i], ok = n, err == nil && exact.IsFinite(n)
	}
	if !ok || math.Abs(numbers[1]) > 89 || numbers[2] < 0 {
		return nil, fmt.Errorf("expected yaw, pitch (-89 to 89 degrees) and distance (0 fits the scene into the "+
			"image), such as 30,15,4, found %q", text)
	}
	return &view.Camera{Yaw: numbers[0], Pitch: numbers[1], Distance: numbers[2]}, nil
}
