// Runs the Khronos glTF validator over files: a line of JSON for each, {"file","errors":[…],"warnings":[…]}.
//   node validate.mjs FILE…      THREE_DIR = the folder that holds node_modules/gltf-validator.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.resolve(process.env.THREE_DIR ?? '.');
const validator = createRequire(path.join(folder, 'package.json'))('gltf-validator');
for (const file of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 0 });
  const of = (severity) => report.issues.messages.filter((m) => m.severity === severity)
    .map((m) => `${m.code} ${m.pointer ?? ''} ${m.message}`);
  console.log(JSON.stringify({ file, errors: of(0), warnings: of(1) }));
}
