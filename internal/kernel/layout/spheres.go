package layout

// Rows of the spheres of a group: centers and radii.
const (
	SphereCenter = 0
	SphereRadius = 3
	SphereRows   = 4
)

// Rows of the light that casts the shadows of spheres.
const (
	LightHeight = iota
	LightFloor
	LightLongest
	LightRows
)

// CarrierScale is the row after those of the matrix that spheres are carried by: its scale.
const (
	CarrierScale = 12
	CarrierRows  = 13
)

// Coefficients of a plane.
const (
	PlaneNormal   = 0
	PlaneDistance = 3
	PlaneSide     = 4
	PlaneAlong    = 5
	PlaneSize     = 6
)
