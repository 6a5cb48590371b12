package gltfio

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
)

func TestAnAdditiveClipCannotBeWritten(t *testing.T) {
	h := newHandmade(t)
	h.addClip(t, clip.NewBuilder("nod", h.skeleton).Additive())
	if _, err := export.Encode(h.lib, h.model); err == nil || !strings.Contains(err.Error(), `clip "nod" is additive`) {
		t.Errorf("%v", err)
	}
}
