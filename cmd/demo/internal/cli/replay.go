package cli

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/view"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

type replayCommand struct {
	File     string  `arg:"" help:"Recording made with view --scene locomotion --record FILE."`
	Verify   bool    `help:"Do not draw; compare each frame with the recording and print the result."`
	Headless bool    `help:"Draw into a file even if there is a display."`
	Out      string  `placeholder:"FILE" help:"File to write: an animated .gif, or a .png. Implies --headless. Default: demo.gif."`
	Frames   *int    `placeholder:"N" help:"Number of frames. Default: the whole recording for a .gif; 1 frame for a .png."`
	Size     string  `placeholder:"WxH" help:"Size in pixels. Default: 640x360 for a .gif, 1280x720 for a .png or a window."`
	FPS      float64 `default:"25" placeholder:"N" help:"Frames per second."`
	Time     float64 `placeholder:"T" help:"Start T seconds into the recording."`
	Camera   string  `placeholder:"YAW,PITCH,DISTANCE" help:"Fix the camera: degrees to the right and upward, and meters from the target (0 fits the scene into the image)."`
}

// Help returns the text that -h prints below the flags' summary.
func (*replayCommand) Help() string {
	return "Plays a recording of the scene locomotion: the recorded keys steer, and each frame is compared with the " +
		"recorded one. At a difference the exit status is 1, with the frame and the entity that differ."
}

// Run plays or verifies the recording.
func (c *replayCommand) Run(s *commandline.Streams) error {
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
	command := viewCommand{
		Scene: view.Locomotion, Headless: c.Headless, Out: c.Out, Frames: c.Frames, Size: c.Size, FPS: c.FPS,
		Time:   c.Time,
		Camera: c.Camera, replay: recording,
	}
	return command.Run(s)
}
