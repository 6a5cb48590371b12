// Simulates the springs of a glTF file with @pixiv/three-vrm-springbone, which must be found through NODE_PATH, and prints the
// positions of all nodes in the world after each frame. Input, as JSON: the file's document, the seconds of a frame, and for each
// frame the translation and rotation (xyzw) of a group around the scene.
const THREE = require('three');
const { VRMSpringBoneManager, VRMSpringBoneJoint, VRMSpringBoneCollider, VRMSpringBoneColliderShapeSphere,
  VRMSpringBoneColliderShapeCapsule, VRMSpringBoneColliderShapePlane } = require('@pixiv/three-vrm-springbone');
const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const doc = input.document;
const vec = (v, fallback) => new THREE.Vector3().fromArray(v || fallback || [0, 0, 0]);

const nodes = doc.nodes.map((n) => {
  const o = new THREE.Object3D();
  o.position.fromArray(n.translation || [0, 0, 0]);
  o.quaternion.fromArray(n.rotation || [0, 0, 0, 1]);
  o.scale.fromArray(n.scale || [1, 1, 1]);
  return o;
});
const group = new THREE.Group();
nodes.forEach((o) => group.add(o));
doc.nodes.forEach((n, i) => (n.children || []).forEach((c) => nodes[i].add(nodes[c])));
const place = (frame) => {
  group.position.fromArray(frame.translation);
  group.quaternion.fromArray(frame.rotation);
};
place(input.frames[0]);
group.updateMatrixWorld(true);

const spring = doc.extensions.VRMC_springBone;
const colliders = (spring.colliders || []).map((c) => {
  const extended = c.extensions && c.extensions.VRMC_springBone_extended_collider;
  const s = extended ? extended.shape : c.shape;
  let shape;
  if (s.sphere) {
    shape = new VRMSpringBoneColliderShapeSphere({ offset: vec(s.sphere.offset), radius: s.sphere.radius, inside: s.sphere.inside });
  } else if (s.capsule) {
    shape = new VRMSpringBoneColliderShapeCapsule({
      offset: vec(s.capsule.offset), tail: vec(s.capsule.tail), radius: s.capsule.radius, inside: s.capsule.inside });
  } else {
    shape = new VRMSpringBoneColliderShapePlane({ offset: vec(s.plane.offset), normal: vec(s.plane.normal, [0, 0, 1]) });
  }
  const collider = new VRMSpringBoneCollider(shape);
  nodes[c.node].add(collider);
  return collider;
});
const groups = (spring.colliderGroups || []).map((g) => ({ colliders: g.colliders.map((c) => colliders[c]) }));
const manager = new VRMSpringBoneManager();
for (const s of spring.springs) {
  for (let i = 0; i + 1 < s.joints.length; i++) {
    const j = s.joints[i];
    const joint = new VRMSpringBoneJoint(nodes[j.node], nodes[s.joints[i + 1].node], {
      hitRadius: j.hitRadius || 0, stiffness: j.stiffness === undefined ? 1 : j.stiffness, gravityPower: j.gravityPower || 0,
      gravityDir: vec(j.gravityDir, [0, -1, 0]), dragForce: j.dragForce === undefined ? 0.5 : j.dragForce,
    }, (s.colliderGroups || []).map((g) => groups[g]));
    if (s.center !== undefined) joint.center = nodes[s.center];
    manager.addJoint(joint);
  }
}
manager.setInitState();
const out = [];
input.frames.forEach((frame, i) => {
  place(frame);
  group.updateMatrixWorld(true);
  if (i > 0) {
    // As manager.update does, but with the world matrices of all nodes up to date before each joint. The manager leaves the
    // next joint's matrix as it was before the update, from which a joint then takes a length of its bone that is slightly wrong.
    for (const joint of manager.joints) {
      group.updateWorldMatrix(false, true);
      joint.update(input.seconds);
    }
  }
  group.updateMatrixWorld(true);
  out.push(nodes.map((o) => new THREE.Vector3().setFromMatrixPosition(o.matrixWorld).toArray()));
});
console.log(JSON.stringify(out));
