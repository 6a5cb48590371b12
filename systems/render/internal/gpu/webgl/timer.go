//go:build js

package webgl

import (
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Constants of EXT_disjoint_timer_query_webgl2.
const (
	timeElapsed     = 0x88BF
	currentQuery    = 0x8865
	queryResult     = 0x8866
	resultAvailable = 0x8867
	gpuDisjoint     = 0x8FBB
)

var _ gpu.Timer = (*device)(nil)

func (d *device) MeasuresTime() bool {
	return d.context.Call("getExtension", "EXT_disjoint_timer_query_webgl2").Truthy()
}

func (d *device) CreateQuery() gpu.Query { return gpu.Query(d.add(d.createQuery.Invoke())) }

func (d *device) DeleteQuery(q gpu.Query) { d.deleteQuery.Invoke(d.remove(uint32(q))) }

func (d *device) BeginTime(q gpu.Query, _ *uint64) bool {
	if d.getQuery.Invoke(timeElapsed, currentQuery).Truthy() {
		return false
	}
	d.beginQuery.Invoke(timeElapsed, d.objects[q])
	return true
}

func (d *device) EndTime() { d.endQuery.Invoke(timeElapsed) }

func (d *device) Time(q gpu.Query, nanoseconds *uint64) bool {
	*nanoseconds = 0
	object := d.objects[q]
	if !object.Truthy() { // the context was lost
		return true
	}
	if !d.getQueryParameter.Invoke(object, resultAvailable).Bool() {
		return false
	}
	if !d.getParameter.Invoke(gpuDisjoint).Truthy() { // otherwise the clock was disturbed
		*nanoseconds = uint64(d.getQueryParameter.Invoke(object, queryResult).Float())
	}
	return true
}
