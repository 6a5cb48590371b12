//go:build !js

package render

import (
	"testing"
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// The statistics tell how long the GPU took, at the latest some frames later: longer for a larger
// picture, and never longer than everything together.
func TestTimeOfTheGPU(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	if s.renderer.clock.timer == nil {
		t.Skip("the driver does not measure time")
	}
	s.spawnRigid(s.addMesh(ball(60, false)), mgl32.Ident4())
	camera := Camera{Position: mgl32.Vec3{0, 0, 4}}
	if seconds := s.renderer.Stats().GPUSeconds; seconds != 0 {
		t.Errorf("%v s before the first frame", seconds)
	}
	longest := 0.0                       // of the frames so far, as the statistics may be those of any of them
	for frame := range 3 * timedFrames { // more than are waited for
		begin := time.Now()
		s.draw(camera) // reads the picture, which waits for the GPU
		longest = max(longest, time.Since(begin).Seconds())
		seconds := s.renderer.Stats().GPUSeconds
		if isKnown := seconds > 0; !isKnown && frame > 0 || seconds > longest { // Mesa may lose the first one's
			t.Errorf("frame %d: the GPU took %v s of at most %v s", frame, seconds, longest)
		}
	}
}

// A frame of a context that is never current again does not end the measuring in another one.
func TestTimeInAnotherContext(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	if s.renderer.clock.timer == nil {
		t.Skip("the driver does not measure time")
	}
	s.spawnRigid(s.addMesh(ball(60, false)), mgl32.Ident4())
	camera := Camera{Position: mgl32.Vec3{0, 0, 4}}
	s.draw(camera)
	s.renderer.UseContext("another")
	for frame := range 3 * timedFrames {
		s.renderer.clock.seconds = 0
		s.draw(camera)
		if seconds := s.renderer.Stats().GPUSeconds; !(seconds > 0) {
			t.Fatalf("frame %d: expected a time, found %v s", frame, seconds)
		}
	}
}

// A program that measures time itself goes on measuring, and nothing fails.
func TestProgramsMeasureTimeThemselves(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.spawnRigid(s.addMesh(ball(20, false)), mgl32.Ident4())
	var own, result uint32
	gl.GenQueries(1, &own)
	defer gl.DeleteQueries(1, &own)
	gl.BeginQuery(gl.TIME_ELAPSED, own)
	s.draw(Camera{Position: mgl32.Vec3{0, 0, 4}})
	var current int32
	gl.GetQueryiv(gl.TIME_ELAPSED, gl.CURRENT_QUERY, &current)
	if current != int32(own) {
		t.Errorf("query %d measures, expected %d, the program's", current, own)
	}
	gl.EndQuery(gl.TIME_ELAPSED)
	gl.GetQueryObjectuiv(own, gl.QUERY_RESULT, &result)
	if seconds := s.renderer.Stats().GPUSeconds; result == 0 || seconds != 0 {
		t.Errorf("the program measured %d ns, the renderer %v s", result, seconds)
	}
}

// A device without the feature draws, and tells no time.
func TestDevicesWithoutTimers(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.renderer.clock.delete(s.renderer.contexts)
	s.renderer.clock = newGPUClock(struct{ gpuDevice }{s.renderer.device})
	s.draw(Camera{Position: mgl32.Vec3{0, 0, 4}})
	if seconds := s.renderer.Stats().GPUSeconds; seconds != 0 {
		t.Errorf("%v s", seconds)
	}
}

// gpuDevice has the methods of every device.
type gpuDevice = gpu.Device
