module github.com/sinew-go/sinew/assets/gltfio/draco

go 1.26.0

require (
	github.com/qmuntal/draco-go v0.5.0
	github.com/sinew-go/sinew v0.0.0
)

require (
	github.com/go-gl/mathgl v1.2.0 // indirect
	github.com/qmuntal/gltf v0.28.1-0.20260527150304-a48a560f8f1c // indirect
	golang.org/x/image v0.30.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/sinew-go/sinew => ../../..
