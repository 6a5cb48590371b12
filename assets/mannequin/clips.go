package mannequin

import "github.com/sinew-go/sinew/assets/mannequin/internal/posing"

// animations lists the clips in the order of the model.
var animations = []posing.Animation{
	posing.Idle, posing.Walk, posing.Run, posing.Jump, posing.Waving, posing.Dance,
}
