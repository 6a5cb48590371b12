//go:build cgo

package view

import (
	"io"
	"time"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
)

// withTarget returns the input with a character that can play the clips of other files, if the
// options name some.
func withTarget(input Input, o Options) (Input, error) {
	if len(o.Clips) == 0 {
		return input, nil
	}
	return input.WithMannequin()
}

// startClips begins to retarget the clips that the options name. It returns nil if there are none.
func startClips(input Input, o Options) *retargeting.Work {
	if len(o.Clips) == 0 {
		return nil
	}
	character := o.Character
	if character == "" {
		character = retargeting.Mannequin
	}
	return retargeting.Start(o.Clips, commandline.Load, character, input.Library, input.Models[0])
}

// takeClips adds the clips that are ready, and plays the first one with a character that has played
// none.
func (w *window) takeClips() error {
	if w.clips == nil {
		return nil
	}
	added, ended, err := w.clips.Poll()
	if err != nil {
		return err
	}
	done, total := w.clips.Progress()
	w.control.Work = workbench.Work{Name: "retargeting", Done: done, Total: total}
	if ended {
		w.clips, w.control.Work = nil, workbench.Work{}
	}
	if name, _, _ := w.control.scene.Playing(); added > 0 && name == "" {
		return w.control.scene.CrossFadeTo(0, userFade)
	}
	return nil
}

// retargetAll adds all clips that the options name, before anything is drawn.
func retargetAll(input Input, o Options, notes io.Writer) error {
	work := startClips(input, o)
	if work == nil {
		return nil
	}
	defer work.Stop()
	var bar commandline.Progress
	known, shown := 0, 0
	for ended := false; !ended; {
		select {
		case <-work.Ended():
			ended = true
		case <-time.After(20 * time.Millisecond):
		}
		done, total := work.Progress()
		if total != known {
			bar.Close()
			bar, known, shown = commandline.NewProgress(notes, "retargeting", total), total, 0
		}
		for ; shown < done; shown++ {
			bar.Step()
		}
	}
	bar.Close()
	_, err := work.Take()
	return err
}
