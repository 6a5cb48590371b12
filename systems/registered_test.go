package systems_test

import (
	"bytes"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems"
)

// NewAnimation registers each component that snapshots save: the first snapshot may be taken while a
// query is open, when arche registers none.
func TestSavedComponentsAreRegistered(t *testing.T) {
	world := ecs.NewWorld()
	if _, err := systems.NewAnimation(&world, assets.NewLibrary()); err != nil {
		t.Fatal(err)
	}
	registered := map[reflect.Type]bool{}
	for _, id := range arche.ComponentIDs(&world) {
		info, _ := arche.ComponentInfo(&world, id)
		registered[info.Type] = true
	}
	for _, row := range componenttable.BySnapshots(components.Table()) {
		kind := untyped.Reflect(row.Type)
		if !registered[kind] {
			t.Errorf("%v is not registered", kind)
		}
	}
}

// A frame warns once of vertices that nothing skins, and skins them after UseVertices.
func TestVerticesOfComponentsOfTheProgram(t *testing.T) {
	var log bytes.Buffer
	f := newFixture(t, 3, systems.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	e := f.spawn(t, 0, 0.3)
	skinned := generic.NewMap1[components.SkinnedVertices](&f.world)
	skinned.Assign(e, &components.SkinnedVertices{})
	for range 3 {
		check(t, f.animation.Update(1.0/60))
	}
	if f.animation.Vertices(e, 0, 0) != nil {
		t.Error("expected no vertices before UseVertices, found some")
	}
	if text := log.String(); strings.Count(text, "UseVertices") != 1 {
		t.Errorf("expected one warning that names UseVertices, found %q", text)
	}
	check(t, f.animation.UseVertices())
	check(t, f.animation.Update(1.0/60))
	if f.animation.Vertices(e, 0, 0) == nil {
		t.Error("expected vertices after UseVertices, found none")
	}
}
