// Solves chains with the CCDIKSolver of three.js, which must be found through NODE_PATH, and prints the world matrices of their bones,
// column-major. Input, as JSON: for each chain the bones from the first to the last one (translation, rotation xyzw, scale), the
// target, the iterations and the weight. All bones but the last one turn.
const { pathToFileURL } = require('url');
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));

load('three/examples/jsm/animation/CCDIKSolver.js').then(async ({ CCDIKSolver }) => {
  const THREE = await import(pathToFileURL(require.resolve('three').replace('three.cjs', 'three.module.js')).href);
  console.log(JSON.stringify(input.map((chain) => {
    const bones = chain.bones.map((b) => {
      const bone = new THREE.Bone();
      bone.position.fromArray(b.translation);
      bone.quaternion.fromArray(b.rotation);
      bone.scale.fromArray(b.scale);
      return bone;
    });
    for (let i = 1; i < bones.length; i++) bones[i - 1].add(bones[i]);
    const target = new THREE.Bone();
    target.position.fromArray(chain.target);
    const group = new THREE.Group();
    group.add(bones[0], target);
    group.updateMatrixWorld(true);
    const links = [];
    for (let i = bones.length - 2; i >= chain.first; i--) links.push({ index: i });
    const ik = { target: bones.length, effector: bones.length - 1, links, iteration: chain.iterations, blendFactor: chain.weight };
    new CCDIKSolver({ skeleton: { bones: [...bones, target] } }, [ik]).update();
    group.updateMatrixWorld(true);
    return bones.map((b) => b.matrixWorld.toArray());
  })));
});
