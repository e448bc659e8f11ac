import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from './progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function streamOf(isTTY: boolean) {
  let text = '';
  return {
    isTTY,
    columns: 60,
    write: (part: string) => {
      text += part;
    },
    text: () => text,
  };
}

/** A step that tells its progress after 20 seconds and ends after 40. */
const work = async ({ tell }: { tell: (text: string) => void }) => {
  await vi.advanceTimersByTimeAsync(20_000);
  tell('3 of 4 packages');
  await vi.advanceTimersByTimeAsync(20_000);
};

it('says in a file which step it is, how far it is now and then, and how long it took', async () => {
  const stream = streamOf(false);
  await withProgress('1 of 2: Installing', work, stream);
  expect(stream.text().split('\n')).toEqual([
    '1 of 2: Installing …',
    '1 of 2: Installing … 15 s',
    '1 of 2: Installing … 3 of 4 packages, 30 s',
    '1 of 2: Installing … 3 of 4 packages, 40 s',
    '',
  ]);
});

it('writes one line over itself in a terminal', async () => {
  const stream = streamOf(true);
  await withProgress('1 of 2: Installing', work, stream);
  const lines = stream
    .text()
    .split('\r')
    .map((line) => line.trim());
  expect(lines).toContain('1 of 2: Installing … 5 s');
  expect(lines.at(-1)).toBe('1 of 2: Installing … 3 of 4 packages, 40 s');
  expect(stream.text().match(/\n/g)).toHaveLength(1);
});

it('stops when the step fails, and leaves the line', async () => {
  const stream = streamOf(true);
  await expect(withProgress('1 of 2: Installing', () => Promise.reject(new Error('broken')), stream)).rejects.toThrow(
    'broken',
  );
  expect(stream.text()).toBe('\n');
  expect(vi.getTimerCount()).toBe(0);
});
