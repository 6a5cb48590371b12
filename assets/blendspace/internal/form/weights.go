package form

import "github.com/sinew-go/sinew/assets/motion"

// Weight is the weight of a sample.
type Weight = motion.Weight

// MaxWeights is the maximum number of samples that have a weight at the same time.
const MaxWeights = 16

// weightUnits is the number of units in a weight of 1. Every multiple of a unit up to 1 is a
// float32, so that sums are exact.
const weightUnits = 1 << 24

// AppendPair appends the weights 1-u of sample a and u of sample b, with 0 <= u <= 1, without a
// weight of 0.
func AppendPair(out []Weight, a, b int, u float64) []Weight {
	units := int32(float64(u*weightUnits) + 0.5)
	if a > b {
		a, b, units = b, a, weightUnits-units
	}
	if units < weightUnits {
		out = append(out, Weight{Index: a, Weight: float32(weightUnits-units) / weightUnits})
	}
	if units > 0 {
		out = append(out, Weight{Index: b, Weight: float32(units) / weightUnits})
	}
	return out
}

// appendNormalized appends weights in proportion to relative weights of at most MaxWeights samples.
// At least one relative weight must be positive, and none negative. The remainder from rounding
// goes to the largest weight.
func appendNormalized(out []Weight, samples []int32, relative []float64) []Weight {
	var units [MaxWeights]int32
	total := 0.0
	for _, weight := range relative {
		total += weight
	}
	scale := weightUnits / total
	remainder, largest := int32(weightUnits), 0
	for i, weight := range relative {
		units[i] = int32(float64(weight*scale) + 0.5)
		remainder -= units[i]
		if units[i] > units[largest] {
			largest = i
		}
	}
	units[largest] += remainder
	for i, n := range units[:len(relative)] {
		if n > 0 {
			out = append(out, Weight{Index: int(samples[i]), Weight: float32(n) / weightUnits})
		}
	}
	return out
}
