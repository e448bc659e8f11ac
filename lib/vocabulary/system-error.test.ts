import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { describeSystemError } from './system-error';

it.each([
  ['no-such-file', 'no such file or folder (ENOENT)'],
  ['lib', 'it is a folder (EISDIR)'],
  ['package.json/x', 'part of the path is not a folder (ENOTDIR)'],
])('says in words why a file cannot be read: %s', (path, words) => {
  let failure: unknown;
  try {
    readFileSync(path);
  } catch (error) {
    failure = error;
  }
  expect(describeSystemError(failure)).toBe(words);
});

it('says in words why a connection failed', async () => {
  const failure = await new Promise((resolve) => createConnection(1, '127.0.0.1').once('error', resolve));
  expect(describeSystemError(failure)).toBe('127.0.0.1:1: connection refused (ECONNREFUSED)');
});

it.each([
  [Object.assign(new Error('x'), { code: 'EACCES' }), 'permission denied (EACCES)'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full (ENOSPC)'],
  [new Error('first line\nsecond'), 'first line'],
  ['text', 'unknown reason'],
])('describes %s', (error, words) => {
  expect(describeSystemError(error)).toBe(words);
});
