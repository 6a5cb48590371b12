package export

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

const toonExtension = "VRMC_materials_mtoon"

// toon writes toon shading, unless it is nil.
func (e *exporter) toon(out *gltf.Material, t *mesh.Toon) error {
	if t == nil {
		return nil
	}
	mode := "none"
	switch {
	case t.OutlineWidth == 0:
	case t.OutlineInScreen:
		mode = "screenCoordinates"
	default:
		mode = "worldCoordinates"
	}
	values := map[string]any{
		"specVersion": "1.0", "outlineWidthMode": mode, "transparentWithZWrite": t.WritesDepth,
		"renderQueueOffsetNumber": t.QueueOffset,
	}
	for name, number := range map[string]float32{
		"shadingShiftFactor": t.ShadingShift, "shadingToonyFactor": t.ShadingToony,
		"giEqualizationFactor": t.GIEqualization, "parametricRimFresnelPowerFactor": t.RimFresnelPower,
		"parametricRimLiftFactor": t.RimLift, "rimLightingMixFactor": t.RimLightingMix,
		"outlineWidthFactor": t.OutlineWidth, "outlineLightingMixFactor": t.OutlineLightingMix,
		"uvAnimationScrollXSpeedFactor": t.Scroll[0], "uvAnimationScrollYSpeedFactor": t.Scroll[1],
		"uvAnimationRotationSpeedFactor": t.Spin,
	} {
		if !exact.IsFinite(number) {
			return fmt.Errorf("%s: expected a finite %s, found %v", toonExtension, name, number)
		}
		values[name] = float64(number)
	}
	for name, color := range map[string][3]float32{
		"shadeColorFactor": t.ShadeColor, "parametricRimColorFactor": t.RimColor, "matcapFactor": t.MatcapColor,
		"outlineColorFactor": t.OutlineColor,
	} {
		list := make([]float64, 3)
		for i, v := range color {
			if !(v >= 0 && exact.IsFinite(v)) {
				return fmt.Errorf("%s: expected a finite %s of at least 0, found %v", toonExtension, name, color)
			}
			list[i] = float64(v)
		}
		values[name] = list
	}
	for i, texture := range t.Textures() {
		info, err := e.texture(texture)
		if err != nil {
			return err
		}
		if info == nil {
			continue
		}
		reference := map[string]any{"index": info.Index, "texCoord": info.TexCoord}
		if len(info.Extensions) > 0 {
			reference["extensions"] = info.Extensions
		}
		name := toonTextures[i]
		if name == "shadingShiftTexture" {
			if !exact.IsFinite(t.ShadingShiftScale) {
				return fmt.Errorf("%s: expected a finite scale of %s, found %v", toonExtension, name, t.ShadingShiftScale)
			}
			reference["scale"] = float64(t.ShadingShiftScale)
		}
		values[name] = reference
	}
	e.addExtension(out, toonExtension, values)
	return nil
}

// toonTextures are the members of the extension for the textures of [mesh.Toon.Textures].
var toonTextures = [6]string{
	"shadeMultiplyTexture", "shadingShiftTexture", "rimMultiplyTexture", "outlineWidthMultiplyTexture",
	"uvAnimationMaskTexture", "matcapTexture",
}
