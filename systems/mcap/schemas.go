package mcap

import "strings"

// definitions are the messages that a file has, with those that they consist of, as Foxglove defines
// them: https://docs.foxglove.dev/docs/sdk/schemas. A line is the name of a message and its fields,
// name:type, in the order of their numbers, which begin at 1; * means a list. An enumeration is a
// line in which the name has a dot: its values in order, from 0 on.
const definitions = `
Vector3 x:double y:double z:double
Point3 x:double y:double z:double
Quaternion x:double y:double z:double w:double
Pose position:Vector3 orientation:Quaternion
Color r:double g:double b:double a:double
KeyValuePair key:string value:string
FrameTransform timestamp:Timestamp parent_frame_id:string child_frame_id:string translation:Vector3 rotation:Quaternion
FrameTransforms transforms:FrameTransform*
SceneEntityDeletion timestamp:Timestamp type:SceneEntityDeletion.Type id:string
SceneEntityDeletion.Type MATCHING_ID ALL
ArrowPrimitive pose:Pose shaft_length:double shaft_diameter:double head_length:double head_diameter:double color:Color
CubePrimitive pose:Pose size:Vector3 color:Color
SpherePrimitive pose:Pose size:Vector3 color:Color
CylinderPrimitive pose:Pose size:Vector3 bottom_scale:double top_scale:double color:Color
LinePrimitive type:LinePrimitive.Type pose:Pose thickness:double scale_invariant:bool points:Point3* color:Color colors:Color* indices:fixed32*
LinePrimitive.Type LINE_STRIP LINE_LOOP LINE_LIST
TriangleListPrimitive pose:Pose points:Point3* color:Color colors:Color* indices:fixed32*
TextPrimitive pose:Pose billboard:bool font_size:double scale_invariant:bool color:Color text:string
ModelPrimitive pose:Pose scale:Vector3 color:Color override_color:bool url:string media_type:string data:bytes
SceneEntity timestamp:Timestamp frame_id:string id:string lifetime:Duration frame_locked:bool metadata:KeyValuePair* arrows:ArrowPrimitive* cubes:CubePrimitive* spheres:SpherePrimitive* cylinders:CylinderPrimitive* lines:LinePrimitive* triangles:TriangleListPrimitive* texts:TextPrimitive* models:ModelPrimitive*
SceneUpdate deletions:SceneEntityDeletion* entities:SceneEntity*
PackedElementField name:string offset:fixed32 type:PackedElementField.NumericType
PackedElementField.NumericType UNKNOWN UINT8 INT8 UINT16 INT16 UINT32 INT32 FLOAT32 FLOAT64
PointCloud timestamp:Timestamp frame_id:string pose:Pose point_stride:fixed32 fields:PackedElementField* data:bytes
Log timestamp:Timestamp level:Log.Level message:string name:string file:string line:fixed32
Log.Level UNKNOWN DEBUG INFO WARNING ERROR FATAL
`

// The files of the messages of Protocol Buffers itself that the others use.
const (
	timestampFile = "google/protobuf/timestamp.proto"
	durationFile  = "google/protobuf/duration.proto"
)

// types are the numbers of the types of fields in descriptors.
var types = map[string]uint64{"double": 1, "int64": 3, "int32": 5, "fixed32": 7, "bool": 8, "string": 9, "bytes": 12}

const (
	typeMessage = 11
	typeEnum    = 14
	optional    = 1
	repeated    = 3
)

// descriptors returns the definitions as a FileDescriptorSet of Protocol Buffers, the form in which
// MCAP files carry such schemas.
func descriptors() []byte {
	var e encoder
	for _, file := range []struct{ name, pack, lines string }{
		{timestampFile, "google.protobuf", "Timestamp seconds:int64 nanos:int32"},
		{durationFile, "google.protobuf", "Duration seconds:int64 nanos:int32"},
		{"foxglove/sinew.proto", "foxglove", definitions},
	} {
		mark := e.begin(1)
		e.text(1, file.name)
		e.text(2, file.pack)
		if file.pack == "foxglove" {
			e.text(3, timestampFile)
			e.text(3, durationFile)
		}
		for line := range strings.Lines(strings.TrimSpace(file.lines)) {
			if words := strings.Fields(line); !strings.Contains(words[0], ".") {
				e.message(words, file.lines)
			}
		}
		e.text(12, "proto3")
		e.end(mark)
	}
	return e
}

// message appends a DescriptorProto.
func (e *encoder) message(words []string, lines string) {
	mark := e.begin(4)
	e.text(1, words[0])
	for i, field := range words[1:] {
		name, kind, _ := strings.Cut(field, ":")
		label := uint64(optional)
		if strings.HasSuffix(kind, "*") {
			kind, label = kind[:len(kind)-1], repeated
		}
		of := e.begin(2)
		e.text(1, name)
		e.uint(3, uint64(i+1))
		e.uint(4, label)
		if number, ok := types[kind]; ok {
			e.uint(5, number)
		} else {
			number, pack := uint64(typeMessage), ".foxglove."
			if strings.Contains(kind, ".") {
				number = typeEnum
			}
			if kind == "Timestamp" || kind == "Duration" {
				pack = ".google.protobuf."
			}
			e.uint(5, number)
			e.text(6, pack+kind)
		}
		e.end(of)
	}
	for line := range strings.Lines(lines) {
		values := strings.Fields(line)
		if len(values) == 0 || !strings.HasPrefix(values[0], words[0]+".") {
			continue
		}
		of := e.begin(4)
		e.text(1, strings.TrimPrefix(values[0], words[0]+"."))
		for number, name := range values[1:] {
			value := e.begin(2)
			e.text(1, name)
			e.uint(2, uint64(number))
			e.end(value)
		}
		e.end(of)
	}
	e.end(mark)
}
