package retarget_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

// placeOf returns the position of a joint in model space.
func placeOf(pose *rig.Pose, name string) [3]float32 {
	joint, err := pose.Skeleton().FindJoint(name)
	if err != nil {
		panic(err)
	}
	m := rig.MatrixAt(pose.ModelMatrices(nil), joint)
	return [3]float32{m[3], m[7], m[11]}
}

// waving returns the mannequin's skeleton and a clip in which it waves with its right hand.
func waving() (*rig.Skeleton, *clip.Clip, error) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		return nil, nil, err
	}
	return library.Skeleton(model.Skeleton), library.Clip(model.Clip("wave")), nil
}

// A mirrored clip has the left hand where the right one was, on the other side.
func ExampleMirror_Clip() {
	skeleton, wave, err := waving()
	if err != nil {
		fmt.Println(err)
		return
	}
	mirror, err := retarget.NewMirror(skeleton, retarget.MirrorOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	mirrored, err := mirror.Clip(wave)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("right hand at %.2f\n", placeOf(wave.PoseAt(1.5), "right_hand"))
	fmt.Printf("left hand at %.2f\n", placeOf(mirrored.PoseAt(1.5), "left_hand"))
	fmt.Println(len(mirror.Unpaired()), "joints without a partner")
	// Output:
	// right hand at [-0.43 1.60 0.01]
	// left hand at [0.43 1.60 0.01]
	// 0 joints without a partner
}

// giant returns a skeleton of twice the mannequin's size whose joints have the names of Mixamo.
func giant(from *rig.Skeleton) (*rig.Skeleton, error) {
	names := map[string]string{
		"hips": "Hips", "spine_1": "Spine", "spine_2": "Spine1", "spine_3": "Spine2", "spine_4": "Spine3",
		"neck_1": "Neck", "neck_2": "Neck1", "head": "Head",
	}
	for _, side := range []string{"Left", "Right"} {
		s := map[string]string{"Left": "left_", "Right": "right_"}[side]
		for joint, name := range map[string]string{
			"clavicle": "Shoulder", "upper_arm": "Arm", "forearm": "ForeArm", "hand": "Hand", "thigh": "UpLeg",
			"shin": "Leg", "foot": "Foot", "toe": "ToeBase",
		} {
			names[s+joint] = side + name
		}
	}
	var joints []rig.Joint
	for j := range from.Len() {
		joint := rig.Joint{Name: from.JointName(j), Parent: from.Parent(j), Rest: from.Rest(j)}
		joint.Rest.Translation = joint.Rest.Translation.Mul(2)
		if name, ok := names[joint.Name]; ok {
			joint.Name = "mixamorig:" + name
		}
		joints = append(joints, joint)
	}
	return rig.NewSkeleton("giant", joints, nil)
}

// A character of twice the size waves with its hand twice as high.
func ExampleRetargeter_Clip() {
	skeleton, wave, err := waving()
	if err != nil {
		fmt.Println(err)
		return
	}
	target, err := giant(skeleton)
	if err != nil {
		fmt.Println(err)
		return
	}
	retargeter, err := retarget.New(skeleton, target, retarget.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	clip, report, err := retargeter.Clip(wave)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("right hand at %.2f\n", placeOf(wave.PoseAt(1.5), "right_hand"))
	fmt.Printf("right hand at %.2f\n", placeOf(clip.PoseAt(1.5), "mixamorig:RightHand"))
	worst, _ := report.WorstDirection()
	fmt.Printf("scale %.1f, directions within %.1f°\n", report.Scale, worst.Direction)
	// Output:
	// right hand at [-0.43 1.60 0.01]
	// right hand at [-0.87 3.21 0.01]
	// scale 2.0, directions within 0.0°
}
