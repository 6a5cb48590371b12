package assets_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// texturedModel adds a random model whose first part has a material with a texture.
func texturedModel(t *testing.T, l *assets.Library, seed uint64) *assets.Model {
	t.Helper()
	m := randomassets.Model(rand.New(rand.NewPCG(seed, 1)), l, randomassets.Shapes()[2], 3)
	material := mesh.DefaultMaterial()
	material.BaseColorTexture = &mesh.Texture{Image: l.AddImage(&mesh.Image{})}
	l.Mesh(m.Parts[0].Mesh).Primitives[0].Material = l.AddMaterial(&material)
	return m
}

func TestRemoveModelRemovesItsAssets(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	kept := l.AddImage(&mesh.Image{}) // belongs to no model
	a := texturedModel(t, l, 1)
	if got := l.Count(); got != (assets.Count{
		Skeletons: 1, Clips: 3, Skins: 2, Meshes: 2, Materials: 1, Images: 2,
		Models: 1,
	}) {
		t.Fatalf("count %+v", got)
	}
	b := texturedModel(t, l, 2)
	if !l.RemoveModel(a.ID) || l.RemoveModel(a.ID) {
		t.Error("the model was not removed, or removed twice")
	}
	if got := l.Count(); got != (assets.Count{Skeletons: 1, Clips: 3, Skins: 2, Meshes: 2, Materials: 1, Images: 2, Models: 1}) {
		t.Errorf("count %+v, want the assets of the other model", got)
	}
	if l.Skeleton(b.Skeleton) == nil || l.Clip(b.Clips[2]) == nil || l.Skin(b.Parts[1].Skin) == nil ||
		l.Mesh(b.Parts[0].Mesh) == nil {
		t.Error("an asset of the other model was removed")
	}
	l.RemoveModel(b.ID)
	if got := l.Count(); got != (assets.Count{Images: 1}) || l.Image(kept) == nil {
		t.Errorf("count %+v, want the image that belongs to no model", got)
	}
}

func TestRemoveModelKeepsSharedAssets(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	a := texturedModel(t, l, 1)
	b := &assets.Model{Name: "variant", Skeleton: a.Skeleton, Parts: a.Parts[:1]}
	b.SetClips(l, a.Clips[1:2])
	if _, err := l.AddModel(b); err != nil {
		t.Fatal(err)
	}
	l.RemoveModel(a.ID)
	if got := l.Count(); got != (assets.Count{
		Skeletons: 1, Clips: 1, Skins: 1, Meshes: 1, Materials: 1, Images: 1,
		Models: 1,
	}) {
		t.Errorf("count %+v, want one of each", got)
	}
	l.RemoveModel(b.ID)
	if got := l.Count(); got != (assets.Count{}) {
		t.Errorf("count %+v, want none", got)
	}
}

func TestClipsByName(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	s := handmade.Arm(t)
	var clips []assets.ClipID
	for _, name := range []string{"walk", "run", "walk"} {
		clips = append(clips, l.AddClip(handmade.Build(t, clip.NewBuilder(name, s))))
	}
	removed := l.AddClip(handmade.Build(t, clip.NewBuilder("removed", s)))
	l.RemoveClip(removed)
	m := &assets.Model{Skeleton: l.AddSkeleton(s)}
	if m.Clip("walk") != 0 || m.ClipNames() != nil {
		t.Error("a model without clips returns one")
	}
	m.SetClips(l, append(clips, removed))
	for name, want := range map[string]assets.ClipID{"walk": clips[0], "run": clips[1], "removed": 0, "fly": 0} {
		if got := m.Clip(name); got != want {
			t.Errorf("Clip(%q) = %d, want %d", name, got, want)
		}
	}
	if len(m.ClipNames()) != 4 || m.ClipNames()[2] != "walk" {
		t.Errorf("names %q", m.ClipNames())
	}
	if _, err := l.AddModel(m); err == nil {
		t.Error("a model with a removed clip was added without an error")
	}
}
