import { createReadStream } from 'node:fs';
import { describeSystemError } from '#lib/vocabulary/system-error';
import { ConfigurationError } from './problem';
import { fileLimit, tooLarge } from './source';

/**
 * The text of a configuration file. Reads no more of it than may be used, because a path may lead to anything.
 * @throws ConfigurationError if it cannot be read, is too large or is not UTF-8
 */
export async function readConfigurationFile(path: string): Promise<string> {
  const bytes = await readStart(path).catch((error: unknown) => {
    throw failure(path, 'unreadable', `cannot be read: ${describeSystemError(error)}`);
  });
  return decodeConfiguration(bytes, path);
}

/**
 * The text of a configuration.
 * @param bytes one more than may be used if there are more
 * @param path its name, for messages
 * @throws ConfigurationError if it is too large or not UTF-8
 */
export function decodeConfiguration(bytes: Buffer, path: string): string {
  if (bytes.length > fileLimit.bytes) {
    const { code, message } = tooLarge(fileLimit);
    throw failure(path, code, message);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw failure(path, 'encoding', 'expected UTF-8');
  }
}

/** @returns one byte more than may be used if there are more */
async function readStart(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: fileLimit.bytes })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function failure(path: string, code: string, message: string): ConfigurationError {
  return new ConfigurationError(path, [{ path: [], line: null, code, message }]);
}
