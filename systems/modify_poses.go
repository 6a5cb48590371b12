package systems

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/garments"
	"github.com/sinew-go/sinew/systems/internal/givenmorphs"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
)

// modifyPosesSystem applies the stack of solvers of each character with a [components.Modifiers] to
// its pose, toward the goals that [AtResolveGoals] found. See package modifier. It also shows the
// morph weights that the program gives ([Animation.SetMorph]). Before all that, garments get the
// joints of their wearers ([Animation.Garment]).
type modifyPosesSystem struct{}

// Name implements [ecs.BlockSystem].
func (modifyPosesSystem) Name() string { return "ModifyPoses" }

// KeepsInColumns implements posestore.KeepsInColumns.
func (modifyPosesSystem) KeepsInColumns() {}

// RunBlock implements [ecs.BlockSystem].
func (modifyPosesSystem) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	garments.Take((*posestore.Block)(b))
	modifiers.Modify((*posestore.Block)(b))
	givenmorphs.Show((*posestore.Block)(b))
}

// Repeat implements [ecs.Repeatable]: it copies what the solvers made of the pose, because what
// they remember has moved on.
func (modifyPosesSystem) Repeat(_ *ecs.Frame, b *ecs.Block) { modifiers.Repeat((*posestore.Block)(b)) }
