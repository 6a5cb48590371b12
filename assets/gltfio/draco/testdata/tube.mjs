// Writes tube.glb, and the same compressed by Draco: edgebreaker.glb and sequential.glb. Use .ci/draco-files.
import { Document, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';

const rings = 25, sides = 16, joints = 4, height = 2;

// tube is a tube along y on a chain of joints that bends, in two primitives with other types of numbers.
function tube() {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type, array, normalized = false) =>
    document.createAccessor().setType(type).setArray(array).setNormalized(normalized).setBuffer(buffer);

  const nodes = [], inverse = [];
  for (let j = 0; j < joints; j++) {
    const node = document.createNode('joint_' + j).setTranslation([0, j ? height / joints : 0, 0]);
    if (j) nodes[j - 1].addChild(node);
    nodes.push(node);
    inverse.push(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -j * height / joints, 0, 1);
  }
  const skin = document.createSkin().setInverseBindMatrices(accessor('MAT4', new Float32Array(inverse)));
  nodes.forEach((node) => skin.addJoint(node));

  const mesh = document.createMesh('tube');
  for (const wide of [false, true]) {
    const positions = [], normals = [], coordinates = [], colors = [], influences = [], weights = [], indices = [];
    for (let ring = 0; ring < rings; ring++) {
      for (let side = 0; side <= sides; side++) { // the first and the last differ in their texture coordinates
        const angle = 2 * Math.PI * (side % sides) / sides, radius = (wide ? 0.3 : 0.2) + 0.05 * Math.sin(ring);
        positions.push(radius * Math.cos(angle), height * ring / (rings - 1), radius * Math.sin(angle));
        normals.push(Math.cos(angle), 0, Math.sin(angle));
        coordinates.push(side / sides, ring / (rings - 1));
        colors.push((ring * 10) % 256, (side * 15) % 256, 128, 255);
        const along = Math.min(ring / (rings - 1) * joints, joints - 1), first = Math.min(Math.floor(along), joints - 2);
        const second = along - first;
        influences.push(first, first + 1, 0, 0);
        weights.push(1 - second, second, 0, 0);
      }
    }
    const width = sides + 1;
    for (let ring = 0; ring + 1 < rings; ring++) {
      for (let side = 0; side < sides; side++) {
        const a = ring * width + side, b = a + width;
        indices.push(a, b, a + 1, a + 1, b, b + 1);
      }
    }
    const share = (w) => wide ? accessor('VEC4', new Uint16Array(w.map((x) => Math.round(x * 65535))), true)
      : accessor('VEC4', new Float32Array(w));
    mesh.addPrimitive(document.createPrimitive()
      .setIndices(accessor('SCALAR', wide ? new Uint32Array(indices) : new Uint16Array(indices)))
      .setAttribute('POSITION', accessor('VEC3', new Float32Array(positions)))
      .setAttribute('NORMAL', accessor('VEC3', new Float32Array(normals)))
      .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(coordinates)))
      .setAttribute('COLOR_0', accessor('VEC4', new Uint8Array(colors), true))
      .setAttribute('JOINTS_0', accessor('VEC4', wide ? new Uint16Array(influences) : new Uint8Array(influences)))
      .setAttribute('WEIGHTS_0', share(weights))
      .setMaterial(document.createMaterial(wide ? 'wide' : 'narrow')));
  }
  document.createScene().addChild(nodes[0]).addChild(document.createNode('tube').setMesh(mesh).setSkin(skin));
  return document;
}

const folder = process.argv[2];
const io = new NodeIO().registerExtensions([KHRDracoMeshCompression]).registerDependencies({
  'draco3d.encoder': await draco3d.createEncoderModule(),
});
await io.write(folder + '/tube.glb', tube());
for (const method of ['edgebreaker', 'sequential']) {
  const document = tube();
  document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions({
    method: KHRDracoMeshCompression.EncoderMethod[method.toUpperCase()],
    quantizationBits: { POSITION: 14, NORMAL: 10, COLOR: 8, TEX_COORD: 12, GENERIC: 12 },
  });
  await io.write(`${folder}/${method}.glb`, document);
}
