import { describe, expect, it } from 'vitest';
import { groupKey } from '#lib/vocabulary/group-name';
import { seenGroups } from './seen-groups';

/** What a reader sees of somebody who is in one group. */
function seen(name: string, show: readonly string[], stripPrefix: string) {
  const memberships = [{ groupId: 'g', source: null, endsAtMs: Number.POSITIVE_INFINITY }];
  const configuration = { groups: new Map([['g', { key: groupKey(name), name }]]), providers: new Map() };
  const reader = { groupsClaim: { show, stripPrefix }, roles: [] };
  return seenGroups({ memberships }, reader, configuration, new Date(0));
}

describe('a stripped prefix (decision 025)', () => {
  it.each([
    ['fin-lead', ['fin-*'], 'FIN-', 'lead'],
    ['Straße', ['straß*'], 'STRASS', 'e'],
    ['STRASSE', ['straß*'], 'straß', 'E'],
    ['\u1E9Ex', ['ss*'], 'ß', 'x'],
    ['İx', ['i*'], 'I', 'x'],
  ])('of %s with %j and %s leaves %4$s', (name, show, prefix, left) => {
    expect(seen(name, show, prefix)).toEqual({ names: [left], hidden: 0 });
  });

  it.each([
    ['Straße', ['stras*'], 'stras'],
    ['ß', ['s*'], 's'],
    ['xß', ['XS*'], 'xs'],
  ])('that ends inside a letter of %s hides the group: no name is empty', (name, show, prefix) => {
    expect(seen(name, show, prefix)).toEqual({ names: [], hidden: 1 });
  });
});
