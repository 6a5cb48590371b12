package components

import "github.com/sinew-go/sinew/internal/componenttable"

// Table returns every component, each with the row that stands beside its definition. Components are
// in snapshots in this order. It is for the packages of this module that save worlds: snapshots and
// package rollback know from it what components there are. A program without snapshots does not
// contain what saves components.
func Table() []componenttable.Row {
	return componenttable.WithAdded([]componenttable.Row{
		skeletonRow(),
		poseSlotRow(),
		playerRow(),
		blendRow(),
		layersRow(),
		moreLayersRow(),
		modifiersRow(),
		moreGoalsRow(),
		controllerRow(),
		rootMotionRow(),
		timeScaleRow(),
		levelOfDetailRow(),
		inertializationRow(),
		transformRow(),
		skinnedMeshRow(),
		modelPoseRow(),
		overrideRow(),
		morphOverrideRow(),
		ragdollRow(),
		attachmentRow(),
		crowdPlayerRow(),
		preSkinnedRow(),
		rigidMeshRow(),
		skinnedVerticesRow(),
		viewRow(),
		avatarRow(),
		wornRow(),
		partnerRow(),
		appearanceRow(),
		crowdLayerRow(),
		wishRow(),
	})
}

// clampCount returns a count limited to 0..limit, since programs may write any number to it.
func clampCount(count int32, limit int) int { return int(max(0, min(int64(count), int64(limit)))) }
