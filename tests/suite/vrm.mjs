// Poses a VRM or glTF file with three-vrm: node constraints and the eyes' joints.
//   node vrm.mjs FILE < REQUEST     REQUEST [{"rotations":{"NODE":[x,y,z,w]},"yaw":degrees,"pitch":degrees,"bones":{"BONE":[x,y,z,w]}}, …]
// Bones go by their VRM names and turn from the T-pose, about the axes of the model.
// Nodes go by their numbers in the file. Prints a line a request: every node's world matrix, column by column.
// THREE_DIR = the folder that holds node_modules/three and node_modules/@pixiv/three-vrm.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = path.join(path.resolve(process.env.THREE_DIR ?? '.'), 'node_modules');
const load = (p) => import(pathToFileURL(path.join(modules, p)).href);
// What three.js expects of a browser.
globalThis.self = globalThis;
globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} });
globalThis.document = { createElementNS: () => ({ addEventListener() {}, removeEventListener() {}, set src(_) {} }) };
console.warn = console.error = () => {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await load('@pixiv/three-vrm/lib/three-vrm.module.js');
const { VRMNodeConstraintLoaderPlugin } =
  await load('@pixiv/three-vrm-node-constraint/lib/three-vrm-node-constraint.module.js');

const bytes = readFileSync(process.argv[2]);
const loader = new GLTFLoader();
loader.register(() => ({ name: 'no-textures', loadTexture: async () => new THREE.Texture() }));
loader.register((parser) => new VRMLoaderPlugin(parser));
loader.register((parser) => new VRMNodeConstraintLoaderPlugin(parser));
const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
const { vrm } = gltf.userData;
const count = gltf.parser.json.nodes.length;
const nodes = await Promise.all([...Array(count).keys()].map((n) => gltf.parser.getDependency('node', n)));
const rest = nodes.map((node) => node.quaternion.clone());
const constraints = vrm?.nodeConstraintManager ?? gltf.userData.vrmNodeConstraintManager;
constraints?.setInitState();

for (const { rotations, yaw, pitch, bones } of JSON.parse(readFileSync(0, 'utf8'))) {
  nodes.forEach((node, n) => node.quaternion.copy(rest[n]));
  for (const [node, q] of Object.entries(rotations ?? {})) nodes[node].quaternion.fromArray(q);
  if (yaw !== undefined) {
    vrm.humanoid.resetNormalizedPose();
    vrm.lookAt.applier.applyYawPitch(yaw, pitch);
    vrm.humanoid.update();
  }
  if (bones !== undefined) {
    vrm.humanoid.resetNormalizedPose();
    vrm.humanoid.setNormalizedPose(Object.fromEntries(Object.entries(bones).map(([bone, rotation]) => [bone, { rotation }])));
    vrm.humanoid.update();
  }
  gltf.scene.updateMatrixWorld(true);
  constraints?.update();
  gltf.scene.updateMatrixWorld(true);
  console.log(JSON.stringify(nodes.map((node) => node.matrixWorld.elements)));
}
