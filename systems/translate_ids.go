package systems

import (
	"reflect"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// TranslateIDs replaces the IDs of assets in all components of all entities, also in the program's
// own, by what a map gives: after components were read that have the IDs of another library, such
// as from JSON with the keys beside it ([assets.Library.MapKeys]). An ID that the map does not know
// names nothing from then on. Fields are found by their types, those of package id. The errors are
// [ErrWorldLocked], [ErrBusy] and [ErrClosed].
func (a *Animation) TranslateIDs(m assets.IDMap) error {
	if err := a.begin(); err != nil {
		return err
	}
	defer a.end()
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	fields := map[arche.ID][]idField{}
	query := a.world.Query(arche.All())
	for query.Next() {
		for _, component := range query.Ids() {
			list, known := fields[component]
			if !known {
				info, _ := arche.ComponentInfo(a.world, component)
				list = appendIDFields(nil, info.Type, 0)
				fields[component] = list
			}
			for _, f := range list {
				translateID(m, reflect.NewAt(f.kind, unsafe.Add(query.Get(component), f.offset)).Interface())
			}
		}
	}
	return nil
}

// idField is a field of a component that holds an ID.
type idField struct {
	kind   reflect.Type
	offset uintptr
}

// appendIDFields appends the fields of a type that hold IDs.
func appendIDFields(list []idField, kind reflect.Type, offset uintptr) []idField {
	if _, ok := assetkeys.KindOf(kind); ok {
		return append(list, idField{kind, offset})
	}
	switch kind.Kind() {
	case reflect.Struct:
		for i := range kind.NumField() {
			list = appendIDFields(list, kind.Field(i).Type, offset+kind.Field(i).Offset)
		}
	case reflect.Array:
		if len(appendIDFields(nil, kind.Elem(), 0)) == 0 {
			return list
		}
		for i := range kind.Len() {
			list = appendIDFields(list, kind.Elem(), offset+uintptr(i)*kind.Elem().Size())
		}
	}
	return list
}

// translateID translates the ID that a pointer points to.
func translateID(m assets.IDMap, of any) {
	switch of := of.(type) {
	case *id.Skeleton:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Motion:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Skin:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Mask:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Curve:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Graph:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.ModifierStack:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Model:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Image:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Material:
		*of = translated(*of, assets.Translate(m, *of))
	case *id.Mesh:
		*of = translated(*of, assets.Translate(m, *of))
	}
}

// translated returns the translation of an ID, or one that names nothing if there is none: the mask
// 0 would be the whole body.
func translated[I ~uint32](from, to I) I {
	if from != 0 && to == 0 {
		return assetkeys.Nothing
	}
	return to
}
