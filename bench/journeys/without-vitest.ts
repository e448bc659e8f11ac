import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#lib/db/migrate';
import { openDatabase } from '#lib/db/open';
import { readClock } from '#lib/http/clock';
import type { DatabaseSource } from '#lib/testing/database-source';

// Replaces Vitest for the helpers in lib/testing, which get their databases and clocks from it.
const folder = mkdtempSync(join(tmpdir(), 'signet-journeys-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const template = join(folder, 'template.db');
const open = await openDatabase(`file:${template}`);
await migrate(open, 'prisma/migrations', readClock());
await open.close();

export function inject(): DatabaseSource {
  return { dialect: 'sqlite', prefix: 'journey', folder, template };
}

const realInterval = globalThis.setInterval;

export const vi = {
  useFakeTimers(): void {
    globalThis.setInterval = Object.assign(() => realInterval(() => {}, 1e9).unref(), realInterval);
  },
  useRealTimers(): void {
    globalThis.setInterval = realInterval;
  },
};
