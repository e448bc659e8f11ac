// npm run sbom: the bill of materials (CycloneDX) of what an operator installs, including the data in the build.
import { readFileSync } from 'node:fs';
import { inProject } from '../cli/folders.mjs';
import { makeBillOfMaterials } from './bill-of-materials.mjs';
import { readLockedPackages } from './locked-packages.mjs';

const { name, version, license, dependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const requires = Object.keys(dependencies);
const bill = makeBillOfMaterials({ name, version, license, requires }, readLockedPackages());
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
