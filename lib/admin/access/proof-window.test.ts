import { describe, expect, it } from 'vitest';
import { isProofRecent, type NeededProof } from './proof-window';

const provedAt = new Date('2026-01-01T12:00:00Z');
const at = (minutes: number) => new Date(provedAt.getTime() + minutes * 60_000);

describe('the age limit of a proof (decision 021)', () => {
  it.each<[string, Exclude<NeededProof, 'always'>, number | null, number, boolean]>([
    ['none: accepts a proof after a day', 'none', null, 1440, true],
    ['sudo: accepts a new proof', 'sudo', null, 0, true],
    ['sudo: 30 minutes later', 'sudo', null, 30, true],
    ['sudo: longer ago', 'sudo', null, 30.1, false],
    ['sudo: 30 minutes after an action', 'sudo', 29, 59, true],
    ['sudo: longer after an action', 'sudo', 29, 59.1, false],
    ['sudo: 8 hours, with actions all the time', 'sudo', 479, 480, true],
    ['sudo: longer, with actions all the time', 'sudo', 480, 480.1, false],
    ['sudo: ignores an action before the newest proof', 'sudo', -10, 30.1, false],
    ['strict: 5 minutes later', 'strict', null, 5, true],
    ['strict: longer ago', 'strict', null, 5.1, false],
    ['strict: longer ago, regardless of later actions', 'strict', 5, 5.1, false],
  ])('%s', (_, needed, used, now, expected) => {
    expect(isProofRecent(needed, { provedAt, usedAt: used === null ? null : at(used) }, at(now))).toBe(expected);
  });
});
