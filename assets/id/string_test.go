package id_test

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets/id"
)

func TestIDsPrintTheirKind(t *testing.T) {
	for want, id := range map[string]any{
		"skeleton 0x3c500001": id.Skeleton(0x3c500001), "no motion": id.Clip(0), "motion 0x7": id.BlendSpace(7),
		"skin 0x1": id.Skin(1), "mesh 0x2": id.Mesh(2), "material 0x3": id.Material(3), "image 0x4": id.Image(4),
		"model 0x5": id.Model(5), "mask 0x6": id.Mask(6), "curve 0x8": id.Curve(8), "graph 0x9": id.Graph(9),
		"modifier stack 0xa": id.ModifierStack(10),
	} {
		if got := fmt.Sprint(id); got != want {
			t.Errorf("expected %q, found %q", want, got)
		}
	}
}
