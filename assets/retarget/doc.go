// Package retarget is under construction.
package retarget
