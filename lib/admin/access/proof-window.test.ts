import { describe, expect, it } from 'vitest';
import { isProofRecent, type NeededProof } from './proof-window';

const provedAt = new Date('2026-01-01T12:00:00Z');
const at = (minutes: number) => new Date(provedAt.getTime() + minutes * 60_000);

describe('how recent a proof is (decision 062)', () => {
  it.each<[string, Exclude<NeededProof, 'always'>, number | null, number, boolean]>([
    ['none: a day later', 'none', null, 1440, true],
    ['sudo: of this moment', 'sudo', null, 0, true],
    ['sudo: 30 minutes later', 'sudo', null, 30, true],
    ['sudo: longer ago', 'sudo', null, 30.1, false],
    ['sudo: 30 minutes after an action', 'sudo', 29, 59, true],
    ['sudo: longer after an action', 'sudo', 29, 59.1, false],
    ['sudo: 8 hours, with actions all the time', 'sudo', 479, 480, true],
    ['sudo: longer, with actions all the time', 'sudo', 480, 480.1, false],
    ['sudo: an action before the newest proof alone', 'sudo', -10, 30.1, false],
    ['strict: 5 minutes later', 'strict', null, 5, true],
    ['strict: longer ago', 'strict', null, 5.1, false],
    ['strict: longer ago, whatever was done since', 'strict', 5, 5.1, false],
  ])('%s', (_, needed, used, now, expected) => {
    expect(isProofRecent(needed, { provedAt, usedAt: used === null ? null : at(used) }, at(now))).toBe(expected);
  });
});
