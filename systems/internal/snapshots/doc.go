// Package snapshots saves what a snapshot of a world's animation holds besides the characters: the
// clock and the queue of events, which are [Resources]. posestore.Snapshots tells what a snapshot
// contains.
package snapshots
