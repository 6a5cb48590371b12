// Evaluates the constraints of a glTF file with @pixiv/three-vrm-node-constraint, which must be found through NODE_PATH, and prints the
// world matrices of all nodes, column-major, after each frame. Input, as JSON: the file's document, and for each frame the rotations
// (xyzw) of all nodes before the constraints.
const THREE = require('three');
const { VRMNodeConstraintManager, VRMRollConstraint, VRMAimConstraint, VRMRotationConstraint } = require('@pixiv/three-vrm-node-constraint');
const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const doc = input.document;

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
group.updateMatrixWorld(true);

const manager = new VRMNodeConstraintManager();
doc.nodes.forEach((n, i) => {
  const extension = n.extensions && n.extensions.VRMC_node_constraint;
  if (!extension) return;
  const { roll, aim, rotation } = extension.constraint;
  const from = roll || aim || rotation;
  const kind = roll ? VRMRollConstraint : aim ? VRMAimConstraint : VRMRotationConstraint;
  const constraint = new kind(nodes[i], nodes[from.source]);
  if (roll) constraint.rollAxis = roll.rollAxis;
  if (aim) constraint.aimAxis = aim.aimAxis;
  if (from.weight !== undefined) constraint.weight = from.weight;
  manager.addConstraint(constraint);
});
manager.setInitState();
console.log(JSON.stringify(input.frames.map((rotations) => {
  nodes.forEach((o, i) => o.quaternion.fromArray(rotations[i]));
  group.updateMatrixWorld(true);
  manager.update();
  group.updateMatrixWorld(true);
  return nodes.map((o) => o.matrixWorld.toArray());
})));
