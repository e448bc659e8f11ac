// npm run licenses: the licenses of installed and bundled packages, and the packages of each.
import { bundledData } from './bundled-data.mjs';
import { readLockedPackages } from './locked-packages.mjs';

const packages = readLockedPackages();
const licenses = [...new Set(packages.map(({ license }) => license))].sort();

for (const license of licenses) {
  const holders = packages.filter((each) => each.license === license);
  console.log(`\n${license} (${holders.length})`);
  const lines = holders.map(
    ({ name, version, isDevelopment }) => `  ${name}@${version}${isDevelopment ? ' (development)' : ''}`,
  );
  console.log([...new Set(lines)].join('\n'));
}

console.log(`\nData of others in the build (${bundledData.length})`);
for (const { name, license, source } of bundledData) console.log(`  ${name}: ${license}, ${source}`);
