package components

import "github.com/sinew-go/sinew/internal/componenttable"

// rows lists every component, each with the row that stands beside its definition. Components are
// in snapshots in this order. Snapshots, package rollback and the systems know from it what
// components there are.
var rows = []componenttable.Row{
	skeletonRow,
	poseSlotRow,
	playerRow,
	blendRow,
	layersRow,
	moreLayersRow,
	modifiersRow,
	moreGoalsRow,
	controllerRow,
	rootMotionRow,
	timeScaleRow,
	levelOfDetailRow,
	inertializationRow,
	transformRow,
	skinnedMeshRow,
	modelPoseRow,
	overrideRow,
	morphOverrideRow,
	ragdollRow,
	attachmentRow,
	crowdPlayerRow,
	preSkinnedRow,
	rigidMeshRow,
	skinnedVerticesRow,
	viewRow,
	avatarRow,
	wornRow,
	partnerRow,
	appearanceRow,
	crowdLayerRow,
	wishRow,
}

func init() { componenttable.Set(rows) }

// clampCount returns a count limited to 0..limit, since programs may write any number to it.
func clampCount(count int32, limit int) int { return int(max(0, min(int64(count), int64(limit)))) }
