package gltfio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// The extensions that the reader needs by name.
const (
	extQuantization     = "KHR_mesh_quantization"
	extTextureTransform = "KHR_texture_transform"
	extLights           = "KHR_lights_punctual"
	extUnlit            = "KHR_materials_unlit"
	extEmissiveStrength = "KHR_materials_emissive_strength"
	extToon             = "VRMC_materials_mtoon"
	extInstancing       = "EXT_mesh_gpu_instancing"
	extVisibility       = "KHR_node_visibility"
	extPointer          = "KHR_animation_pointer"
	extTextureWebP      = "EXT_texture_webp"
	extDraco            = "KHR_draco_mesh_compression"
	extMeshopt          = "EXT_meshopt_compression"
	extMeshoptKHR       = "KHR_meshopt_compression"
)

var supportedExtensions = []string{
	extQuantization, extTextureTransform, extTextureWebP, extUnlit, extEmissiveStrength, extInstancing,
	extMeshopt, extMeshoptKHR, extVisibility, extPointer, extToon, extLights,
}

// convertKTX2 tells what makes pictures that are read of KTX2 ones.
const convertKTX2 = `"gltf-transform ktxdecompress" converts them to PNG, "ktx extract" single ones`

// harmlessExtensions lists extensions that are not supported, but without which a file has the same
// geometry and the same poses. A file may require them: it is read, with a warning that gives the
// effect. A name that ends with * stands for all names that begin with the rest of it; the first
// entry that fits counts.
var harmlessExtensions = []struct{ name, effect string }{
	{"EXT_lights_*", "its lights and environment maps are not drawn"},
	{"MOZ_lightmap", "its light maps are not drawn"},
	{"KHR_materials_pbrSpecularGlossiness", "its diffuse and specular colors and textures are not drawn"},
	{"KHR_materials_variants", "only the default material of each primitive is drawn"},
	{"KHR_materials_*", "this part of its materials is not drawn"},
	{"EXT_materials_*", "this part of its materials is not drawn"},
	{"ADOBE_materials_*", "this part of its materials is not drawn"},
	{"MSFT_packing_*", "its packed textures are not drawn"},
	{"VRMC_materials_*", "this part of its materials is not drawn"},
	{"KHR_techniques_webgl", "its shaders are not used"},
	{"KHR_texture_basisu", "its KTX2 textures are not drawn, unless the file has PNG, JPEG or WebP images as well; " +
		convertKTX2},
	{"EXT_texture_avif", "its AVIF textures are not drawn, unless the file has PNG, JPEG or WebP images as well"},
	{"MSFT_texture_dds", "its DDS textures are not drawn, unless the file has PNG, JPEG or WebP images as well"},
	{"EXT_texture_*", "its textures are not drawn, unless the file has PNG, JPEG or WebP images as well"},
	{"KHR_texture_procedurals", "its procedural textures are not drawn"},
	{"KHR_node_hoverability", "only applications use it"},
	{"KHR_node_selectability", "only applications use it"},
	{"KHR_interactivity", "its behaviors are not run"},
	{"KHR_audio*", "its sounds are not played"},
	{"MSFT_audio_emitter", "its sounds are not played"},
	{"KHR_xmp*", "its metadata are not read"},
	{"MSFT_lod", "only the most detailed level is drawn"},
	{"EXT_mesh_features", "its feature IDs are not read"},
	{"EXT_instance_features", "its feature IDs are not read"},
	{"EXT_structural_metadata", "its metadata are not read"},
	{"EXT_feature_metadata", "its metadata are not read"},
	{"EXT_mesh_manifold", "only applications use it"},
	{"CESIUM_primitive_outline", "its outlines are not drawn"},
	{"AGI_*", "only applications use it"},
	{"GODOT_single_root", "only applications use it"},
	{"VRM", "package vrm reads its description of the avatar"},
	{"VRMC_vrm", "package vrm reads its description of the avatar"},
	{"VRMC_vrm_animation", "package vrm reads the bones and expressions that it names"},
	{"VRMC_springBone", "its springs do not swing; package vrm reads them"},
	{"VRMC_springBone_extended_collider", "its springs do not swing; package vrm reads them"},
}

// neededExtensions lists extensions without which a file has another geometry or other poses, with
// what a program does that wants them. A file that requires one is rejected.
var neededExtensions = map[string]string{
	"VRMC_node_constraint": "package vrm reads its constraints",
	extDraco:               needDraco,
}

// harmlessEffect returns the effect of an extension in the table above, or "" if it is not there.
func harmlessEffect(name string) string {
	for _, e := range harmlessExtensions {
		prefix, isPrefix := strings.CutSuffix(e.name, "*")
		if name == e.name || isPrefix && strings.HasPrefix(name, prefix) {
			return e.effect
		}
	}
	return ""
}

// supports reports whether the reader or the program reads an extension.
func (l *loader) supports(name string) bool {
	return slices.Contains(supportedExtensions, name) || name == extDraco && l.options.Draco != nil ||
		slices.Contains(l.options.Extensions, name)
}

// checkExtensions returns an error if the file requires an extension without which its geometry or
// its poses are not known. It warns once about every other extension that is not supported, with
// the number of objects that have it. Those of [Options.Extensions] count as supported.
func (l *loader) checkExtensions(document jsontree.Value) error {
	required, used := l.doc.ExtensionsRequired, l.doc.ExtensionsUsed
	for i, name := range required {
		if !l.supports(name) && harmlessEffect(name) == "" {
			return errorAt(fmt.Sprintf("extensionsRequired[%d]", i), "expected a supported extension, found %s%s", shorten(name),
				hint(neededExtensions[name]))
		}
	}
	l.quantized = slices.Contains(used, extQuantization) || slices.Contains(required, extQuantization)
	counts, warned := map[string]int{}, map[string]bool{}
	document.CountMembers("extensions", "extras", func(name string) { counts[name]++ })
	if err := l.memory.spend("extensionsUsed", len(counts), 512); err != nil {
		return err
	}
	if err := l.checkSidecarScale(counts); err != nil {
		return err
	}
	warn := func(path, name string) {
		if warned[name] || l.supports(name) {
			return
		}
		warned[name] = true
		effect := harmlessEffect(name)
		if effect == "" {
			effect = neededExtensions[name]
		}
		l.warn(path, "%s is not supported; its data was ignored (%s)%s", shorten(name), plural(counts[name], "use"),
			hint(effect))
	}
	for i, name := range used {
		warn(fmt.Sprintf("extensionsUsed[%d]", i), name)
	}
	for i, name := range required {
		warn(fmt.Sprintf("extensionsRequired[%d]", i), name)
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		warn("extensionsUsed", name) // the file does not declare it
	}
	return nil
}

// hint returns a colon and a text, or "" for none.
func hint(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}

// plural returns a number with a noun, such as "1 use" or "3 uses".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// was returns a number with a noun and a verb, such as "1 texture was" or "3 textures were".
func was(n int, noun string) string {
	if n == 1 {
		return plural(n, noun) + " was"
	}
	return plural(n, noun) + " were"
}
