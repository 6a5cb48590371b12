package rollback

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/assetkeys"
)

// Fingerprint returns a number that differs, almost certainly, between libraries whose characters
// move differently: a hash of the keys ([assets.Library.Key]) of all that decides about poses and
// palettes, and of the levels of detail. These are skeletons, motions, masks, curves, graphs,
// modifier stacks, skins and models. Libraries with the same assets have the same fingerprint, on
// every machine and in whatever order they were loaded.
//
// A motion that a program makes itself counts as what it describes, and a solver that is a function
// of the program as one: what their code does is not known. Bodies of ragdolls are in snapshots.
// Meshes, materials and images move nothing.
func Fingerprint(library *assets.Library) uint64 {
	return assetkeys.Fingerprint((*assetkeys.Table)(library.Keys()))
}
