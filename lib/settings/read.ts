import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { createHandle, createId } from '#lib/crypto/random';
import { describeSystemError } from '#lib/vocabulary/system-error';
import { parseSettings } from './parse';
import { InvalidSetting, type Settings } from './settings';

/** How the environment is read. */
export type SettingsReading = {
  /** Whether a secret file is created for a localhost issuer without a secret. */
  readonly createsSecret: boolean;
};

/**
 * The settings of this process: from its environment, and from the file `.env` in the working folder, whose variables
 * count where the environment has none (as with `node --env-file`). No other function reads the environment.
 * @throws InvalidSetting (`code: 'invalid_setting'`)
 */
export function readSettings({ createsSecret }: SettingsReading = { createsSecret: true }): Settings {
  addEnvironmentFile();
  return parseSettings(process.env, {
    readSecretFile: createsSecret ? readSecretOrExplain : findSecretFile,
    fileExists: existsSync,
    processors: availableParallelism(),
  });
}

/** Whether it runs below `npm start` or `npm run`. */
export function isStartedByNpm(): boolean {
  return process.env.npm_lifecycle_event !== undefined;
}

/** Prepares the environment for Next's production server in this process. */
export function prepareNextEnvironment(): void {
  Reflect.set(process.env, 'NODE_ENV', 'production');
  process.env.NEXT_TELEMETRY_DISABLED = '1';
}

function addEnvironmentFile(): void {
  try {
    // process.loadEnvFile() does not tell why it could not read the file.
    for (const [name, value] of Object.entries(parseEnv(readFileSync('.env', 'utf8')))) process.env[name] ??= value;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw new InvalidSetting('.env', `cannot read the settings file: ${describeSystemError(error)}`);
  }
}

function readSecretOrExplain(path: string): string {
  try {
    return readSecretFile(path);
  } catch (error) {
    const reason = describeSystemError(error);
    throw new InvalidSetting(
      'SIGNET_SECRET',
      `expected a secret, or a folder where one can be kept: ${path}: ${reason}`,
    );
  }
}

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
function findSecretFile(path: string): string | null {
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
