import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A preparation step that runs again if its inputs have changed. A file, the stamp, records the inputs of the last
 * result.
 * @param {object} step
 * @param {string} step.title
 * @param {string} step.stamp the path of the stamp, next to the result, so that both are deleted together
 * @param {string} [step.orStamp] the stamp of a step that makes at least this result
 * @param {readonly string[]} [step.results] further paths that must exist, otherwise the step runs again
 * @param {() => string} step.inputs a digest of what the result depends on
 * @param {(tell: (progress: string) => void) => void | Promise<void>} step.make tells how far it is
 */
export function stampedStep({ title, stamp, orStamp = stamp, results = [], inputs, make }) {
  return {
    title,
    isNeeded() {
      const current = inputs();
      const isMade = [stamp, orStamp].some((file) => readOrEmpty(file) === current);
      return !isMade || !results.every((file) => existsSync(file));
    },
    /** @param {(progress: string) => void} [tell] */
    async run(tell = () => {}) {
      // Computed before the work, because later edits may be missing in the result.
      const made = inputs();
      // Without the stamp, an unfinished result does not count as complete.
      rmSync(stamp, { force: true });
      await make(tell);
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
