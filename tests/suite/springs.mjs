// Moves the spring bones of a VRM or glTF file with three-vrm.
//   node springs.mjs FILE < REQUEST     REQUEST [{"rotations":{"NODE":[x,y,z,w]},"world":[16 numbers],"dt":seconds}, …]
// Nodes go by their numbers in the file; `world` is where the scene stands, column by column. The springs begin at rest in the first frame.
// Prints a line a frame: every node's world matrix, column by column.
// THREE_DIR = the folder that holds node_modules/three and node_modules/@pixiv/three-vrm.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = path.join(path.resolve(process.env.THREE_DIR ?? '.'), 'node_modules');
const load = (p) => import(pathToFileURL(path.join(modules, p)).href);
// What three.js expects of a browser.
globalThis.self = globalThis;
globalThis.ProgressEvent = class {};
globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} });
globalThis.document = { createElementNS: () => ({ addEventListener() {}, removeEventListener() {}, set src(_) {} }) };
console.warn = console.error = () => {};
const THREE = await load('three/build/three.module.js');
const { GLTFLoader } = await load('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await load('@pixiv/three-vrm/lib/three-vrm.module.js');
const { VRMSpringBoneLoaderPlugin } = await load('@pixiv/three-vrm-springbone/lib/three-vrm-springbone.module.js');

const file = process.argv[2];
const bytes = readFileSync(file);
// Buffers beside the file.
const folder = path.dirname(file);
globalThis.fetch = async (request) => {
  const name = decodeURIComponent(new URL(request.url ?? request, 'file:///').pathname);
  return new Response(readFileSync(path.join(folder, path.basename(name))));
};
const loader = new GLTFLoader();
loader.register(() => ({ name: 'no-textures', loadTexture: async () => new THREE.Texture() }));
loader.register((parser) => new VRMLoaderPlugin(parser));
loader.register((parser) => new VRMSpringBoneLoaderPlugin(parser));
const text = bytes.subarray(0, 4).toString() === 'glTF' ? bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) : bytes.toString();
const gltf = await loader.parseAsync(text, 'file:///');
const count = gltf.parser.json.nodes.length;
const nodes = await Promise.all([...Array(count).keys()].map((n) => gltf.parser.getDependency('node', n)));
const springs = gltf.userData.vrm?.springBoneManager ?? gltf.userData.vrmSpringBoneManager;

// three-vrm measures a bone from its head of this frame to its child of the last one. The length of a bone does not change.
for (const joint of springs.joints) {
  joint._calcWorldSpaceBoneLength = function () {
    const end = this._initialLocalChildPosition.clone().applyMatrix4(this.bone.matrixWorld);
    this._worldSpaceBoneLength = end.distanceTo(new THREE.Vector3().setFromMatrixPosition(this.bone.matrixWorld));
  };
}

let isFirst = true;
gltf.scene.matrixAutoUpdate = false;
for (const { rotations, world, dt } of JSON.parse(readFileSync(0, 'utf8'))) {
  for (const [node, q] of Object.entries(rotations ?? {})) nodes[node].quaternion.fromArray(q);
  gltf.scene.matrix.fromArray(world);
  gltf.scene.updateMatrixWorld(true);
  if (isFirst) springs.reset();
  isFirst = false;
  springs.update(dt);
  gltf.scene.updateMatrixWorld(true);
  console.log(JSON.stringify(nodes.map((node) => node.matrixWorld.elements)));
}
