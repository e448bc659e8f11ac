import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../cli/folders.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} path relative to the project's folder
 * @property {string} license an SPDX expression, or `unknown`
 * @property {boolean} isDevelopment whether an installation runs without it
 * @property {boolean} runsScripts whether it has scripts that run when it is installed
 * @property {string | null} integrity the hash of its archive (Subresource Integrity)
 * @property {readonly string[]} requires the names of the packages that it may load
 */

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [link]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * All packages of package-lock.json, including those for other machines, sorted by path.
 * @returns {LockedPackage[]}
 */
export function readLockedPackages() {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && link !== true)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      path,
      license: entry.license ?? readLicense(path, packages),
      isDevelopment: entry.dev === true,
      runsScripts: entry.hasInstallScript === true,
      integrity: entry.integrity ?? null,
      requires: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }),
    }));
}

/**
 * The lockfile lacks the license of packages that do not declare it in the usual way, and of packages for other
 * machines. The latter have the license of the package that names them.
 * @param {string} path
 * @param {Record<string, LockEntry>} packages
 */
function readLicense(path, packages) {
  const file = inProject(path, 'package.json');
  if (!existsSync(file)) return siblingLicense(path, packages);
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license ?? licenses?.[0]?.type ?? licenseOfText(path);
}

/**
 * The license of a package of the same scope and kind in the lockfile, such as `@next/swc-linux-x64-gnu`.
 * @param {string} path
 * @param {Record<string, LockEntry>} packages
 */
function siblingLicense(path, packages) {
  const family = path.slice(0, path.indexOf('-', path.lastIndexOf('/')) + 1);
  const sibling = Object.entries(packages).find(([other, { license }]) => other.startsWith(family) && license);
  return sibling?.[1].license ?? 'unknown';
}

/** @param {string} path */
function licenseOfText(path) {
  const name = readdirSync(inProject(path)).find((file) => /^licen[cs]e|^readme/i.test(file));
  const text = name === undefined ? '' : readFileSync(join(inProject(path), name), 'utf8');
  return /permission is hereby granted, free of charge/i.test(text) || /\bMIT\b/.test(text) ? 'MIT' : 'unknown';
}
