package codec_test

import (
	"testing"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/sinew-go/sinew/internal/codec"
)

func TestEntityRoundTrip(t *testing.T) {
	want := arche.Entity{}
	if err := want.UnmarshalJSON([]byte("[77, 3]")); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, codec.EntitySize)
	codec.PutEntity(b, want)
	if got := codec.GetEntity(b); got != want || got.ID() != 77 || got.Generation() != 3 {
		t.Errorf("%v became %v", want, got)
	}
}
