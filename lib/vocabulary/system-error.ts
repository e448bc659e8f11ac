import { getSystemErrorMap } from 'node:util';

/** Where the system's own words say less than they could. */
const own: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EMFILE: 'this process has too many open files',
  ENOTFOUND: 'no such host',
};

/**
 * The words for an error of the operating system, such as ENOENT, with its code in brackets, and the address that a
 * connection failed to. For other errors the first line of the message.
 */
export function describeSystemError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = 'code' in error ? String(error.code) : '';
  const words = own[code] ?? [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1];
  if (words === undefined) return error.message.split('\n')[0] ?? 'unknown reason';
  const address = 'address' in error && 'port' in error ? `${error.address}:${error.port}: ` : '';
  return `${address}${words} (${code})`;
}
