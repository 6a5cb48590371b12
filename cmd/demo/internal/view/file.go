//go:build cgo

package view

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/recording"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/text"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems/render"
)

// drawFile draws the frames without a window and writes them to a file.
func drawFile(input Input, o Options, out, notes io.Writer) error {
	folder := filepath.Dir(o.Out)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: expected a folder %s, found none", o.Out, folder)
	}
	input, err := withTarget(input, o)
	if err != nil {
		return err
	}
	if err := retargetAll(input, o, notes); err != nil {
		return err
	}
	s, err := newScene(input, o)
	if err != nil {
		return err
	}
	defer s.Close()
	context, err := glcontext.Open(glcontext.Options{Title: "demo", Width: 16, Height: 16})
	if err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	defer context.Close()
	frames, drawing, stats, err := drawFrames(input, s, o, notes)
	if err != nil {
		return err
	}
	if err := writeFile(o, frames); err != nil {
		return err
	}
	path, err := filepath.Abs(o.Out)
	if err != nil {
		path = o.Out
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	description := fmt.Sprintf("%d frames of %dx%d", o.Frames, o.Size.X, o.Size.Y)
	if o.Frames == 1 {
		description = fmt.Sprintf("1 frame of %dx%d", o.Size.X, o.Size.Y)
	}
	if err := writeReport(out, s, description, drawing, stats); err != nil {
		return err
	}
	if _, err = fmt.Fprintf(out, "\n%s (%s)\n", path, text.Bytes(info.Size())); err != nil {
		return err
	}
	return finish(s)
}

// drawFrames returns the frames that the file needs, the time of drawing a frame and reading it
// back, and what the last frame took.
func drawFrames(input Input, s animatedScene, o Options,
	notes io.Writer,
) (frames []*image.NRGBA, drawing ecs.Timing, stats render.Stats, err error) {
	drawing.Name = "Render"
	renderer, err := render.New(s.World(), input.Library, render.Options{Debug: true})
	if err != nil {
		return nil, drawing, stats, err
	}
	defer renderer.Close()
	stage.ApplyStyle(renderer, s, o.Skeletons)
	renderer.Style.Skinning = o.Skinning
	surroundings, light := &stage.Surroundings{}, stage.NewLight()
	if err := choose(o.Environment, surroundings, &light); err != nil {
		return nil, drawing, stats, err
	}
	surroundings.Light(&renderer.Style, &light)
	target, err := render.NewTarget(o.Size.X, o.Size.Y, samples)
	if err != nil {
		return nil, drawing, stats, err
	}
	defer target.Close()
	camera := stage.NewCamera(s, o.Camera, float32(o.Size.X)/float32(o.Size.Y))
	if err := renderer.Draw(camera.Camera, target); err != nil {
		// uploads the assets, which must not count as drawing time
		return nil, drawing, stats, err
	}
	s.Animation().Schedule().ResetTimings()
	caption, err := newCaption(s, o.Size)
	if err != nil {
		return nil, drawing, stats, err
	}
	defer caption.close()
	bar := commandline.NewProgress(notes, "drawing", o.Frames)
	defer bar.Close()
	frame := image.NewNRGBA(image.Rectangle{Max: o.Size})
	for i := range o.Frames {
		step := 1 / o.FPS
		if i == 0 {
			step = 0
		}
		if err := s.Update(step); err != nil {
			return nil, drawing, stats, err
		}
		camera.Follow(s)
		aspect := float32(o.Size.X) / float32(o.Size.Y)
		if err := stage.Attend(renderer, s, &camera.Camera, aspect, -1, -1); err != nil {
			return nil, drawing, stats, err
		}
		start := time.Now()
		if err := errors.Join(renderer.Draw(camera.Swung(float64(i)/float64(o.Frames)), target),
			target.Read(frame)); err != nil {
			return nil, drawing, stats, err
		}
		drawing.Add(time.Since(start))
		stats = renderer.Stats()
		stage.Measure(s, stats)
		caption.write(frame, s)
		if o.keepsAll() || i == o.Frames-1 {
			frames = append(frames, frame)
			frame = image.NewNRGBA(frame.Rect)
		}
		bar.Step()
	}
	return frames, drawing, stats, nil
}

// writeFile writes to a temporary file in the same folder and renames it at the end, so that no
// incomplete file is left.
func writeFile(o Options, frames []*image.NRGBA) (err error) {
	file, err := os.CreateTemp(filepath.Dir(o.Out), ".demo-*")
	if err != nil {
		return fmt.Errorf("%s: %w", o.Out, err)
	}
	defer func() {
		if err != nil {
			file.Close()
			err = fmt.Errorf("%s: %w", o.Out, errors.Join(err, os.Remove(file.Name())))
		}
	}()
	buffer := bufio.NewWriterSize(file, 1<<16)
	switch {
	case o.isGIF():
		err = recording.EncodeGIF(buffer, frames, o.FPS)
	case o.Strip:
		err = png.Encode(buffer, recording.ContactSheet(frames))
	default:
		err = png.Encode(buffer, frames[len(frames)-1])
	}
	if err == nil {
		err = errors.Join(buffer.Flush(), file.Chmod(0o644), file.Close())
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), o.Out)
}
