package render

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"
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
}

var (
	meshSource = programSource{
		name:     "mesh",
		vertex:   []string{"frame", "skin", "mesh.vert"},
		fragment: []string{"frame", "material", "light", "mesh.frag"},
	}
	shadowSource = programSource{
		name:     "shadow",
		vertex:   []string{"frame", "skin", "shadow.vert"},
		fragment: []string{"material", "shadow.frag"},
	}
	skySource    = programSource{name: "sky", vertex: []string{"fullscreen.vert"}, fragment: []string{"frame", "sky", "sky.frag"}}
	groundSource = programSource{
		name:     "ground",
		vertex:   []string{"frame", "ground.vert"},
		fragment: []string{"frame", "light", "sky", "ground.frag"},
	}
	boneSource    = programSource{name: "bone", vertex: []string{"frame", "bone.vert"}, fragment: []string{"frame", "bone.frag"}}
	presentSource = programSource{name: "present", vertex: []string{"fullscreen.vert"}, fragment: []string{"present.frag"}}
)

// Texture units, one for each sampler of the shaders.
const (
	unitPalettes uint32 = iota
	unitMorphWeights
	unitMorphTargets
	unitBaseColor
	unitMetallicRoughness
	unitEmissive
	unitShadow
	unitPicture
)

var samplerUnits = map[string]uint32{
	"palettes": unitPalettes, "morphWeights": unitMorphWeights, "morphTargets": unitMorphTargets,
	"baseColorTexture": unitBaseColor, "metallicRoughnessTexture": unitMetallicRoughness, "emissiveTexture": unitEmissive,
	"shadowMap": unitShadow, "picture": unitPicture,
}

// Binding points of uniform blocks.
const (
	bindingFrame uint32 = iota
	bindingMaterial
)

// program is a linked shader program.
type program struct {
	id uint32
	// Uniform locations; -1 for uniforms that the program does not have.
	influences, morphCount, vertexCount, brightness int32
	animatedMaterial, materialValues                int32
	isAnimated                                      bool // the uniform animatedMaterial is set
}

// newProgram compiles and links a program. The error is a [*ShaderError], or names a missing file.
func newProgram(files fs.FS, r programSource) (*program, error) {
	vertex, err := compile(files, r.name, "vertex", gl.VERTEX_SHADER, r.vertex)
	if err != nil {
		return nil, err
	}
	defer gl.DeleteShader(vertex)
	fragment, err := compile(files, r.name, "fragment", gl.FRAGMENT_SHADER, r.fragment)
	if err != nil {
		return nil, err
	}
	defer gl.DeleteShader(fragment)
	id := gl.CreateProgram()
	gl.AttachShader(id, vertex)
	gl.AttachShader(id, fragment)
	if len(r.feedback) > 0 {
		names, free := gl.Strs(zeroTerminated(r.feedback)...)
		gl.TransformFeedbackVaryings(id, int32(len(r.feedback)), names, gl.INTERLEAVED_ATTRIBS)
		free()
	}
	gl.LinkProgram(id)
	var ok int32
	if gl.GetProgramiv(id, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(id, gl.GetProgramiv, gl.GetProgramInfoLog)
		gl.DeleteProgram(id)
		return nil, &ShaderError{r.name, "link", append(append([]string(nil), r.vertex...), r.fragment...), log}
	}
	return bindUniforms(id), nil
}

// bindUniforms assigns the texture units and binding points to a program's samplers and uniform blocks.
func bindUniforms(id uint32) *program {
	gl.UseProgram(id)
	for name, unit := range samplerUnits {
		if at := location(id, name); at >= 0 {
			gl.Uniform1i(at, int32(unit))
		}
	}
	for name, binding := range map[string]uint32{"Frame": bindingFrame, "Material": bindingMaterial} {
		if block := gl.GetUniformBlockIndex(id, gl.Str(name+"\x00")); block != gl.INVALID_INDEX {
			gl.UniformBlockBinding(id, block, binding)
		}
	}
	return &program{
		id: id, influences: location(id, "influences"), morphCount: location(id, "morphCount"), vertexCount: location(id, "vertexCount"),
		brightness: location(id, "brightness"), animatedMaterial: location(id, "animatedMaterial"), materialValues: location(id, "materialValues"),
	}
}

func location(program uint32, name string) int32 {
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}

// linesPerFile is the distance between the line numbers of two files of a stage in the driver's messages. Every driver
// reports line numbers, but not every one reports the source string.
const linesPerFile = 1000

// compile compiles one stage.
func compile(files fs.FS, name, stage string, kind uint32, parts []string) (uint32, error) {
	sources := []string{"#version 330 core\n"}
	for i, part := range parts {
		text, err := fs.ReadFile(files, part+".glsl")
		if err != nil {
			return 0, fmt.Errorf("shader program %s: %s stage: %w", name, stage, err)
		}
		sources = append(sources, fmt.Sprintf("#line %d\n", i*linesPerFile+1), string(text))
	}
	shader := gl.CreateShader(kind)
	text, free := gl.Strs(strings.Join(sources, "") + "\x00")
	defer free()
	gl.ShaderSource(shader, 1, text, nil)
	gl.CompileShader(shader)
	var ok int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(shader)
		return 0, &ShaderError{name, stage, parts, log}
	}
	return shader, nil
}

// infoLog returns the driver's message about a shader or program.
func infoLog(id uint32, length func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	length(id, gl.INFO_LOG_LENGTH, &n)
	if n <= 0 {
		return "the driver gave no reason"
	}
	log := make([]byte, n)
	read(id, n, nil, &log[0])
	return strings.TrimRight(string(log), "\x00\n ")
}

func zeroTerminated(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name + "\x00"
	}
	return out
}

func (p *program) use() { gl.UseProgram(p.id) }

func (p *program) delete() {
	if p != nil {
		gl.DeleteProgram(p.id)
	}
}
