import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { singleton } from '#lib/singleton';
import { hashWithBcrypt } from './bcrypt-worker';

const salt = '$2b$04$TkDQapwGyZFgCvCSpI.92O';
const made = '$2b$04$TkDQapwGyZFgCvCSpI.92OokU..TPQ1z./PFkx0Nm42SqGlaGtgwS';
const idle = () => singleton('bcrypt-threads', (): Worker[] => []);

it('keeps a thread for the next password', async () => {
  expect(await hashWithBcrypt('x', salt)).toBe(made);
  const [thread] = idle();
  expect(thread).toBeInstanceOf(Worker);
  expect(await hashWithBcrypt('x', salt)).toBe(made);
  expect(idle()).toEqual([thread]);
});

it('hashes as many at a time as it is asked for', async () => {
  const passwords = ['x', 'y', 'x'];
  const [one, two, three] = await Promise.all(passwords.map((password) => hashWithBcrypt(password, salt)));
  expect([one, three]).toEqual([made, made]);
  expect(two).not.toBe(made);
  expect(idle()).toHaveLength(3);
});

it('gives up a thread that failed, and says nothing of the password', async () => {
  idle().length = 0;
  const failed = hashWithBcrypt('secret words', 'no salt');
  await expect(failed).rejects.toThrow(/^the thread for bcrypt failed$/);
  await failed.catch((error: Error) => expect(String(error.cause)).not.toContain('secret words'));
  expect(idle()).toEqual([]);
  expect(await hashWithBcrypt('x', salt)).toBe(made);
});
