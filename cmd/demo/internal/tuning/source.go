package tuning

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// source is what a document is the JSON of. Equal sources are the same.
type source interface {
	// asset returns the asset as it is now, or nil if it is gone.
	asset() any
	// name returns its name.
	name() string
	// noun is what it is called before its name.
	noun() string
	// marshal returns its JSON.
	marshal() ([]byte, error)
	// replace reads it from JSON, and puts that in its place. If it is not valid, nothing changes.
	replace(text []byte, models []graph.Model) error
	// mask returns a mask that it defines, or nil.
	mask(name string) *rig.Mask
}

// graphSource is a graph of a library.
type graphSource struct {
	library *assets.Library
	of      id.Graph
}

func (s graphSource) asset() any {
	if g := s.library.Graph(s.of); g != nil {
		return g
	}
	return nil
}

func (s graphSource) name() string             { return s.library.Graph(s.of).Name() }
func (s graphSource) noun() string             { return "graph" }
func (s graphSource) marshal() ([]byte, error) { return s.library.Graph(s.of).MarshalJSON() }

func (s graphSource) replace(text []byte, models []graph.Model) error {
	g, err := graph.Read(bytes.NewReader(text), s.library, models...)
	if err != nil {
		return err
	}
	return s.library.ReplaceGraph(s.of, g)
}

func (s graphSource) mask(name string) *rig.Mask {
	for _, m := range s.library.Graph(s.of).DefinedMasks() {
		if m.Name == name {
			return s.library.Mask(m.ID)
		}
	}
	return nil
}

// stackSource is a stack of modifiers of a library.
type stackSource struct {
	library *assets.Library
	of      id.ModifierStack
}

func (s stackSource) asset() any {
	if stack := s.library.ModifierStack(s.of); stack != nil {
		return stack
	}
	return nil
}

func (s stackSource) name() string             { return s.library.ModifierStack(s.of).Name() }
func (s stackSource) noun() string             { return "stack" }
func (s stackSource) marshal() ([]byte, error) { return s.library.ModifierStack(s.of).MarshalJSON() }

func (s stackSource) replace(text []byte, _ []graph.Model) error {
	before := s.library.ModifierStack(s.of)
	if before == nil {
		return fmt.Errorf("expected the stack in the library: %s", s.library.Describe(s.of))
	}
	stack, err := modifier.Read(bytes.NewReader(text), before.Skeleton())
	if err != nil {
		return err
	}
	return s.library.ReplaceModifierStack(s.of, stack)
}

func (s stackSource) mask(string) *rig.Mask { return nil }

// definitionsSource is the masks and blend spaces of a file, which are in a library by their names.
type definitionsSource struct {
	library *assets.Library
	file    string
}

func (s definitionsSource) asset() any   { return s }
func (s definitionsSource) name() string { return s.file }
func (s definitionsSource) noun() string { return "masks and blend spaces of" }

func (s definitionsSource) marshal() ([]byte, error) {
	return nil, errors.New("expected the content of the file, found none")
}

func (s definitionsSource) replace(text []byte, models []graph.Model) error {
	if len(models) == 0 {
		return errors.New("expected a model with the joints of masks and the clips of blend spaces, found none")
	}
	read, err := graph.ReadDefinitions(bytes.NewReader(text), s.library, models[0])
	if err != nil {
		return err
	}
	return s.library.ReplaceDefinitions(read)
}

func (s definitionsSource) mask(name string) *rig.Mask {
	of, err := s.library.FindMask(name)
	if err != nil {
		return nil
	}
	return s.library.Mask(of)
}

// ragdollScene is a scene whose characters have bodies.
type ragdollScene interface {
	Ragdoll(character ecs.Entity) *ragdoll.Definition
	ReplaceRagdoll(bodies *ragdoll.Definition) error
}

// ragdollSource is the bodies of the characters of a scene.
type ragdollSource struct {
	scene    ragdollScene
	of       ecs.Entity // one of the characters, which share the bodies
	skeleton *rig.Skeleton
}

func (s ragdollSource) asset() any {
	if d := s.scene.Ragdoll(s.of); d != nil {
		return d
	}
	return nil
}

func (s ragdollSource) name() string             { return "bodies" }
func (s ragdollSource) noun() string             { return "ragdoll" }
func (s ragdollSource) marshal() ([]byte, error) { return ragdoll.JSON(s.scene.Ragdoll(s.of)) }

func (s ragdollSource) replace(text []byte, _ []graph.Model) error {
	d, err := ragdoll.Read(text, s.skeleton)
	if err != nil {
		return err
	}
	return s.scene.ReplaceRagdoll(d)
}

func (s ragdollSource) mask(string) *rig.Mask { return nil }
