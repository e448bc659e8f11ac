import { createHash } from 'node:crypto';

/** The name of the file that records that a mutant was killed. */
export function hashName(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
