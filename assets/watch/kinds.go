package watch

import (
	"bytes"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
)

// Graph watches a file with a graph in JSON, which replaces the one with an ID. The models are those
// of [graph.Read].
func (w *Watcher) Graph(path string, of id.Graph, models ...graph.Model) error {
	if w == nil || w.library.Graph(of) == nil {
		return fmt.Errorf("watch %s: %s", path, w.libraryOf().Describe(of))
	}
	return w.File(path, func(data []byte) error {
		g, err := graph.Read(bytes.NewReader(data), w.library, models...)
		if err != nil {
			return err
		}
		return w.library.ReplaceGraph(of, g)
	})
}

// ModifierStack watches a file with a modifier stack in JSON, which replaces the one with an ID.
func (w *Watcher) ModifierStack(path string, of id.ModifierStack) error {
	stack := w.libraryOf().ModifierStack(of)
	if stack == nil {
		return fmt.Errorf("watch %s: %s", path, w.libraryOf().Describe(of))
	}
	return w.File(path, func(data []byte) error {
		s, err := modifier.Read(bytes.NewReader(data), stack.Skeleton())
		if err != nil {
			return err
		}
		return w.library.ReplaceModifierStack(of, s)
	})
}

// libraryOf returns the library, or nil.
func (w *Watcher) libraryOf() *assets.Library {
	if w == nil {
		return nil
	}
	return w.library
}

// Database watches a file with a database of motion matching in JSON, which replaces the one with an
// ID. What JSON cannot hold, such as values of the program, needs [Watcher.File].
func (w *Watcher) Database(path string, of id.Motion) error {
	if w.libraryOf().Motion(of) == nil {
		return fmt.Errorf("watch %s: %s", path, w.libraryOf().Describe(of))
	}
	return w.File(path, func(data []byte) error {
		b, err := matching.Read(bytes.NewReader(data), w.library)
		if err != nil {
			return err
		}
		database, err := b.Build(w.library)
		if err != nil {
			return err
		}
		return w.library.ReplaceMotion(of, database)
	})
}

// Definitions watches a file with masks and blend spaces in JSON, as [graph.ReadDefinitions] reads
// them, which replace those of the library by [assets.Library.ReplaceDefinitions]. Those that a graph
// defines are in the file of the graph, which [Watcher.Graph] watches.
func (w *Watcher) Definitions(path string, model graph.Model) error {
	if w == nil || model == nil {
		return fmt.Errorf("watch %s: expected a watcher and a model, found nil", path)
	}
	return w.File(path, func(data []byte) error {
		read, err := graph.ReadDefinitions(bytes.NewReader(data), w.library, model)
		if err != nil {
			return err
		}
		return w.library.ReplaceDefinitions(read)
	})
}

// Ragdoll watches a file with a ragdoll in JSON. No library has ragdolls, so take gives a new
// definition to the characters that have it, as systems.Ragdoll.Replace does.
func (w *Watcher) Ragdoll(path string, skeleton *rig.Skeleton, take func(d *ragdoll.Definition) error) error {
	if skeleton == nil || take == nil {
		return fmt.Errorf("watch %s: expected a skeleton and a function that takes the ragdoll, found nil", path)
	}
	return w.File(path, func(data []byte) error {
		d, err := ragdoll.Read(data, skeleton)
		if err != nil {
			return err
		}
		return take(d)
	})
}
