//go:build cgo

package view

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// play is what is shown: a stage, or a scene on one that does more with time.
type play interface {
	World() *ecs.World
	Animation() *systems.Animation
	Update(seconds float64) error
	Scrub(seconds float64) error
	CrossFade(steps int) error
	CrossFadeTo(index int) error
	ShowSkeletons()
	Playing() (name string, at, duration float64)
	Characters() int
	Joints() int
	Bounds() assets.Box
	Viewpoint() (yaw, pitch, distance float64)
	Ground() float32
	Close()
}

// steered is a play whose hero is steered, by keys of its own or a script, and whom the camera follows.
type steered interface {
	play
	Press(action locomotion.Action) error
	Release(action locomotion.Action)
	Status() string
	Place() mgl32.Mat4
}

var _ steered = (*locomotion.Scene)(nil)
