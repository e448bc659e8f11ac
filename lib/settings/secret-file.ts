import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createHandle, createId } from '#lib/crypto/random';

/**
 * The secret in a file that only its owner can read (mode 0600). It is created at the first call. If two processes
 * start at the same time, both get the same secret, because the complete file appears in one step, and the second
 * process reads it.
 * @returns the secret without surrounding white space
 */
export function readSecretFile(path: string): string {
  return findSecretFile(path) ?? createSecretFile(path);
}

function createSecretFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${createId()}`;
  writeFileSync(draft, `${createHandle()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
}

/** The same without creating the file. Null if there is none. */
export function findSecretFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
