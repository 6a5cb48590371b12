package render

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

//go:embed shaders/*.glsl
var embedded embed.FS

// shaderFiles holds the shader sources, as NAME.glsl.
var shaderFiles = func() fs.FS {
	files, err := fs.Sub(embedded, "shaders")
	if err != nil {
		return embedded
	}
	return files
}()

// programSource lists the files of a program. The files of a stage are joined in order.
type programSource struct {
	name             string
	vertex, fragment []string
	feedback         []string // vertex outputs to capture by transform feedback, interleaved
	defines          []string // names that the preprocessor knows in both stages
}

var (
	meshSource = programSource{
		name:   "mesh",
		vertex: []string{"frame", "texels", "instance", "skin", "vertex", "mesh.vert"},
		fragment: []string{
			"frame", "texels", "material_block", "material", "tone", "environment", "light", "occlusion", "surface",
			"fade", "mesh.frag",
		},
	}
	shadowSource = programSource{
		name:     "shadow",
		vertex:   []string{"frame", "texels", "instance", "skin", "vertex", "shadow.vert"},
		fragment: []string{"texels", "material_block", "material", "fade", "shadow.frag"},
	}
	// Opaque surfaces, of which each fragment casts a shadow.
	opaqueShadowSource = programSource{
		name: "opaque shadow", vertex: shadowSource.vertex, fragment: []string{"nothing.frag"},
	}
	preSkinSource = programSource{
		name:     "pre-skinning",
		vertex:   []string{"texels", "instance", "skin", "vertex", "preskin.vert"},
		fragment: []string{"nothing.frag"},
		feedback: []string{"skinnedPosition", "skinnedNormal", "skinnedTangent"},
	}
	crowdMeshSource = programSource{
		name:     "crowd mesh",
		vertex:   []string{"frame", "texels", "crowd", "skin", "vertex", "mesh.vert"},
		fragment: meshSource.fragment,
	}
	crowdFarSource = programSource{
		name: "far crowd",
		vertex: []string{
			"frame", "texels", "crowd", "skin", "vertex", "material_block", "environment", "light", "occlusion", "far.vert",
		},
		fragment: []string{"frame", "material_block", "tone", "fade", "far.frag"},
		defines:  []string{"FAR"},
	}
	crowdShadowSource = programSource{
		name:     "crowd shadow",
		vertex:   []string{"frame", "texels", "crowd", "skin", "vertex", "shadow.vert"},
		fragment: shadowSource.fragment,
	}
	crowdOpaqueShadowSource = programSource{
		name: "opaque crowd shadow", vertex: crowdShadowSource.vertex, fragment: opaqueShadowSource.fragment,
	}
	crowdLocalSource = programSource{
		name:     "crowd joints",
		vertex:   []string{"texels", "crowd_clip", "crowd_shown", "crowd_local.vert"},
		fragment: []string{"texels", "crowd_clip", "crowd_shown", "crowd_local.frag"},
	}
	crowdPoseSource = programSource{
		name:     "crowd pose",
		vertex:   []string{"fullscreen.vert"},
		fragment: []string{"texels", "crowd_clip", "crowd_shown", "crowd_pose.frag"},
	}
	// Impostors, and the pictures that they show.
	impostorSource = programSource{
		name: "impostor",
		vertex: []string{
			"frame", "texels", "crowd_clip", "impostor", "environment", "light", "occlusion", "impostor.vert",
		},
		fragment: []string{
			"frame", "texels", "material_block", "tone", "environment", "light", "impostor", "impostor_picture", "fade",
			"impostor.frag",
		},
		defines: []string{"FAR", "LIT"},
	}
	impostorShadowSource = programSource{
		name:     "impostor shadow",
		vertex:   []string{"frame", "texels", "crowd_clip", "impostor", "impostor.vert"},
		fragment: []string{"texels", "impostor", "impostor_picture", "fade", "impostor_shadow.frag"},
	}
	pictureSource = programSource{
		name:     "picture",
		vertex:   []string{"texels", "crowd", "skin", "vertex", "impostor", "picture.vert"},
		fragment: []string{"texels", "material_block", "impostor", "picture.frag"},
	}
	pictureReduceSource = programSource{
		name:     "picture reduction",
		vertex:   []string{"fullscreen.vert"},
		fragment: []string{"texels", "impostor", "picture_reduce.frag"},
	}
	skySource = programSource{
		name: "sky", vertex: []string{"fullscreen.vert"},
		fragment: []string{"frame", "tone", "environment", "sky", "sky.frag"},
	}
	groundSource = programSource{
		name:     "ground",
		vertex:   []string{"frame", "ground.vert"},
		fragment: []string{"frame", "texels", "tone", "environment", "light", "occlusion", "sky", "ground.frag"},
	}
	boneSource = programSource{
		name: "bone", vertex: []string{"frame", "bone.vert"},
		fragment: []string{"frame", "bone.frag"},
	}
	presentSource = programSource{
		name: "present", vertex: []string{"fullscreen.vert"},
		fragment: []string{"present.frag"},
	}
)

// Texture units, one for each sampler of the shaders.
const (
	unitPalettes uint32 = iota
	unitMorphWeights
	unitMorphTargets
	unitBaseColor
	unitMetallicRoughness
	unitEmissive
	unitNormal
	unitOcclusion
	unitShadow
	unitPicture
	unitCrowdRow0
	unitCrowdRow1
	unitCrowdRow2
	unitCrowdData
	unitCrowdRecords
	unitCrowdMembers
	unitEnvironment
	unitShade // and the next ones: of toon shading
	unitShadingShift
	unitRim
	unitOutline
	unitMotionMask
	unitMatcap
	unitOccluders
	unitProgramShadow
	textureUnits // their number
)

