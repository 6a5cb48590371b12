package assets_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func TestAddGetAndRemove(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	s := handmade.Arm(t)
	clip := handmade.Build(t, clip.NewBuilder("clip", s))
	skin, err := rig.NewSkin("skin", s, []int{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mesh, material, image := &mesh.Mesh{}, &mesh.Material{}, &mesh.Image{}
	sid, cid, kid, mid, iid := l.AddSkeleton(s), l.AddClip(clip), l.AddSkin(skin), l.AddMaterial(material),
		l.AddImage(image)
	meshID, err := l.AddMesh(mesh)
	if err != nil {
		t.Fatal(err)
	}
	model := &assets.Model{Skeleton: sid}
	modelID, err := l.AddModel(model)
	if err != nil || model.ID != modelID {
		t.Fatalf("the model has the ID %d, AddModel returned %d: %v", model.ID, modelID, err)
	}
	if l.Skeleton(sid) != s || l.Clip(cid) != clip || l.Skin(kid) != skin || l.Material(mid) != material ||
		l.Image(iid) != image || l.Mesh(meshID) != mesh || l.Model(modelID) != model {
		t.Error("an ID does not return the asset that was added")
	}
	if got := l.Count(); got != (assets.Count{
		Skeletons: 1, Clips: 1, Skins: 1, Meshes: 1, Materials: 1, Images: 1,
		Models: 1,
	}) {
		t.Errorf("count %+v", got)
	}
	for _, removed := range []bool{
		l.RemoveModel(modelID), l.RemoveSkin(kid), l.RemoveClip(cid), l.RemoveMesh(meshID), l.RemoveMaterial(mid),
		l.RemoveImage(iid),
	} {
		if !removed {
			t.Error("an asset that was added could not be removed")
		}
	}
	if l.RemoveSkeleton(sid) { // removed with the model
		t.Error("the skeleton was removed twice")
	}
	if got := l.Count(); got != (assets.Count{}) {
		t.Errorf("count %+v after everything was removed", got)
	}
	if l.Skeleton(sid) != nil || l.Clip(cid) != nil || l.Skin(kid) != nil || l.Material(mid) != nil ||
		l.Image(iid) != nil ||
		l.Mesh(meshID) != nil || l.Model(modelID) != nil {
		t.Error("the ID of a removed asset returns an asset")
	}
}

func TestIDsAreNeverUsedAgain(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	seen := map[id.Image]bool{0: true}
	first := l.AddImage(&mesh.Image{Name: "first"})
	indices := map[id.Image]int{} // the number of IDs with each index
	defer func() {
		if indices[2] != 4096 || indices[3] != 4096 || indices[4] != 10_000-2*4096 {
			t.Errorf("entries were used %v times, want each in all its 4096 generations, one after the other", indices)
		}
	}()
	for range 10_000 { // more than the generations of an entry
		image := &mesh.Image{}
		id := l.AddImage(image)
		if seen[id] {
			t.Fatalf("ID %#x was used twice", id)
		}
		seen[id] = true
		indices[id%(1<<20)]++
		if l.Image(id) != image || !l.RemoveImage(id) || l.Image(id) != nil || l.RemoveImage(id) {
			t.Fatalf("ID %#x: the asset was not found, or not removed once", id)
		}
	}
	for id := range seen {
		if id != first && l.Image(id) != nil {
			t.Fatalf("the ID %#x of a removed image returns %q", id, l.Image(id).Name)
		}
	}
	if l.Image(first).Name != "first" || l.Count().Images != 1 {
		t.Errorf("count %+v, want the first image only", l.Count())
	}
}

func TestAnyIDIsSafe(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	l.AddImage(&mesh.Image{})
	for _, id := range []id.Image{0, 2, 1 << 20, 1<<20 | 1, 0xFFFFFFFF, 0x000FFFFF, 0xFFF00000} {
		if l.Image(id) != nil || l.RemoveImage(id) {
			t.Errorf("ID %#x returns or removes an image", id)
		}
	}
	if l.RemoveModel(7) {
		t.Error("a model that never existed was removed")
	}
}

func TestAddNil(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	ids := []any{l.AddSkeleton(nil), l.AddClip(nil), l.AddSkin(nil), l.AddMaterial(nil), l.AddImage(nil)}
	want := []any{assets.SkeletonID(0), assets.ClipID(0), assets.SkinID(0), id.Material(0), id.Image(0)}
	if difference := cmp.Diff(want, ids); difference != "" {
		t.Error(difference)
	}
	if id, err := l.AddMesh(nil); id != 0 || err == nil {
		t.Errorf("a nil mesh gets the ID %d, error %v", id, err)
	}
	if id, err := l.AddModel(nil); id != 0 || err == nil {
		t.Errorf("a nil model gets the ID %d, error %v", id, err)
	}
	if l.Count() != (assets.Count{}) {
		t.Errorf("count %+v", l.Count())
	}
}

func TestFullLibraryReturnsNoID(t *testing.T) {
	const capacity = 1<<id.IndexBits - 1
	l := assets.NewLibrary(assets.Exact())
	image := &mesh.Image{}
	var last id.Image
	for range capacity {
		if last = l.AddImage(image); last == 0 {
			t.Fatal("AddImage returned 0 before the library was full")
		}
	}
	if id := l.AddImage(image); id != 0 {
		t.Errorf("AddImage of a full library returned the ID %#x", id)
	}
	if l.Image(last) != image || !l.RemoveImage(last) {
		t.Error("the last ID returns no image, or it could not be removed")
	}
	if key := l.AddImage(image); key != last+1<<id.IndexBits {
		t.Errorf("the free entry gets the ID %#x", key)
	}
}
