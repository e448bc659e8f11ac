import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { headLine } from '#lib/audit/seals/export-line';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { compareWithExport } from './check-audit';

let open: TestDatabase;
let folder: string;

beforeEach(async () => {
  open = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-export-'));
});

afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

async function readToTheEnd(path: string): Promise<void> {
  for await (const _ of createReadStream(path));
}

it('reads a whole export from a database that answers later than the disk does', async () => {
  const path = join(folder, 'audit.jsonl');
  writeFileSync(path, headLine(null));
  const slow = open.db.$extends({
    query: {
      auditSeal: {
        async findFirst({ args, query }) {
          for (let count = 0; count < 5; count += 1) await readToTheEnd(path);
          return query(args);
        },
      },
    },
  });
  const finding = await compareWithExport(Object.assign(Object.create(open.db), slow), path);
  expect(finding).toMatchObject({ ok: true, message: expect.stringContaining('matches up to event 0') });
});
