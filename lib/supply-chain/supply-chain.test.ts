import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { allowedLicenses } from './allowed-licenses.mjs';
import { makeBillOfMaterials } from './bill-of-materials.mjs';
import { bundledData } from './bundled-data.mjs';
import { readLockedPackages } from './locked-packages.mjs';
import { minimumVersions } from './minimum-versions.mjs';

const packages = readLockedPackages();
const manifest: { readonly allowScripts: Readonly<Record<string, boolean>> } & Record<
  'dependencies' | 'devDependencies',
  Readonly<Record<string, string>>
> = JSON.parse(readFileSync('package.json', 'utf8'));

/** Whether a version is at least another one. Neither may be a range. */
function isAtLeast(version: string, minimum: string): boolean {
  const [have, need] = [version, minimum].map((text) => text.split('-')[0]?.split('.').map(Number) ?? []);
  const place = need?.findIndex((part, index) => part !== have?.[index]) ?? -1;
  return place < 0 || (have?.[place] ?? 0) > (need?.[place] ?? 0);
}

describe('licenses', () => {
  it('are known and allowed for every package of the lock', () => {
    expect(packages.length).toBeGreaterThan(500);
    const { installed, development } = allowedLicenses;
    const refused = packages.filter(
      ({ license, isDevelopment }) => !installed.includes(license) && !(isDevelopment && development.includes(license)),
    );
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('are allowed for a reason: each is in use', () => {
    const used = new Set(packages.map(({ license }) => license));
    expect([...allowedLicenses.installed, ...allowedLicenses.development].filter((one) => !used.has(one))).toEqual([]);
  });
});

describe('versions (security #156, #166)', () => {
  it.each(minimumVersions)('$name is at least $version: $reason', ({ name, version }) => {
    const [own] = packages.filter(({ path }) => path === `node_modules/${name}`);
    expect(own?.version).toBeDefined();
    expect(isAtLeast(own?.version ?? '', version), own?.version).toBe(true);
  });

  it.each([
    ['16.2.5', false],
    ['16.2.6', true],
    ['16.10.0', true],
    ['15.9.9', false],
    ['17.0.0-canary.1', true],
  ])('compares %s with 16.2.6 as numbers: %s', (version, expected) => {
    expect(isAtLeast(version, '16.2.6')).toBe(expected);
  });

  it('of related packages are equal', () => {
    const versionOf = (name: string) => packages.find(({ path }) => path === `node_modules/${name}`)?.version;
    expect(versionOf('react-dom')).toBe(versionOf('react'));
    expect(versionOf('@prisma/client')).toBe(versionOf('prisma'));
  });

  it('of SQLite is past CVE-2025-6965', () => {
    const connection = new BetterSqlite3(':memory:');
    expect(isAtLeast(String(connection.prepare('SELECT sqlite_version()').pluck().get()), '3.50.2')).toBe(true);
    connection.close();
  });

  it('are exact in package.json, so that no update comes by itself', () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(ranges).toEqual([]);
  });
});

describe('install scripts (security #166)', () => {
  // Packages whose install script is not allowed to run work without it, because their binary is in a separate package.
  const notRun = ['@parcel/watcher', '@prisma/engines', '@swc/core', 'esbuild', 'prisma'];

  it('run only for listed packages, and each new one is reviewed', () => {
    const scripted = [...new Set(packages.filter(({ runsScripts }) => runsScripts).map(({ name }) => name))];
    expect(scripted.sort()).toEqual([...Object.keys(manifest.allowScripts), ...notRun].sort());
  });

  it('are allowed by name, and none by a pattern', () => {
    for (const [name, isAllowed] of Object.entries(manifest.allowScripts)) {
      expect([name, isAllowed]).toEqual([expect.stringMatching(/^(@[\w-]+\/)?[\w-]+$/), true]);
    }
  });
});

describe('data of others in the build', () => {
  it.each(bundledData)('$name is the file that was looked at', ({ file, sha256, usedBy, package: origin }) => {
    const found = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(existsSync(usedBy)).toBe(true);
    expect(origin === null ? null : found).toBe(sha256);
    if (origin !== null) expect(packages.map(({ name, version }) => `${name}@${version}`)).toContain(origin);
  });

  it('is listed completely: no fonts, databases or programs are between the sources', () => {
    const list = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? list(join(folder, entry.name)) : [join(folder, entry.name)],
      );
    const foreign = ['app', 'browser', 'components', 'public', 'lib']
      .flatMap(list)
      .filter((file) => /\.(woff2?|ttf|otf|eot|mmdb|wasm|node|so|dll|jar|zip|t?gz|min\.js)$/.test(file));
    expect(foreign).toEqual([]);
  });
});

describe('the bill of materials (CycloneDX 1.5)', () => {
  const program = { name: 'signet', version: '1.0.0', license: 'Apache-2.0', requires: ['next', 'jose'] };
  const bill = makeBillOfMaterials(program, packages);
  const refs = bill.components.map((component) => component['bom-ref']);

  it('lists every package that an installation runs with, and no development packages', () => {
    const names = new Set(bill.components.map(({ name }) => name));
    const missing = packages.filter(({ name, isDevelopment }) => !isDevelopment && !names.has(name));
    expect(missing).toEqual([]);
    expect(refs).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/next@\d/)]));
    expect(refs).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/%40prisma\/client@\d/)]));
    expect([...names].filter((name) => ['vitest', 'playwright', '@biomejs/biome'].includes(name))).toEqual([]);
  });

  it('lists each component once, with its license and the hash of its archive', () => {
    expect(new Set(refs).size).toBe(refs.length);
    const next = bill.components.find(({ name }) => name === 'next');
    expect(next).toMatchObject({
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    });
  });

  it('lists the data of others', () => {
    expect(bill.components.filter(({ type }) => type === 'data')).toHaveLength(bundledData.length);
  });

  it('lists dependencies between components only', () => {
    const known = new Set([...refs, 'pkg:npm/signet@1.0.0']);
    expect(
      bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
    ).toEqual([]);
    expect(bill.dependencies[0]?.dependsOn).toEqual([
      expect.stringMatching(/^pkg:npm\/jose@6/),
      expect.stringMatching(/^pkg:npm\/next@/),
    ]);
    const next = bill.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/next@'));
    expect(next?.dependsOn).toContainEqual(expect.stringMatching(/^pkg:npm\/%40next\/env@/));
  });
});
