import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecretFile } from './read';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('readSecretFile', () => {
  it('creates a secret of 256 bits that only its owner can read, and the folder around it', () => {
    const path = join(folder, 'data', 'secret');
    const secret = readSecretFile(path);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readSecretFile(path)).toBe(secret);
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret']);
  });

  it('keeps an existing secret', () => {
    const path = join(folder, 'secret');
    writeFileSync(path, 'kept\n');
    expect(readSecretFile(path)).toBe('kept');
  });

  it('gives every one of eight simultaneous callers the same secret', async () => {
    const path = join(folder, 'secret');
    const script = await bundle();
    const gate = new SharedArrayBuffer(4);
    const answers = Array.from({ length: 8 }, () =>
      answerOf(new Worker(script, { eval: true, workerData: { path, gate } })),
    );
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    const secrets = new Set(await Promise.all(answers));
    expect(secrets.size).toBe(1);
    expect(readdirSync(folder)).toEqual(['secret']);
  });
});

/** A program for workers: waits at the gate, then reads the secret. */
async function bundle(): Promise<string> {
  const contents = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { readSecretFile } from './read';
    Atomics.wait(new Int32Array(workerData.gate), 0, 0);
    parentPort.postMessage(readSecretFile(workerData.path));`;
  const result = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
  });
  return result.outputFiles[0]?.text ?? '';
}

function answerOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
