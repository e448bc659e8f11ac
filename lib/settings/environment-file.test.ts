import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleTypeScript } from '../testing/run-typescript.mjs';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signet-env-'));
  symlinkSync(join(process.cwd(), 'prisma'), join(folder, 'prisma'));
  program = await bundleTypeScript('lib/cli/signet.ts');
});
afterAll(() => {
  rmSync(program);
  rmSync(folder, { recursive: true });
});

function run(words: string[], environment: Record<string, string> = {}) {
  const env = { NODE_ENV: 'test' as const, ...environment };
  return spawnSync(process.execPath, [program, ...words], { cwd: folder, env, encoding: 'utf8' });
}

describe('the file .env in the working folder', () => {
  it('is read by commands, and the environment wins', () => {
    writeFileSync(
      join(folder, '.env'),
      '# of this test\nSIGNET_ISSUER="https://id.example.com"\nSIGNET_SECRET=0123456789abcdef0123456789abcdef\nDATABASE_URL=file:env.db\n',
    );
    expect(run(['user', 'add', 'zoe']).stdout).toMatch(/^https:\/\/id\.example\.com\/setup\?token=/);
    const other = { SIGNET_ISSUER: 'https://other.example.com' };
    expect(run(['user', 'password', 'zoe'], other).stdout).toMatch(/^https:\/\/other\.example\.com\/setup\?token=/);
  });

  it('is refused for a setting that does not exist, like the environment', () => {
    writeFileSync(join(folder, '.env'), 'SIGNET_ISUER=https://id.example.com\n');
    expect(run(['keys', 'list']).stderr).toMatch(
      /^signet: SIGNET_ISUER: unknown setting; did you mean SIGNET_ISSUER\?\n/,
    );
  });

  it('is named in one line if it cannot be read', () => {
    rmSync(join(folder, '.env'));
    mkdirSync(join(folder, '.env'));
    const { status, stderr } = run(['keys', 'list']);
    rmSync(join(folder, '.env'), { recursive: true });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^signet: \.env: cannot read the settings file: it is a folder \(EISDIR\)\n$/),
    ]);
  });
});
