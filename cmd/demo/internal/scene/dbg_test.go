package scene

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func TestDbg(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, _ := mannequin.New(library)
	s, err := NewSlopes(library, model)
	if err != nil {
		t.Fatal(err)
	}
	for f := range 250 {
		s.Update(1.0 / 60)
		for k := range 8 {
			e := s.Entity(k)
			m, _ := s.animation.JointWorld(e, "left_toe")
			a, _ := s.animation.JointWorld(e, "left_foot")
			h, _ := s.animation.JointWorld(e, "hips")
			p := m.Col(3)
			if p[0] < -3 || p[0] > 3.2 {
				continue
			}
			g, _ := courseGround(p[0], p[2])
			tr := s.transforms.Get(e).Matrix
			fmt.Printf("char %d f %d x %.3f toe %.3f over ground %.3f ankle %.3f over %.3f hips-root %.3f root-ground %.3f\n", k, f, p[0], p[1], p[1]-g, a.Col(3)[1], a.Col(3)[1]-float32(courseHeight(float64(a.Col(3)[0]))), h.Col(3)[1]-tr[13], tr[13]-float32(courseHeight(float64(tr[12]))))
		}
	}
}
