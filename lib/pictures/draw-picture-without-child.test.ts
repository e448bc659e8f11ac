import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { forgetSingletons } from '#lib/singleton';

const spawn = vi.fn();
let drawPicture: typeof import('./draw-picture').drawPicture;
let drawLogo: typeof import('./logo').drawLogo;

// Another test of this process may have loaded these modules with the real function.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:child_process', () => ({ spawn }));
  ({ drawPicture } = await import('./draw-picture'));
  ({ drawLogo } = await import('./logo'));
});
afterAll(() => {
  vi.doUnmock('node:child_process');
  vi.resetModules();
});

const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>');

/** What Node does on a machine that cannot start a process now. */
const failures = [
  [
    'no memory',
    () => {
      throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
    },
  ],
  ['no further process', () => failingChild({ stdin: stream(), stdout: stream() })],
  ['no file that it may open', () => failingChild({})],
] as const;

function stream() {
  return Object.assign(new EventEmitter(), { end: () => {} });
}

function failingChild(streams: object) {
  const child = Object.assign(new EventEmitter(), streams, { kill: () => false });
  process.nextTick(() => child.emit('error', new Error('spawn failed')));
  return child;
}

beforeEach(() => {
  forgetSingletons();
  spawn.mockReset();
});

it.each(failures)('refuses a picture, and goes on, on a machine that has %s (security #126)', async (_, fail) => {
  spawn.mockImplementation(fail);
  await expect(drawPicture(bytes, { width: 10, height: 10 })).rejects.toMatchObject({ code: 'picture_busy' });
});

it.each(failures)('shows no logo for now on a machine that has %s (security #126)', async (_, fail) => {
  spawn.mockImplementation(fail);
  expect(await drawLogo({ type: 'image/svg+xml', bytes })).toBeNull();
});
