import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareConfiguration } from '#lib/config/start';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { runCommandLine } from './run';

let open: TestDatabase;
let folder: string;

beforeEach(async () => {
  open = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signet-files-'));
  await prepareConfiguration({ open, settings: settings(), now: new Date() });
});

afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

function settings() {
  const secret = 'a secret of this test, of some length';
  const environment = { DATABASE_URL: open.url, SIGNET_SECRET: secret, SIGNET_ISSUER: 'https://op.test' };
  return parseSettings(environment, { readSecretFile: () => secret, fileExists: () => true, processors: 1 });
}

async function run(words: string[], migrations = 'prisma/migrations') {
  const [out, err]: [string[], string[]] = [[], []];
  const outputs = { out: (text: string) => void out.push(text), err: (line: string) => void err.push(line) };
  const context = {
    ...outputs,
    settings,
    now: new Date(),
    migrations,
    terminal: null,
    input: async () => Buffer.alloc(0),
  };
  return { code: await runCommandLine(words, context), out: out.join(''), err };
}

describe('a file that cannot be used', () => {
  it.each([['doctor'], ['audit verify']])('does not hide what %s found', async (command) => {
    for (const path of [join(folder, 'missing.jsonl'), folder]) {
      const { code, out, err } = await run([...command.split(' '), '--from', path]);
      expect([code, err]).toEqual([1, []]);
      expect(out).toMatch(/^ok {4}audit log: /m);
      expect(out).toMatch(
        /^WRONG export: cannot read .*: (it is a folder \(EISDIR\)|no such file or folder \(ENOENT\))\n {6}Use a file from audit export\.$/m,
      );
      expect(out).not.toMatch(/^WRONG database/m);
    }
  });

  it('does not end the other checks of doctor', async () => {
    const { out } = await run(['doctor', '--config', '--from', join(folder, 'missing.jsonl')]);
    expect(out).toMatch(/^ok {4}warning: .*\n/m);
  });

  it('is named when an export cannot be written', async () => {
    const path = join(folder, 'missing', 'signet.yaml');
    const { code, err } = await run(['export', path]);
    expect([code, err]).toEqual([
      1,
      [expect.stringContaining(`signet: cannot write ${path}: no such file or folder (ENOENT)`)],
    ]);
  });

  it.each(['plan', 'apply'])('is not read beyond the limit by %s', async (command) => {
    const path = join(folder, 'large.yaml');
    writeFileSync(path, '');
    truncateSync(path, 2 ** 40);
    expect(await run([command, path])).toMatchObject({ code: 1, err: [`signet: ${path}: expected at most 64 MB`] });
  });
});

describe('a command in another folder', () => {
  it.each(['migrate', 'keys list', 'upgrade check'])(
    '%s does not mistake it for a release without migrations',
    async (command) => {
      const missing = join(folder, 'prisma', 'migrations');
      const { code, err } = await run(command.split(' '), missing);
      const line = `signet: folder ${join(missing, open.dialect)} not found; run this in the folder of the release`;
      expect([code, err]).toEqual([1, [line]]);
    },
  );

  it('doctor says so too', async () => {
    const { code, out } = await run(['doctor'], join(folder, 'migrations'));
    expect([code, out]).toEqual([1, expect.stringMatching(/^WRONG .*run this in the folder of the release$/m)]);
  });
});
