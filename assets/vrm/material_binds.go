package vrm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// colorBindDocument is a color of a material that an expression changes.
type colorBindDocument struct {
	Material *int      `json:"material"`
	Type     string    `json:"type"`
	Target   []float32 `json:"targetValue"`

	path string // of a bind of VRM 0.x
}

// transformBindDocument is the transform of a material's textures that an expression changes.
type transformBindDocument struct {
	Material *int      `json:"material"`
	Scale    []float32 `json:"scale"`
	Offset   []float32 `json:"offset"`

	path string // of a bind of VRM 0.x
	axis axis0
}

// materialDocument is a material of the file, and which textures it has.
type materialDocument struct {
	Name string `json:"name"`
	PBR  struct {
		BaseColor         *struct{} `json:"baseColorTexture"`
		MetallicRoughness *struct{} `json:"metallicRoughnessTexture"`
	} `json:"pbrMetallicRoughness"`
	Normal    *struct{} `json:"normalTexture"`
	Occlusion *struct{} `json:"occlusionTexture"`
	Emissive  *struct{} `json:"emissiveTexture"`

	Extensions struct {
		Toon *struct{} `json:"VRMC_materials_mtoon"`
	} `json:"extensions"`
}

// textures returns the numbers of the textures of the material ([rig.MaterialTextures]), or that of
// the base color texture if it has none, so that a warning names what is missing.
func (m *materialDocument) textures() (numbers []int) {
	for i, texture := range [rig.MaterialTextures]*struct{}{
		m.PBR.BaseColor, m.PBR.MetallicRoughness, m.Emissive, m.Normal, m.Occlusion,
	} {
		if texture != nil {
			numbers = append(numbers, i)
		}
	}
	if len(numbers) == 0 {
		return []int{0}
	}
	return numbers
}

// axis0 selects what of a transform VRM 0.x changes.
type axis0 uint8

const (
	bothAxes axis0 = iota
	onlyU
	onlyV
)

// colorTypes are the colors that expressions change. Those from the shade color on belong to toon
// shading.
var colorTypes = map[string]rig.MaterialProperty{
	"color": rig.MaterialBaseColor, "emissionColor": rig.MaterialEmissive, "shadeColor": rig.MaterialShadeColor,
	"matcapColor": rig.MaterialMatcapColor, "rimColor": rig.MaterialRimColor, "outlineColor": rig.MaterialOutlineColor,
}

// materialChange is a property of a material that an expression moves to a target.
type materialChange struct {
	material int
	property rig.MaterialProperty
	target   []float32
	axis     axis0
	path     string
}

// changes returns the changes of materials of an expression that are drawn, and warns of the
// others. The path is that of the expression.
func (a *Avatar) changes(d *expressionDocument, path string, materials int) (changes []materialChange, err error) {
	for i, c := range d.Colors {
		at := pathOr(c.path, "%s.materialColorBinds[%d]", path, i)
		material, err := index(at+".material", c.Material, materials, "materials")
		if err != nil {
			return nil, err
		}
		property, known := colorTypes[c.Type]
		switch {
		case !known:
			return nil, fmt.Errorf("%s.type: expected color, emissionColor, shadeColor, matcapColor, rimColor or "+
				"outlineColor, found %q%s", at, c.Type, names.Meant(c.Type, slices.Sorted(maps.Keys(colorTypes))))
		case property >= rig.MaterialShadeColor && a.materials[material].Extensions.Toon == nil:
			a.warn("%s: the %s of a material without toon shading is not drawn; the bind is left out", at, c.Type)
			continue
		}
		if n := property.Width(); len(c.Target) < n || len(c.Target) > 4 {
			return nil, fmt.Errorf("%s.targetValue: expected 4 numbers, of which the first %d count, found %d", at, n,
				len(c.Target))
		}
		changes = append(changes, materialChange{material, property, c.Target[:property.Width()], bothAxes, at})
	}
	for i, c := range d.Changes {
		at := pathOr(c.path, "%s.textureTransformBinds[%d]", path, i)
		material, err := index(at+".material", c.Material, materials, "materials")
		if err != nil {
			return nil, err
		}
		scale, offset := c.Scale, c.Offset
		if scale == nil {
			scale = []float32{1, 1}
		}
		if offset == nil {
			offset = []float32{0, 0}
		}
		if len(scale) != 2 || len(offset) != 2 {
			return nil, fmt.Errorf("%s: expected 2 numbers of scale and of offset, found %d and "+
				"%d", at, len(scale), len(offset))
		}
		for _, texture := range a.materials[material].textures() {
			changes = append(changes,
				materialChange{material, rig.MaterialTextureScale.OfTexture(texture), scale, c.axis, at},
				materialChange{material, rig.MaterialTextureOffset.OfTexture(texture), offset, c.axis, at})
		}
	}
	return changes, nil
}

