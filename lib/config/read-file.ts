import { readFile } from 'node:fs/promises';
import { ConfigurationError } from './problem';

/**
 * The text of a configuration file.
 * @throws ConfigurationError if it cannot be read or is not UTF-8
 */
export async function readConfigurationFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw failure(path, 'unreadable', `cannot be read (${reason})`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw failure(path, 'encoding', 'expected UTF-8');
  }
}

function failure(path: string, code: string, message: string): ConfigurationError {
  return new ConfigurationError(path, [{ path: [], line: null, code, message }]);
}
