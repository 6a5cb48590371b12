package gpu

// Query names a query of a device. Contexts that share objects do not share queries.
type Query uint32

// Timer is an optional feature of a [Device]: it measures how long it works.
type Timer interface {
	// MeasuresTime reports whether the device can do it. Without it the other methods must not be
	// called.
	MeasuresTime() bool
	CreateQuery() Query
	DeleteQuery(Query)
	// BeginTime begins to measure the work of the commands that follow, until EndTime. It returns
	// false, and begins nothing, if the program measures time itself. What is written to scratch
	// has no meaning; it is memory that lasts.
	BeginTime(q Query, scratch *uint64) bool
	EndTime()
	// Time writes the nanoseconds that a query measured, or 0 if the device was disturbed
	// meanwhile. It returns false if they are not known yet.
	Time(q Query, nanoseconds *uint64) bool
}