// pathOr returns a path of VRM 0.x, or the path that the format gives.
func pathOr(path, format string, arguments ...any) string {
	if path != "" {
		return path
	}
	return fmt.Sprintf(format, arguments...)
}

// addChanges adds to an expression the differences of its changes from the rest pose. Numbers of a
// pose hold the properties ([rig.MaterialChannel]).
func (a *Avatar) addChanges(e *Expression, changes []materialChange) {
	for _, c := range changes {
		name := a.materials[c.material].Name
		if name == "" {
			name = fmt.Sprintf("material_%d", c.material)
		}
		index, ok := a.skeleton.FindMaterialChannel(name, c.property)
		if !ok {
			a.warn("%s: the %s of material %q shows on no mesh; the bind is left out", c.path, c.property, name)
			continue
		}
		channel := a.skeleton.MaterialChannels()[index]
		for k, target := range c.target {
			if c.axis == onlyU && k == 1 || c.axis == onlyV && k == 0 {
				continue
			}
			at := channel.Offset + k
			if difference := target - a.skeleton.RestMorphs()[at]; difference != 0 {
				e.Binds = append(e.Binds, MorphBind{Morph: at, Weight: difference})
			}
		}
	}
}

// materialValueDocument is a value of a material that an expression of VRM 0.x changes.
type materialValueDocument struct {
	Material string    `json:"materialName"`
	Property string    `json:"propertyName"`
	Target   []float32 `json:"targetValue"`
}

// colors0 are the names of VRM 1.0 for the colors of VRM 0.x.
var colors0 = map[string]string{
	"_Color": "color", "_EmissionColor": "emissionColor", "_ShadeColor": "shadeColor", "_RimColor": "rimColor",
	"_OutlineColor": "outlineColor",
}

// transforms0 are the transforms of the base color texture of VRM 0.x.
var transforms0 = map[string]axis0{"_MainTex_ST": bothAxes, "_MainTex_ST_S": onlyU, "_MainTex_ST_T": onlyV}

// convertMaterials converts the values of materials of an expression of VRM 0.x to those of VRM
// 1.0. Colors keep their numbers. The origin of textures was at the bottom left.
func (a *Avatar) convertMaterials(e *expressionDocument, values []materialValueDocument) error {
	for i, v := range values {
		at := fmt.Sprintf("%s.materialValues[%d]", e.path, i)
		found := a.materialsNamed[v.Material]
		if len(found) == 0 {
			a.warn("%s: no material has the name %q, so the value is left out%s", at, v.Material,
				names.Meant(v.Material, slices.Sorted(maps.Keys(a.materialsNamed))))
		}
		if err := a.memory.spend("binds", len(found), 256); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		color, isColor := colors0[v.Property]
		axis, isTransform := transforms0[v.Property]
		switch {
		case isTransform && len(v.Target) != 4:
			return fmt.Errorf("%s.targetValue: expected 4 numbers, found %d", at, len(v.Target))
		case !isColor && !isTransform:
			a.warn("%s: the property %q of a material is not drawn; the value is left out", at, v.Property)
			continue
		}
		for _, material := range found {
			if isColor {
				e.Colors = append(e.Colors, colorBindDocument{&material, color, v.Target, at})
				continue
			}
			e.Changes = append(e.Changes, transformBindDocument{
				Material: &material, Scale: v.Target[:2], Offset: []float32{v.Target[2], 1 - v.Target[3] - v.Target[1]},
				path: at, axis: axis,
			})
		}
	}
	return nil
}
