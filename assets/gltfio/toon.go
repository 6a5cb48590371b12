package gltfio

import (
	"fmt"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// toonDocument is what the extension VRMC_materials_mtoon says in numbers and words, and its
// textures by the names of their members.
type toonDocument struct {
	numbers  map[string]float64
	colors   map[string][]float64
	textures map[string]*gltf.TextureInfo
	mode     string // of the outline's width
	inDepth  bool
	queue    int
}

// The members of VRMC_materials_mtoon that are numbers, colors and textures.
var (
	toonNumbers = map[string]func(*mesh.Toon) *float32{
		"shadingShiftFactor":              func(t *mesh.Toon) *float32 { return &t.ShadingShift },
		"shadingToonyFactor":              func(t *mesh.Toon) *float32 { return &t.ShadingToony },
		"giEqualizationFactor":            func(t *mesh.Toon) *float32 { return &t.GIEqualization },
		"parametricRimFresnelPowerFactor": func(t *mesh.Toon) *float32 { return &t.RimFresnelPower },
		"parametricRimLiftFactor":         func(t *mesh.Toon) *float32 { return &t.RimLift },
		"rimLightingMixFactor":            func(t *mesh.Toon) *float32 { return &t.RimLightingMix },
		"outlineWidthFactor":              func(t *mesh.Toon) *float32 { return &t.OutlineWidth },
		"outlineLightingMixFactor":        func(t *mesh.Toon) *float32 { return &t.OutlineLightingMix },
		"uvAnimationScrollXSpeedFactor":   func(t *mesh.Toon) *float32 { return &t.Scroll[0] },
		"uvAnimationScrollYSpeedFactor":   func(t *mesh.Toon) *float32 { return &t.Scroll[1] },
		"uvAnimationRotationSpeedFactor":  func(t *mesh.Toon) *float32 { return &t.Spin },
	}
	toonColors = map[string]func(*mesh.Toon) []float32{
		"shadeColorFactor":         func(t *mesh.Toon) []float32 { return t.ShadeColor[:] },
		"parametricRimColorFactor": func(t *mesh.Toon) []float32 { return t.RimColor[:] },
		"matcapFactor":             func(t *mesh.Toon) []float32 { return t.MatcapColor[:] },
		"outlineColorFactor":       func(t *mesh.Toon) []float32 { return t.OutlineColor[:] },
	}
	toonTextures = map[string]func(*mesh.Toon) **mesh.Texture{
		"shadeMultiplyTexture":        func(t *mesh.Toon) **mesh.Texture { return &t.ShadeTexture },
		"shadingShiftTexture":         func(t *mesh.Toon) **mesh.Texture { return &t.ShadingShiftTexture },
		"matcapTexture":               func(t *mesh.Toon) **mesh.Texture { return &t.MatcapTexture },
		"rimMultiplyTexture":          func(t *mesh.Toon) **mesh.Texture { return &t.RimTexture },
		"outlineWidthMultiplyTexture": func(t *mesh.Toon) **mesh.Texture { return &t.OutlineWidthTexture },
		"uvAnimationMaskTexture":      func(t *mesh.Toon) **mesh.Texture { return &t.AnimationMask },
	}
)

// toonOrder is the order in which textures are read, so that the same file makes the same library.
var toonOrder = [...]string{
	"shadeMultiplyTexture", "shadingShiftTexture", "matcapTexture", "rimMultiplyTexture",
	"outlineWidthMultiplyTexture", "uvAnimationMaskTexture",
}

const scaleOfShift = "shadingShiftTexture.scale"

// decodeToon decodes VRMC_materials_mtoon; nil if the material does not have it. The path is that of
// the material.
func decodeToon(path string, source *gltf.Material) (*toonDocument, error) {
	t := &toonDocument{
		numbers: map[string]float64{}, colors: map[string][]float64{}, textures: map[string]*gltf.TextureInfo{},
	}
	present, err := decodeExtension(path, source.Extensions, extToon, func(d *decoder, v jsontree.Value) {
		for name, value := range d.members(v) {
			switch {
			case toonNumbers[name] != nil:
				t.numbers[name] = d.float(value)
			case toonColors[name] != nil:
				t.colors[name] = make([]float64, 3)
				d.vector(value, t.colors[name])
			case name == "shadingShiftTexture":
				info, scale := d.decodeScaledTexture(value, "scale")
				if t.textures[name] = info; scale != nil {
					t.numbers[scaleOfShift] = *scale
				}
			case toonTextures[name] != nil:
				t.textures[name] = d.decodeTextureInfo(value)
			case name == "outlineWidthMode":
				switch t.mode = d.text(value); t.mode {
				case "none", "worldCoordinates", "screenCoordinates":
				default:
					d.failAbove("expected the outlineWidthMode none, worldCoordinates or screenCoordinates, found %q",
						shorten(t.mode))
				}
			case name == "transparentWithZWrite":
				t.inDepth = d.bool(value)
			case name == "renderQueueOffsetNumber":
				t.queue = d.int(value)
			}
		}
	})
	if err != nil || !present {
		return nil, err
	}
	return t, nil
}

// checkToonReferences returns an error for a texture of VRMC_materials_mtoon that does not exist.
func (l *loader) checkToonReferences(path string, source *gltf.Material) error {
	t, err := decodeToon(path, source)
	if t == nil || err != nil {
		return err
	}
	for _, name := range toonOrder {
		if info := t.textures[name]; info != nil {
			at := fmt.Sprintf("%s.extensions.%s.%s.index", path, extToon, name)
			if err := checkIndex(at, info.Index, len(l.doc.Textures), "textures"); err != nil {
				return err
			}
		}
	}
	return nil
}

// toonColor returns the value in the file of a color of VRMC_materials_mtoon. The path is that of
// the material.
func toonColor(path string, source *gltf.Material, property rig.MaterialProperty) ([]float64, error) {
	t, err := decodeToon(path, source)
	if t == nil || err != nil {
		return make([]float64, 3), err
	}
	name := strings.TrimPrefix(export.MaterialPaths[property], "extensions/"+extToon+"/")
	if color := t.colors[name]; color != nil {
		return color, nil
	}
	standard := mesh.DefaultToon()
	color := make([]float64, 3)
	for i, v := range toonColors[name](&standard) {
		color[i] = float64(v)
	}
	return color, nil
}

// readToon reads VRMC_materials_mtoon into a material that has it.
func (l *loader) readToon(path string, source *gltf.Material, m *loadedMaterial) error {
	from, err := decodeToon(path, source)
	if from == nil || err != nil {
		return err
	}
	t, at := mesh.DefaultToon(), path+".extensions."+extToon
	set := func(name string, to []float32, values ...float64) error {
		if err := toFloat32s(to, values); err != nil {
			return &Error{Path: at + "." + name, Err: err}
		}
		return nil
	}
	for name, value := range from.numbers {
		to := &t.ShadingShiftScale
		if name != scaleOfShift {
			to = toonNumbers[name](&t)
		}
		if name == "outlineWidthFactor" && from.mode == "worldCoordinates" {
			value = float64(value * l.scale) // the file's meters
		}
		narrow := []float32{0}
		if err := set(name, narrow, value); err != nil {
			return err
		}
		*to = narrow[0]
	}
	for name, color := range from.colors {
		if err := set(name, toonColors[name](&t), color...); err != nil {
			return err
		}
	}
	for _, name := range toonOrder {
		if *toonTextures[name](&t), err = l.readTexture(at+"."+name, from.textures[name], m); err != nil {
			return err
		}
	}
	if from.mode == "" || from.mode == "none" {
		t.OutlineWidth = 0
	}
	t.OutlineInScreen = from.mode == "screenCoordinates"
	t.WritesDepth, t.QueueOffset = from.inDepth, from.queue
	least, most := -9, 0
	if t.WritesDepth {
		least, most = 0, 9
	}
	if q := t.QueueOffset; q < least || q > most {
		t.QueueOffset = min(max(q, least), most)
		l.warn(at+".renderQueueOffsetNumber", "expected %d to %d, found %d; it is read as %d", least, most, q,
			t.QueueOffset)
	}
	m.Toon, m.Unlit = &t, false
	return nil
}
