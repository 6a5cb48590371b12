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

// Rows of a volume: of each plane its normal and its distance.
const (
	VolumePlanes    = 6
	VolumePlaneRows = 4
	VolumeRows      = VolumePlanes * VolumePlaneRows
)

// What spheres cross of a volume is in the last bits of a float32: it is added to CrossedNone, as 1
// for the first plane, 2 for the next one and so on, and CrossedOutside.
const (
	CrossedNone    = 1 << 23
	CrossedOutside = 1 << 7
)

// Rows of the radii of the spheres in a sphere: the largest and the least.
const (
	SizeMost = iota
	SizeLeast
	SizeRows
)

// Rows of how far spheres in a sphere are from an eye.
const (
	RangeAway = iota
	RangeNear
	RangeFar
	RangeRows
)
