package systems

import "github.com/sinew-go/sinew/ecs"

// The systems of an animation in the order in which they run: the places to which
// [ecs.Schedule.InsertBefore], InsertAfter, Replace and Remove refer. AtSetDetail is there after
// [Animation.DetailByView].
//
// Whoever replaces or removes one takes over what it does.
const (
	AtSetDetail       ecs.SystemName = "SetDetail"
	AtBindSlots       ecs.SystemName = "BindSlots"
	AtAdvance         ecs.SystemName = "Advance"
	AtApplyRootMotion ecs.SystemName = "ApplyRootMotion"
	AtResolveGoals    ecs.SystemName = "ResolveGoals"
	AtPrepareRagdolls ecs.SystemName = "PrepareRagdolls"
	AtSampleClips     ecs.SystemName = "SampleClips"
	AtInertialize     ecs.SystemName = "Inertialize"
	AtBlendRagdolls   ecs.SystemName = "BlendRagdolls"
	AtModifyPoses     ecs.SystemName = "ModifyPoses"
	AtLocalToModel    ecs.SystemName = "LocalToModel"
	AtBuildPalettes   ecs.SystemName = "BuildPalettes"
	AtMeasureRagdolls ecs.SystemName = "MeasureRagdolls"
	AtAttach          ecs.SystemName = "Attach"
	AtSkinVertices    ecs.SystemName = "SkinVertices"
)
