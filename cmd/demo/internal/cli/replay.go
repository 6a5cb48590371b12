package cli

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/view"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/replay"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

type replayCommand struct {
	File     string   `arg:"" help:"File that a program wrote with package rewind, or a recording made with view --scene locomotion --record FILE."`
	Assets   []string `placeholder:"FILE" help:"Packs and models with the assets of the program, for a file of package rewind without any."`
	Verify   bool     `help:"Do not draw; compare each frame with the file and print the result."`
	Headless bool     `help:"Draw into a file even if there is a display."`
	Out      string   `placeholder:"FILE" help:"File to write: an animated .gif, or a .png. Implies --headless. Default: demo.gif."`
	Frames   *int     `placeholder:"N" help:"Number of frames. Default: the whole file for a .gif; 1 frame for a .png."`
	Size     string   `placeholder:"WxH" help:"Size in pixels. Default: 640x360 for a .gif, 1280x720 for a .png or a window."`
	FPS      float64  `default:"25" placeholder:"N" help:"Frames per second."`
	Time     float64  `placeholder:"T" help:"Start T seconds into the file."`
	Camera   string   `placeholder:"YAW,PITCH,DISTANCE" help:"Fix the camera: degrees to the right and upward, and meters from the target (0 fits the scene into the image)."`
}

// Help returns the text that -h prints after the summary, before the flags.
func (*replayCommand) Help() string {
	return "Plays a file that a program wrote with package rewind, or a recording of the scene locomotion, in which the " +
		"recorded keys steer. Each frame is compared with that in the file. At a difference the exit status is 1, with " +
		"the frame and the entity that differ.\n\n" +
		"A window shows the frames of package rewind in its timeline, from the first on, or from that of --time: space " +
		"plays them, and h lists the keys. Where they end, or from any of them, the world goes on by enter."
}

// Run plays or verifies the recording.
func (c *replayCommand) Run(s *commandline.Streams) error {
	if replay.Is(c.File) {
		return c.playFrames(s)
	}
	if len(c.Assets) > 0 {
		return commandline.WrongFlag("--assets", errors.New("expected a file of package rewind, found another one, which needs "+
			"none"))
	}
	recording, err := locomotion.ReadRecording(c.File)
	if err != nil {
		return err
	}
	if c.Verify {
		library := assets.NewLibrary()
		model, err := mannequin.New(library)
		if err != nil {
			return err
		}
		if err := locomotion.Verify(library, model, recording); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
		_, err = fmt.Fprintf(s.Out, "%s: %d frames, %.2f s, are as recorded\n", c.File, recording.Frames,
			recording.Seconds)
		return err
	}
	command := c.view(view.Locomotion)
	command.replay = recording
	return command.Run(s)
}

// view returns the command that draws.
func (c *replayCommand) view(scene string) viewCommand {
	return viewCommand{
		Scene: scene, Headless: c.Headless, Out: c.Out, Frames: c.Frames, Size: c.Size, FPS: c.FPS, Time: c.Time,
		Camera: c.Camera,
	}
}

// playFrames plays or verifies a file of package rewind.
func (c *replayCommand) playFrames(s *commandline.Streams) error {
	if !c.Verify {
		command := c.view(view.Show)
		command.Files = append([]string{c.File}, c.Assets...)
		return command.Run(s)
	}
	past, _, err := openPast(c.File, c.Assets)
	if err != nil {
		return err
	}
	defer past.Close()
	if err := past.Finish(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s: all frames are as they were\n", c.File)
	return err
}

// openPast opens a file of package rewind, with its assets inside or in other files, and plays its frames.
func openPast(path string, named []string) (*scene.Past, *assets.Library, error) {
	file, err := replay.Open(path)
	if err != nil {
		return nil, nil, err
	}
	library := assets.NewLibrary()
	if !file.NeedsStep { // Play tells of a file that does
		if err := replay.Load(library, path, file, named); err != nil {
			return nil, nil, err
		}
	}
	past, err := scene.NewPast(library, replay.Notes(file),
		func(session *rollback.Session) (*rewind.Tape, error, error) {
			return replay.Play(session, path, file, rewind.Options{Bytes: timeline.MostBytes()})
		})
	return past, library, err
}
