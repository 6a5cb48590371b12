// Package handmade holds small skeletons and clips that the tests of several packages share.
package handmade
