import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#lib/db/open';
import { checkListenAddress, runServer } from '#lib/http/run-server';
import { parseSettings } from '#lib/settings/parse';
import { explainFailure } from './explain-failure';

const machine = { readSecretFile: () => '', fileExists: () => true, processors: 1 };
const times = { drainMs: 0, timeoutMs: 0 };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-failure-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settings(environment: Record<string, string>) {
  return parseSettings({ SIGNET_SECRET: 'x'.repeat(32), SIGNET_ISSUER: 'https://op.test', ...environment }, machine);
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('a server that cannot listen', () => {
  async function listenTwice(): Promise<{ error: unknown; port: number }> {
    const first = await runServer(createServer(), { host: '127.0.0.1', port: 0 }, times);
    const address = { host: '127.0.0.1', port: first.port };
    const error = await errorOf(runServer(createServer(), address, times));
    await first.stop();
    return { error, port: first.port };
  }

  it('names the port that is in use', async () => {
    // This process holds it no more when the failure is explained, so nobody is named.
    const { error, port } = await listenTwice();
    const line = `expected a free port; ${port} on 127.0.0.1 is in use`;
    expect(explainFailure(error, settings({ PORT: String(port) }))).toBe(`PORT: ${line}`);
    const mtls = {
      SIGNET_MTLS_ORIGIN: 'https://mtls.op.test',
      SIGNET_MTLS_PORT: String(port),
      SIGNET_MTLS_CERT_FILE: 'cert.pem',
      SIGNET_MTLS_KEY_FILE: 'key.pem',
    };
    expect(explainFailure(error, settings(mtls))).toBe(`SIGNET_MTLS_PORT: ${line}`);
  });

  it.skipIf(!existsSync('/proc/net/tcp'))('names who holds the port', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const first = await runServer(createServer(), { host, port: 0 }, times);
      const error = await errorOf(checkListenAddress({ host, port: first.port }));
      expect(explainFailure(error, settings({ PORT: String(first.port) }))).toMatch(
        new RegExp(`^PORT: expected a free port; ${first.port} on \\S+ is in use by .+ \\(process ${process.pid}\\)$`),
      );
      await first.stop();
    }
  });

  it.each(['192.0.2.1', 'nowhere.invalid'])('names the setting of an address that is not its own: %s', async (host) => {
    const error = await errorOf(runServer(createServer(), { host, port: 1234 }, times));
    expect(explainFailure(error, settings({ PORT: '1234' }))).toMatch(
      /^HOST, PORT: expected an address this process can listen on; cannot listen on .*:1234 \(E\w+\)$/,
    );
  });
});

describe('a SQLite file that cannot be used', () => {
  it('is blamed on DATABASE_URL', async () => {
    const path = join(folder, 'other.txt');
    writeFileSync(path, 'This is no database, and long enough to be read as one.\n'.repeat(20));
    expect(explainFailure(await errorOf(openDatabase(`file:${path}`)), null)).toBe(
      'DATABASE_URL: cannot read and write the SQLite database: file is not a database',
    );
  });
});

describe('an error of a file', () => {
  it.each([
    ['EACCES', 'permission denied'],
    ['ENOENT', 'no such file or folder'],
  ])('is told in words, and not blamed on a setting: %s', (code, words) => {
    const path = `${folder}/x`;
    const error = Object.assign(new Error(`${code}: text, open '${path}'`), { code, path, syscall: 'open' });
    expect(explainFailure(error, settings({}))).toBe(`${path}: ${words} (${code})`);
    const outer = new Error('x was not written', { cause: error });
    expect(explainFailure(outer, settings({}))).toBe(`x was not written: ${words} (${code})`);
  });
});
