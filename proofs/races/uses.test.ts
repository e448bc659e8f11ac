import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countedRequests } from './counted';
import { findUnraced, neededRequests } from './uses';

it('every place that uses up or counts something has a race or a reason (design: single use)', () => {
  const { found, problems } = findUnraced();
  expect(problems).toEqual([]);
  expect(found).toBeGreaterThan(150);
});

it('every race by requests that the lists name exists', () => {
  const files = ['e2e/processes/races.spec.ts', 'e2e/processes/account-races.ts', 'proofs/races/races.spec.ts'];
  const names = [...files.map((file) => readFileSync(file, 'utf8')), ...countedRequests.map(({ promise }) => promise)];
  for (const needed of neededRequests()) expect(names.join('\n'), needed).toContain(needed);
});
