package components_test

import (
	"reflect"
	"testing"

	"github.com/sinew-go/sinew/components"
)

// Components have no pointers and no methods, so that worlds can be saved and copied byte by byte.
func TestComponentsArePlainData(t *testing.T) {
	for _, component := range []any{
		components.AnimationPlayer{},
		components.Attachment{},
		components.BlendState{},
		components.Controller{},
		components.CrowdPlayer{},
		components.Inertialization{},
		components.Layers{},
		components.LevelOfDetail{},
		components.ModelPose{},
		components.Modifiers{},
		components.PoseOverride{},
		components.PoseSlot{},
		components.Ragdoll{},
		components.RigidMesh{},
		components.PreSkinned{},
		components.RootMotion{},
		components.Skeleton{},
		components.SkinnedMesh{},
		components.SkinnedVertices{},
		components.TimeScale{},
		components.Transform{},
		components.View{},
	} {
		kind := reflect.TypeOf(component)
		if kind.PkgPath() == reflect.TypeOf(components.Transform{}).PkgPath() && reflect.PointerTo(kind).NumMethod() > 0 {
			t.Errorf("%v has methods", kind)
		}
		checkPlain(t, kind.Name(), kind)
	}
}

func checkPlain(t *testing.T, path string, kind reflect.Type) {
	t.Helper()
	switch kind.Kind() {
	case reflect.Struct:
		for i := range kind.NumField() {
			checkPlain(t, path+"."+kind.Field(i).Name, kind.Field(i).Type)
		}
	case reflect.Array:
		checkPlain(t, path+"[]", kind.Elem())
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32,
		reflect.Uint64, reflect.Float32, reflect.Float64:
	default:
		t.Errorf("%s is a %v", path, kind.Kind())
	}
}
