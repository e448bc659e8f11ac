import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { beforeEach, expect, it } from 'vitest';
import { singleton } from '#lib/singleton';
import { computeHash } from './hashing-thread';

const salt = '$2b$04$TkDQapwGyZFgCvCSpI.92O';
const made = '$2b$04$TkDQapwGyZFgCvCSpI.92OokU..TPQ1z./PFkx0Nm42SqGlaGtgwS';
const idle = () => singleton('hashing-threads', (): Worker[] => []);
beforeEach(() => {
  idle().length = 0;
});

it('a thread is reused for the next password of any algorithm', async () => {
  expect(await computeHash('bcrypt', 'x', salt)).toBe(made);
  const [thread] = idle();
  expect(thread).toBeInstanceOf(Worker);
  expect(await computeHash('argon2', 'x', { memoryCost: 8, timeCost: 1, parallelism: 1 })).toMatch(/^\$argon2id\$/);
  expect(idle()).toEqual([thread]);
});

it('as many threads hash in parallel as requested', async () => {
  const passwords = ['x', 'y', 'x'];
  const [one, two, three] = await Promise.all(passwords.map((password) => computeHash('bcrypt', password, salt)));
  expect([one, three]).toEqual([made, made]);
  expect(two).not.toBe(made);
  expect(idle()).toHaveLength(3);
});

it('a failed thread is dropped without a trace of the password', async () => {
  const failed = computeHash('bcrypt', 'secret words', 'no salt');
  await expect(failed).rejects.toThrow(/^the thread for bcrypt failed$/);
  await failed.catch((error: Error) => expect(String(error.cause)).not.toContain('secret words'));
  expect(idle()).toEqual([]);
  expect(await computeHash('bcrypt', 'x', salt)).toBe(made);
});

it('a thread has a low priority on Linux, without an effect on the process', async () => {
  const before = getPriority();
  await computeHash('bcrypt', 'x', salt);
  expect(getPriority()).toBe(before);
  expect(niceValues().includes(10)).toBe(process.platform === 'linux');
});

/**
 * The nice value of each thread of this process. It is the 19th field of its line (proc(5)), whose second field may
 * contain spaces.
 */
function niceValues(): number[] {
  if (process.platform !== 'linux') return [];
  const folder = '/proc/self/task';
  const lines = readdirSync(folder).map((id) => readFileSync(`${folder}/${id}/stat`, 'utf8'));
  return lines.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]));
}
