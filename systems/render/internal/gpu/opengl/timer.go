//go:build !js

package opengl

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

var _ gpu.Timer = device{}

func (device) MeasuresTime() bool {
	var bits int32 // OpenGL 3.3 has the query, but a driver may count with 0 bits
	gl.GetQueryiv(gl.TIME_ELAPSED, gl.QUERY_COUNTER_BITS, &bits)
	return bits > 0
}

func (device) CreateQuery() gpu.Query {
	var id uint32
	gl.GenQueries(1, &id)
	return gpu.Query(id)
}

func (device) DeleteQuery(q gpu.Query) {
	id := uint32(q)
	gl.DeleteQueries(1, &id)
}

func (device) BeginTime(q gpu.Query, scratch *uint64) bool {
	*scratch = 0
	gl.GetQueryiv(gl.TIME_ELAPSED, gl.CURRENT_QUERY, (*int32)(unsafe.Pointer(scratch)))
	if *scratch != 0 {
		return false
	}
	gl.BeginQuery(gl.TIME_ELAPSED, uint32(q))
	return true
}

func (device) EndTime() { gl.EndQuery(gl.TIME_ELAPSED) }

func (device) Time(q gpu.Query, nanoseconds *uint64) bool {
	*nanoseconds = 0
	gl.GetQueryObjectui64v(uint32(q), gl.QUERY_RESULT_AVAILABLE, nanoseconds)
	if *nanoseconds == 0 {
		return false
	}
	gl.GetQueryObjectui64v(uint32(q), gl.QUERY_RESULT, nanoseconds)
	return true
}
