import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signet-lock-'));
  path = join(folder, 'deep', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const nothing = () => {};

describe('withLock', () => {
  it('runs the work, returns its result and leaves no files', async () => {
    const result = await withLock(path, async () => existsSync(path), nothing);
    expect([result, existsSync(path)]).toEqual([true, false]);
  });

  it('releases the lock when the work fails', async () => {
    await expect(withLock(path, () => Promise.reject(new Error('broken')), nothing)).rejects.toThrow('broken');
    expect(await withLock(path, async () => 'next', nothing)).toBe('next');
  });

  it('says once that it waits, and continues after the other process', async () => {
    let finish = nothing;
    const order: string[] = [];
    const first = withLock(
      path,
      () =>
        new Promise<void>((resolve) => {
          finish = () => {
            order.push('first');
            resolve();
          };
        }),
      nothing,
    );
    const second = withLock(
      path,
      async () => order.push('second'),
      () => {
        order.push('waits');
        setImmediate(finish);
      },
    );
    await Promise.all([first, second]);
    expect(order).toEqual(['waits', 'first', 'second']);
  });

  it('takes over from an owner that was killed', async () => {
    await withLock(path, async () => {}, nothing);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(path, `${pid} ${hostname()} 1`);
    expect(await withLock(path, async () => 'taken over', nothing)).toBe('taken over');
  });

  it('takes over from an owner on another machine after a long silence', async () => {
    await withLock(path, async () => {}, nothing);
    writeFileSync(path, '1 elsewhere 1');
    utimesSync(path, 0, 0);
    expect(await withLock(path, async () => 'taken over', nothing)).toBe('taken over');
  });

  it('admits one process at a time, even after the former owner died', async () => {
    const counter = join(folder, 'counter');
    writeFileSync(counter, '0');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await withLock(path, async () => {}, nothing);
    writeFileSync(path, `${pid} ${hostname()} 1`);
    const program = `
      import { readFileSync, writeFileSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))};
      await withLock(${JSON.stringify(path)}, async () => {
        const value = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
        await setTimeout(20);
        writeFileSync(${JSON.stringify(counter)}, String(value + 1));
      }, () => {});`;
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' }),
    );
    await Promise.all(children.map((child) => once(child, 'close')));
    expect(readFileSync(counter, 'utf8')).toBe('6');
  });
});
