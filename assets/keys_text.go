package assets

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// MarshalText implements [encoding.TextMarshaler]: a line for each asset, with its kind, its ID,
// its key, its name, what it is called in errors and the name of its skeleton, between tabs.
// Materials and images are left out: no component names them.
func (k *Keys) MarshalText() ([]byte, error) {
	if k == nil {
		return nil, errors.New("keys: expected those of a library, from Library.Keys, found nil")
	}
	var text []byte
	for kind := range assetkeys.Kinds {
		if kind == assetkeys.Image || kind == assetkeys.Material {
			continue
		}
		entries := (*assetkeys.Table)(k).OfKind(kind)
		for i := range entries {
			e := &entries[i]
			text = strconv.AppendUint(append(append(text, kind.String()...), '\t'), uint64(e.ID), 10)
			text = append(append(text, '\t'), e.Key.String()...)
			for _, name := range [...]string{e.Name, e.Noun, e.Skeleton} {
				text = strconv.AppendQuote(append(text, '\t'), name)
			}
			text = append(text, '\n')
		}
	}
	return text, nil
}

// UnmarshalText implements [encoding.TextUnmarshaler]. The error names the line that is wrong.
func (k *Keys) UnmarshalText(text []byte) error {
	if k == nil {
		return errors.New("keys: expected a place for them, found nil")
	}
	kinds := map[string]assetkeys.Kind{}
	for kind := range assetkeys.Kinds {
		kinds[kind.String()] = kind
	}
	var entries [assetkeys.Kinds][]assetkeys.Entry
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if line == "" && i == 0 {
			break // the keys of no assets
		}
		e, ok := parseKey(line, kinds)
		if !ok {
			return fmt.Errorf("keys: line %d: expected a kind of asset, an ID, a key and three names, between tabs, "+
				"found %q", i+1, line)
		}
		entries[e.Kind] = append(entries[e.Kind], e)
	}
	(*assetkeys.Table)(k).Set(entries)
	return nil
}

// parseKey returns the asset in a line of the text of [Keys].
func parseKey(line string, kinds map[string]assetkeys.Kind) (e assetkeys.Entry, ok bool) {
	fields := strings.Split(line, "\t")
	if len(fields) != 6 {
		return e, false
	}
	kind, ok := kinds[fields[0]]
	number, err := strconv.ParseUint(fields[1], 10, 32)
	e.Kind, e.ID = kind, uint32(number)
	err = errors.Join(err, e.Key.UnmarshalText([]byte(fields[2])))
	for i, name := range [...]*string{&e.Name, &e.Noun, &e.Skeleton} {
		var quoted error
		*name, quoted = strconv.Unquote(fields[3+i])
		err = errors.Join(err, quoted)
	}
	return e, ok && err == nil && e.ID != 0 && e.Key != (id.Key{})
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
