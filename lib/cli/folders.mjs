import { join } from 'node:path';

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..');

/** @param {string[]} parts below the project's folder */
export function inProject(...parts) {
  return join(root, ...parts);
}
