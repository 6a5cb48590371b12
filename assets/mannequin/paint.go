package mannequin

import "github.com/go-gl/mathgl/mgl32"
import "github.com/sinew-go/sinew/assets"

// paint numbers the materials.
type paint int

// The paints, in the order in which they are drawn.
const (
	shell paint = iota
	core
	accent
	visor
	paintCount
)

// materials are the paints' looks. Colours are linear.
var materials = [paintCount]assets.Material{
	shell:  {Name: "shell", BaseColor: mgl32.Vec4{0.80, 0.78, 0.74, 1}, Roughness: 0.45, AlphaCutoff: 0.5},
	core:   {Name: "core", BaseColor: mgl32.Vec4{0.040, 0.044, 0.052, 1}, Roughness: 0.6, AlphaCutoff: 0.5},
	accent: {Name: "accent", BaseColor: mgl32.Vec4{0.90, 0.22, 0.03, 1}, Roughness: 0.5, AlphaCutoff: 0.5},
	visor:  {Name: "visor", BaseColor: mgl32.Vec4{0.010, 0.013, 0.020, 1}, Roughness: 0.12, AlphaCutoff: 0.5},
}
