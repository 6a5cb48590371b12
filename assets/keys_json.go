package assets

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// keyJSON is an asset in the JSON of [Keys].
type keyJSON struct {
	Kind     string `json:"kind"`
	ID       uint32 `json:"id"`
	Key      id.Key `json:"key"`
	Noun     string `json:"noun,omitempty"` // if it is not the kind
	Name     string `json:"name"`
	Skeleton string `json:"skeleton,omitempty"`
}

// MarshalJSON implements [json.Marshaler]. Materials and images are left out: no component names
// them.
func (k *Keys) MarshalJSON() ([]byte, error) {
	if k == nil {
		return nil, errors.New("keys: expected those of a library, from Library.Keys, found nil")
	}
	list := []keyJSON{}
	for kind := range assetkeys.Kinds {
		if kind == assetkeys.Image || kind == assetkeys.Material {
			continue
		}
		entries := (*assetkeys.Table)(k).OfKind(kind)
		for i := range entries {
			e := &entries[i]
			noun := e.Noun
			if noun == kind.String() {
				noun = ""
			}
			list = append(list, keyJSON{kind.String(), e.ID, e.Key, noun, e.Name, e.Skeleton})
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (k *Keys) UnmarshalJSON(text []byte) error {
	if k == nil {
		return errors.New("keys: expected a place for them, found nil")
	}
	var list []keyJSON
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	kinds := map[string]assetkeys.Kind{}
	for kind := range assetkeys.Kinds {
		kinds[kind.String()] = kind
	}
	var entries [assetkeys.Kinds][]assetkeys.Entry
	for i, e := range list {
		kind, known := kinds[e.Kind]
		if !known || e.ID == 0 || e.Key == (id.Key{}) {
			return fmt.Errorf("keys: element %d: expected an asset of a kind, with an ID and a key, found %+v", i, e)
		}
		if e.Noun == "" {
			e.Noun = e.Kind
		}
		entries[kind] = append(entries[kind], assetkeys.Entry{
			Kind: kind, Key: e.Key, ID: e.ID, Noun: e.Noun, Name: e.Name, Skeleton: e.Skeleton,
		})
	}
	(*assetkeys.Table)(k).Set(entries)
	return nil
}

// MapKeys returns the map from the IDs that assets had when their keys were saved to those that the
// assets with these keys have in this library. The error names each asset that is missing or has
// other content; the map then has the others.
func (l *Library) MapKeys(saved *Keys) (IDMap, error) {
	if l == nil {
		return IDMap{}, errNoLibrary
	}
	if saved == nil {
		return IDMap{}, errors.New("map keys: expected the keys of a library, found nil")
	}
	m := IDMap{
		skeletons: map[SkeletonID]SkeletonID{}, motions: map[id.Motion]id.Motion{}, skins: map[SkinID]SkinID{},
		meshes: map[id.Mesh]id.Mesh{}, materials: map[id.Material]id.Material{}, images: map[id.Image]id.Image{},
		models: map[ModelID]*Model{}, masks: map[id.Mask]id.Mask{}, curves: map[id.Curve]id.Curve{},
		graphs: map[GraphID]GraphID{}, modifiers: map[id.ModifierStack]id.ModifierStack{},
	}
	table := (*assetkeys.Table)(l.Keys())
	var missing []error
	for kind := range assetkeys.Kinds {
		entries := (*assetkeys.Table)(saved).OfKind(kind)
		for i := range entries {
			found, err := table.Resolve(&entries[i], false)
			if err != nil {
				missing = append(missing, fmt.Errorf("map keys: %w", err))
				continue
			}
			m.add(l, kind, entries[i].ID, found.ID)
		}
	}
	return m, errors.Join(missing...)
}

// add adds an ID to the map.
func (m *IDMap) add(l *Library, kind assetkeys.Kind, from, to uint32) {
	switch kind {
	case assetkeys.Skeleton:
		m.skeletons[SkeletonID(from)] = SkeletonID(to)
	case assetkeys.Motion:
		m.motions[id.Motion(from)] = id.Motion(to)
	case assetkeys.Skin:
		m.skins[SkinID(from)] = SkinID(to)
	case assetkeys.Mask:
		m.masks[id.Mask(from)] = id.Mask(to)
	case assetkeys.Curve:
		m.curves[id.Curve(from)] = id.Curve(to)
	case assetkeys.Graph:
		m.graphs[GraphID(from)] = GraphID(to)
	case assetkeys.ModifierStack:
		m.modifiers[id.ModifierStack(from)] = id.ModifierStack(to)
	case assetkeys.Model:
		m.models[ModelID(from)] = l.Model(ModelID(to))
	case assetkeys.Image:
		m.images[id.Image(from)] = id.Image(to)
	case assetkeys.Material:
		m.materials[id.Material(from)] = id.Material(to)
	case assetkeys.Mesh:
		m.meshes[id.Mesh(from)] = id.Mesh(to)
	}
}
