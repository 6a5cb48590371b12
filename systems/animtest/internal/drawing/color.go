package drawing

import "math"

// steps is the number of values of linear light for which the value in sRGB is kept.
const steps = 4096

var (
	encoded = makeEncoded()
	decoded = makeDecoded()
)

// Encode returns the 8-bit sRGB value of linear light, 0 to 1 (IEC 61966-2-1).
func Encode(linear float64) uint8 {
	if !(linear > 0) {
		return 0
	}
	return encoded[int(float64(min(linear, 1)*(steps-1))+0.5)]
}

// Decode returns the linear light of an 8-bit sRGB value.
func Decode(value uint8) float64 { return decoded[value] }

// srgb returns the value of linear light in sRGB. The power of 1/2.4 is the fifth one of the cube
// root of the fourth root: package math has powers that differ between machines.
func srgb(linear float64) float64 {
	if linear <= 0.0031308 {
		return linear * 12.92
	}
	fourth := math.Sqrt(math.Sqrt(linear))
	root := 1.0 // by Newton's method
	for range 20 {
		root = (2*root + fourth/float64(root*root)) / 3
	}
	square := float64(root * root)
	return float64(1.055*float64(float64(square*square)*root)) - 0.055
}

func makeEncoded() (table [steps]uint8) {
	for i := range table {
		table[i] = uint8(float64(srgb(float64(i)/(steps-1))*255) + 0.5)
	}
	return table
}

// makeDecoded searches for the light that has each value.
func makeDecoded() (table [256]float64) {
	for i := range table {
		low, high := 0.0, 1.0
		for range 50 {
			if middle := (low + high) / 2; srgb(middle)*255 < float64(i) {
				low = middle
			} else {
				high = middle
			}
		}
		table[i] = high
	}
	table[0] = 0
	return table
}

// over returns a color of which some part covers another one.
func over(color, below [3]uint8, part float64) [3]uint8 {
	for i := range color {
		light := float64(part*Decode(color[i])) + float64((1-part)*Decode(below[i]))
		color[i] = Encode(light)
	}
	return color
}

// average returns the mean of some values.
func average(values ...uint8) uint8 {
	sum := 0
	for _, v := range values {
		sum += int(v)
	}
	return uint8((sum + len(values)/2) / len(values))
}
