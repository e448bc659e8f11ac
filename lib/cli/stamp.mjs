import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A file that says which inputs a result was made from.
 * @param {string} path lies beside the result, so that both go together
 */
export function createStamp(path) {
  return {
    /** @param {string} value */
    matches: (value) => readOrEmpty(path) === value,
    /** Before the work: a result that is half made is not taken for a whole one. */
    clear: () => rmSync(path, { force: true }),
    /** @param {string} value */
    write(value) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, value);
    },
  };
}

/** @param {(string | Buffer)[]} parts */
export function digest(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** @param {string} path */
function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