// Impostors use units that their programs do not need for anything else.
const (
	unitImpostorTable   = unitPicture
	unitImpostorColors  = unitOcclusion
	unitImpostorNormals = unitNormal
)

var samplerUnits = map[string]uint32{
	"palettes": unitPalettes, "morphWeights": unitMorphWeights, "morphTargets": unitMorphTargets,
	"baseColorTexture": unitBaseColor, "metallicRoughnessTexture": unitMetallicRoughness,
	"emissiveTexture": unitEmissive,
	"normalTexture":   unitNormal, "occlusionTexture": unitOcclusion,
	"shadowMap": unitShadow, "programShadowMap": unitProgramShadow,
	"environmentMap": unitEnvironment, "occluders": unitOccluders, "picture": unitPicture,
	"crowdRow0": unitCrowdRow0, "crowdRow1": unitCrowdRow1, "crowdRow2": unitCrowdRow2, "crowdData": unitCrowdData,
	"crowdRecords": unitCrowdRecords, "crowdMembers": unitCrowdMembers, "pictureTable": unitImpostorTable,
	"pictureColors": unitImpostorColors, "pictureNormals": unitImpostorNormals,
	"shadeTexture": unitShade, "shiftTexture": unitShadingShift, "rimTexture": unitRim, "outlineTexture": unitOutline,
	"motionMask": unitMotionMask, "matcapTexture": unitMatcap,
}

// Binding points of uniform blocks.
const (
	bindingFrame uint32 = iota
	bindingMaterial
	bindingCrowd
	bindingToon
)

// program is a linked shader program.
type program struct {
	device gpu.Device
	id     gpu.Program

	influences, morphCount, morphTexels, vertexCount, brightness gpu.Uniform
	animatedMaterial, materialValues                             gpu.Uniform
	crowdMesh, crowdList, impostor, cascade                      gpu.Uniform
	toonSeconds, outlinePass, imageHeight                        gpu.Uniform
	isAnimated                                                   bool // the uniform animatedMaterial is set
}

// newProgram compiles and links a program. The error is a [*ShaderError], or names a missing file.
func newProgram(d gpu.Device, files fs.FS, source programSource) (*program, error) {
	var defines []string // of both stages
	if texelBuffers(d) != nil {
		defines = []string{texelBuffersName}
	}
	vertex, err := joined(files, source.name, "vertex", source.vertex, append(defines, source.defines...)...)
	if err != nil {
		return nil, err
	}
	fragment, err := joined(files, source.name, "fragment", source.fragment, append(defines, source.defines...)...)
	if err != nil {
		return nil, err
	}
	id, stage, log := d.LinkProgram(vertex, fragment, source.feedback)
	switch stage {
	case "vertex":
		return nil, &ShaderError{source.name, stage, source.vertex, log}
	case "fragment":
		return nil, &ShaderError{source.name, stage, source.fragment, log}
	case "link":
		return nil, &ShaderError{
			source.name, stage,
			append(append([]string(nil), source.vertex...), source.fragment...), log,
		}
	}
	return bindUniforms(d, id), nil
}

// newProgram compiles and links a program of the renderer.
func (r *Renderer) newProgram(source programSource) (*program, error) {
	if r.hasProgramShadows {
		source.defines = append(slices.Clone(source.defines), "PROGRAM_SHADOWS")
	}
	return newProgram(r.device, shaderFiles, source)
}

// bindUniforms assigns the texture units and binding points to a program's samplers and uniform
// blocks.
func bindUniforms(d gpu.Device, id gpu.Program) *program {
	d.UseProgram(id)
	for name, unit := range samplerUnits {
		if at := d.UniformLocation(id, name); at >= 0 {
			d.Uniform1i(at, int32(unit))
		}
	}
	d.UniformBlockBinding(id, "Frame", bindingFrame)
	d.UniformBlockBinding(id, "Material", bindingMaterial)
	d.UniformBlockBinding(id, "Crowd", bindingCrowd)
	d.UniformBlockBinding(id, "Toon", bindingToon)
	location := func(name string) gpu.Uniform { return d.UniformLocation(id, name) }
	return &program{
		device: d, id: id, influences: location("influences"), morphCount: location("morphCount"),
		morphTexels: location("morphTexels"), vertexCount: location("vertexCount"),
		brightness: location("brightness"), animatedMaterial: location("animatedMaterial"),
		materialValues: location("materialValues"),
		crowdMesh:      location("crowdMesh"), crowdList: location("crowdList"), impostor: location("impostor"),
		cascade:     location("cascade"),
		toonSeconds: location("toonSeconds"), outlinePass: location("outlinePass"), imageHeight: location("imageHeight"),
	}
}

// linesPerFile is the distance between the line numbers of two files of a stage in the driver's
// messages. Every driver reports line numbers, but not every one reports the source string.
const linesPerFile = 1000

// joined returns the source of one stage. The device adds the line #version.
func joined(files fs.FS, name, stage string, parts []string, defines ...string) (string, error) {
	var source strings.Builder
	for _, define := range defines {
		fmt.Fprintf(&source, "#define %s\n", define)
	}
	for i, part := range parts {
		text, err := fs.ReadFile(files, part+".glsl")
		if err != nil {
			return "", fmt.Errorf("shader program %s: %s stage: %w", name, stage, err)
		}
		fmt.Fprintf(&source, "#line %d\n%s", i*linesPerFile+1, text)
	}
	return source.String(), nil
}

func (p *program) use() { p.device.UseProgram(p.id) }

func (p *program) delete() {
	if p != nil {
		p.device.DeleteProgram(p.id)
	}
}
