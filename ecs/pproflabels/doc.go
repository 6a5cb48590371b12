// Package pproflabels makes profiles tell which system of a schedule took the time.
//
//   - [Set] labels the goroutines of a schedule with the system that they run, from its next frame
//     on; [Clear] ends that.
//
// A profile of runtime/pprof, of the processor or of goroutines, then has the label "system":
//
//	go tool pprof -tags cpu.out
//	go tool pprof -tagfocus system=LocalToModel cpu.out
//
// It is a package of its own so that a program that does not ask for labels does not contain
// runtime/pprof. Regions in traces of runtime/trace need no such call: see [ecs.Schedule].
package pproflabels
