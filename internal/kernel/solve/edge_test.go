package solve

import (
	"testing"

	"github.com/sinew-go/sinew/internal/testing/guarded"
)

func TestSolversStayInTheirMemory(t *testing.T) {
	aim := func(run func(AimKind, *Aimed, *Ray, *Point, *AimShare, *AimUp, *[Lanes]float32, *Matrix, *Matrix, *Local),
	) func(m *guarded.Memory) {
		return func(m *guarded.Memory) {
			for kind := AimWhole; kind <= AimRolled; kind++ {
				run(kind, (*Aimed)(guarded.Floats(m, len(Aimed{}))), (*Ray)(guarded.Floats(m, len(Ray{}))),
					(*Point)(guarded.Floats(m, len(Point{}))), (*AimShare)(guarded.Floats(m, len(AimShare{}))),
					(*AimUp)(guarded.Floats(m, len(AimUp{}))), (*[Lanes]float32)(guarded.Floats(m, Lanes)),
					(*Matrix)(guarded.Floats(m, len(Matrix{}))), (*Matrix)(guarded.Floats(m, len(Matrix{}))),
					(*Local)(guarded.Floats(m, len(Local{}))))
			}
		}
	}
	guarded.Run(t, map[string]any{
		"PlaceRay": PlaceRay, "Aim": aim(Aim), "AimJoint": aim(AimJoint), "LimitTarget": LimitTarget,
		"Fit": Fit, "TurnBy": TurnBy, "Rotation": Rotation, "PullLimb": PullLimb, "AddPull": AddPull,
		"FollowPull": FollowPull, "GoAlong": GoAlong, "Reach": Reach, "Orient": Orient, "Distance": Distance,
		"OverrideLocal": OverrideLocal, "OverrideModel": OverrideModel,
		"CopyLocal": func(m *guarded.Memory) {
			local := func() *Local { return (*Local)(guarded.Floats(m, len(Local{}))) }
			for part := CopyWhole; part <= CopySwing; part++ {
				for _, fromRest := range []bool{false, true} {
					CopyLocal(part, fromRest, local(), local(), local(), (*CopyRows)(guarded.Floats(m, len(CopyRows{}))),
						(*[Lanes]float32)(guarded.Floats(m, Lanes)))
				}
			}
		},
		"CopyModel": CopyModel, "AimAt": AimAt, "LimitLocal": LimitLocal, "LimitModel": LimitModel,
		"Product": Product, "ShareTwist": ShareTwist, "SettleRotation": SettleRotation, "GoalWeight": GoalWeight,
		"InverseAxes": InverseAxes, "PlacePoints": PlacePoints, "PlaceRotation": PlaceRotation,
		"ChildModel": ChildModel, "Mix": Mix, "Limit": Limit, "TwoBone": TwoBone, "TurnTo": TurnTo,
	})
}
