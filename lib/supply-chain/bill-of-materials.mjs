import { bundledData } from './bundled-data.mjs';

/** @typedef {import('./locked-packages.mjs').LockedPackage} LockedPackage */
/** @typedef {Pick<LockedPackage, 'name' | 'version' | 'license' | 'requires'>} Program */

/**
 * The packages that an installation uses at run time and the data in the build, as CycloneDX 1.5. It is the same for
 * the same lockfile. `npm sbom` cannot be used. With `--omit dev` it also leaves out packages that both development and
 * run time need, such as next. Without it, it refuses the peers of a test package.
 * @param {Program} program
 * @param {readonly LockedPackage[]} packages
 */
export function makeBillOfMaterials(program, packages) {
  const installed = packages.filter(({ isDevelopment }) => !isDevelopment);
  const byPath = new Map(installed.map((each) => [each.path, each]));
  const unique = new Map(installed.map((each) => [refOf(each), each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...describe(program), type: 'application' } },
    components: [...[...unique.values()].map(describePackage), ...bundledData.map(describeData)],
    dependencies: [
      { ref: refOf(program), dependsOn: resolveAll('', program.requires, byPath) },
      ...[...unique].map(([ref, { path, requires }]) => ({ ref, dependsOn: resolveAll(path, requires, byPath) })),
    ],
  };
}

/** @param {Pick<LockedPackage, 'name' | 'version'>} each */
function refOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** @param {Pick<LockedPackage, 'name' | 'version' | 'license'>} each */
function describe({ name, version, license }) {
  const ref = refOf({ name, version });
  return { 'bom-ref': ref, type: 'library', name, version, purl: ref, licenses: [describeLicense(license)] };
}

/** @param {LockedPackage} each */
function describePackage(each) {
  const [algorithm = '', content = ''] = each.integrity?.split('-', 2) ?? [];
  const hashes = [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') }];
  return { ...describe(each), scope: 'required', ...(each.integrity !== null && { hashes }) };
}

/** @param {import('./bundled-data.mjs').BundledData} data */
function describeData({ name, file, source, license, sha256 }) {
  return {
    'bom-ref': `data:${file}`,
    type: 'data',
    name,
    scope: 'required',
    ...(sha256 !== null && { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
    licenses: [describeLicense(license)],
    description: `${file}, from ${source}`,
  };
}

/**
 * An SPDX identifier or expression, or a name if a package has neither.
 * @param {string} license
 */
function describeLicense(license) {
  if (/^[\w.+-]+$/.test(license)) return { license: { id: license } };
  return / and /.test(license) ? { license: { name: license } } : { expression: license };
}

/**
 * Where Node finds packages from a path: in its own folder of packages, or in that of a package around it.
 * @param {string} path
 * @param {readonly string[]} names
 * @param {ReadonlyMap<string, LockedPackage>} byPath
 */
function resolveAll(path, names, byPath) {
  const found = names.flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
      const each = byPath.get(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
      if (each !== undefined) return [refOf(each)];
      if (folder === '') return [];
    }
  });
  return [...new Set(found)].sort();
}
