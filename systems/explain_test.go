package systems_test

import (
	"fmt"
	"testing"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	arche "github.com/mlange-42/arche/ecs"
)
var _ ecs.Entity
func TestSmoke(t *testing.T) {
	world := arche.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil { t.Fatal(err) }
	a, err := systems.NewAnimation(&world, library)
	if err != nil { t.Fatal(err) }
	e, _ := a.Spawn(model, mgl32.Ident4())
	fmt.Println(a.Explain(e))
	p := a.Player(e)
	p.Play(model.Clip("walk"))
	a.Update(0.3)
	p.CrossFade(model.Clip("run"), 0.25)
	a.Update(0.1)
	fmt.Println(a.Explain(e))
	fmt.Println(a.ExplainJoint(e, "head"))
	fmt.Println(a.ExplainJoint(e, "hed"))
}
