import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A step of preparation that runs again when its inputs have changed. A file, the stamp, says which ones its result was
 * made from.
 * @param {object} step
 * @param {string} step.title
 * @param {string} step.stamp the path of the stamp, beside the result, so that both go together
 * @param {readonly string[]} [step.results] more paths without which the step runs again
 * @param {() => string} step.inputs a digest of what the result depends on
 * @param {() => void | Promise<void>} step.make
 */
export function stampedStep({ title, stamp, results = [], inputs, make }) {
  return {
    title,
    isNeeded: () => readOrEmpty(stamp) !== inputs() || !results.every((file) => existsSync(file)),
    async run() {
      // Before the work, because later edits may be missing in the result.
      const made = inputs();
      // A result that is half made is not taken for a whole one.
      rmSync(stamp, { force: true });
      await make();
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, made);
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
