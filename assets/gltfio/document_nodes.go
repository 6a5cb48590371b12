package gltfio

import (
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/internal/jsontree"
)

func (d *decoder) decodeNode(v jsontree.Value) *gltf.Node {
	n := &gltf.Node{Matrix: gltf.DefaultMatrix, Rotation: gltf.DefaultRotation, Scale: gltf.DefaultScale}
	hasMatrix, hasTRS := false, false
	for name, value := range d.members(v) {
		switch name {
		case "name":
			n.Name = d.text(value)
		case "camera":
			n.Camera = d.optionalInt(value)
		case "children":
			n.Children = d.ints(value)
		case "mesh":
			n.Mesh = d.optionalInt(value)
		case "skin":
			n.Skin = d.optionalInt(value)
		case "weights":
			n.Weights = d.floats(value)
		case "matrix":
			d.vector(value, n.Matrix[:])
			hasMatrix = true
		case "translation":
			d.vector(value, n.Translation[:])
			hasTRS = true
		case "rotation":
			d.vector(value, n.Rotation[:])
			hasTRS = true
		case "scale":
			d.vector(value, n.Scale[:])
			hasTRS = true
		case "extensions":
			n.Extensions = d.extensions(value)
		}
	}
	if hasMatrix && hasTRS {
		d.fail("expected a matrix or translation, rotation and scale, found both")
	}
	return n
}

func (d *decoder) decodeSkin(v jsontree.Value) *gltf.Skin {
	s := &gltf.Skin{}
	for name, value := range d.members(v, "joints") {
		switch name {
		case "name":
			s.Name = d.text(value)
		case "joints":
			if s.Joints = d.ints(value); len(s.Joints) == 0 {
				d.failAbove("expected at least one joint, found none")
			}
		case "skeleton":
			s.Skeleton = d.optionalInt(value)
		case "inverseBindMatrices":
			s.InverseBindMatrices = d.optionalInt(value)
		}
	}
	return s
}

func (d *decoder) decodeScene(v jsontree.Value) *gltf.Scene {
	s := &gltf.Scene{}
	for name, value := range d.members(v) {
		switch name {
		case "name":
			s.Name = d.text(value)
		case "nodes":
			s.Nodes = d.ints(value)
		}
	}
	return s
}

func (d *decoder) decodeMesh(v jsontree.Value) *gltf.Mesh {
	m := &gltf.Mesh{}
	for name, value := range d.members(v, "primitives") {
		switch name {
		case "name":
			m.Name = d.text(value)
		case "weights":
			m.Weights = d.floats(value)
		case "extras":
			m.Extras = value
		case "primitives":
			m.Primitives = decodeElements(d, value, d.decodePrimitive)
			if d.err == nil && len(m.Primitives) == 0 {
				d.fail("expected at least one primitive, found none")
			}
		}
	}
	return m
}

func (d *decoder) decodePrimitive(v jsontree.Value) *gltf.Primitive {
	p := &gltf.Primitive{}
	for name, value := range d.members(v, "attributes") {
		switch name {
		case "attributes":
			p.Attributes = d.decodeAttributes(value)
			if len(p.Attributes) == 0 {
				d.failAbove("expected at least one attribute, found none")
			}
		case "indices":
			p.Indices = d.optionalInt(value)
		case "material":
			p.Material = d.optionalInt(value)
		case "mode":
			p.Mode = numbered(d, value, primitiveModes, "a primitive mode")
		case "targets":
			for _, target := range d.elements(value) {
				p.Targets = append(p.Targets, d.decodeAttributes(target))
			}
		case "extensions":
			p.Extensions = d.extensions(value)
		}
	}
	return p
}

// decodeAttributes decodes a list of accessors by the names of the attributes.
func (d *decoder) decodeAttributes(v jsontree.Value) gltf.PrimitiveAttributes {
	attributes := gltf.PrimitiveAttributes{}
	for name, value := range d.members(v) {
		attributes[strings.Clone(name)] = d.int(value)
	}
	return attributes
}
