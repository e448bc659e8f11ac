import { describe, expect, it } from 'vitest';
import { groupSteps } from './read';

const groups = (...steps: readonly (readonly [string, ...string[]])[]) =>
  groupSteps(steps.map(([id, ...marks]) => ({ id, marks }))).map((group) => group.map(({ id }) => id).join(''));

describe('groupSteps', () => {
  it.each([
    ['nothing', [], []],
    ['steps without marks', [['a'], ['b']], ['a', 'b']],
    [
      'two sign-ins side by side',
      [
        ['a', 'x'],
        ['b', 'y'],
        ['c', 'x'],
        ['d', 'y'],
      ],
      ['ac', 'bd'],
    ],
    [
      'a chain',
      [
        ['a', '1'],
        ['b', '1', '2'],
        ['c', '2', '3'],
        ['d', '3'],
      ],
      ['abcd'],
    ],
    [
      'two sign-ins that a later step joins',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '1', '2'],
        ['d', '2'],
        ['e', '1'],
      ],
      ['abcde'],
    ],
  ] as const)('%s', (_, steps, expected) => {
    expect(groups(...steps)).toEqual(expected);
  });
});
