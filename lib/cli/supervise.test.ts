import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Supervisor, superviseWorkers } from './supervise';

const program = join(import.meta.dirname, 'supervise.fixture.mjs');
let supervisor: Supervisor | null = null;

afterEach(async () => {
  supervisor?.stop();
  await supervisor?.ended.catch(() => {});
});

type Logged = { readonly message: string; readonly fields: unknown };

function supervise(argument: string) {
  cluster.setupPrimary({ exec: program, args: [argument], silent: true });
  const logged: Logged[] = [];
  const note = (fields: unknown, message = '') => logged.push({ fields, message });
  let announced = 0;
  const announce = () => {
    announced += 1;
  };
  const log = { info: note, warn: note };
  supervisor = superviseWorkers({ workers: 2, log, onListening: announce, restartDelayMs: 1, stopTimeoutMs: 30_000 });
  return { supervisor, logged, announced: () => announced };
}

describe('superviseWorkers', () => {
  it('runs the workers on one port, replaces one that dies, and stops them all', async () => {
    const port = await freePort();
    const { supervisor, logged, announced } = supervise(String(port));
    await listening(2);
    expect(announced()).toBe(1);
    const first = await askedPids(port, 2);
    const [victim] = first;
    process.kill(Number(victim), 'SIGKILL');
    await listening(1);
    const second = await askedPids(port, 2);
    expect(second).not.toContain(victim);
    expect([...second].filter((pid) => first.has(pid))).toHaveLength(1);
    expect(logged).toMatchObject([{ fields: { signal: 'SIGKILL' }, message: 'a worker ended and is replaced' }]);
    supervisor.stop();
    await supervisor.ended;
    expect(Object.keys(cluster.workers ?? {})).toEqual([]);
  });

  it('gives up at once when the first worker cannot start', async () => {
    const { supervisor, announced } = supervise('broken');
    await expect(supervisor.ended).rejects.toMatchObject({ code: 'worker_failed' });
    expect(announced()).toBe(0);
  });

  it('gives up when the first worker cannot load its pages, and starts no other', async () => {
    const { supervisor, announced, logged } = supervise('unloadable');
    const forked = vi.fn();
    cluster.on('fork', forked);
    await expect(supervisor.ended).rejects.toMatchObject({ code: 'worker_failed' });
    cluster.off('fork', forked);
    expect([announced(), forked.mock.calls.length, logged]).toEqual([1, 1, []]);
  });
});

/** Waits until this many more workers listen. */
async function listening(count: number): Promise<void> {
  for (let seen = 0; seen < count; seen += 1) await once(cluster, 'listening');
}

/** Sends requests until this many different processes have answered. The processes take turns. */
async function askedPids(port: number, count: number): Promise<Set<string>> {
  const pids = new Set<string>();
  for (let asked = 0; asked < 50 && pids.size < count; asked += 1) {
    pids.add(await (await fetch(`http://127.0.0.1:${port}/`)).text());
  }
  return pids;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
