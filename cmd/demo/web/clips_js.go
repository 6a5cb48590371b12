//go:build !preview

package main

import (
	"syscall/js"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
)

// addClips begins to retarget the clips of the model in a FileList to the model that was opened.
// The page goes on meanwhile.
func (v *viewer) addClips(list js.Value) {
	files := elements(list)
	v.element("clip-files").Set("value", "")
	v.element("error").Set("hidden", true)
	if len(files) == 0 || v.opened.name == "" {
		return
	}
	v.work(func() {
		library := assets.NewLibrary(assets.Exact())
		name, model, err := v.readModel(files, library)
		if err != nil {
			v.fail(err)
			return
		}
		v.stopClips()
		v.bench.clips = retargeting.StartFrom(retargeting.FromModel(name, library, model), v.opened.name,
			v.opened.input.Library, v.opened.input.Models[0])
	})
}

// takeClips adds the clips that are ready, and plays the first one on a character that has played
// none.
func (v *viewer) takeClips() {
	work := v.bench.clips
	if work == nil {
		return
	}
	added, ended, err := work.Poll()
	if err != nil {
		v.fail(err)
	}
	done, total := work.Progress()
	v.Work = workbench.Work{Name: "retargeting", Done: done, Total: total}
	if ended {
		v.bench.clips, v.Work = nil, workbench.Work{}
	}
	if added == 0 {
		return
	}
	if s := v.scenes[v.opened.name]; s != nil {
		if name, _, _ := s.Playing(); name == "" {
			if err := s.CrossFadeTo(0, workbench.Fade); err != nil {
				v.fail(err)
			}
		}
	}
	v.listClips()
}

// stopClips ends what addClips began.
func (v *viewer) stopClips() {
	if v.bench.clips != nil {
		v.bench.clips.Stop()
		v.bench.clips, v.Work = nil, workbench.Work{}
	}
}
