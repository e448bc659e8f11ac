import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createId } from '#lib/crypto/random';
import type { Settings } from '#lib/settings/settings';
import { type Finding, healthy, wrong } from './finding';

/** Checks whether files can be created in the folder of generated files, or in its parent if it does not exist. */
export async function checkDataFolder({ dataFolder }: Settings): Promise<Finding> {
  const probe = join(existingFolder(resolve(dataFolder)), `.doctor-${createId()}`);
  try {
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe);
    return healthy('data folder', `${dataFolder} can be written`);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    const advice = `Let the user this runs as write to ${dataFolder}, and see that the disk has room.`;
    return wrong('data folder', `${dataFolder} cannot be written (${reason})`, advice);
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}
