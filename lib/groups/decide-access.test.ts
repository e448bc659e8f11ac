import { describe, expect, it } from 'vitest';
import type { Role } from '#lib/vocabulary/role';
import { accessTarget } from './assignment-store';
import { decideAccess } from './decide-access';
import { readSummary, summarize } from './summary';

const now = new Date('2026-01-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const configuration = {
  groups: new Map([
    ['g1', { key: 'finance' }],
    ['g2', { key: 'audit' }],
  ]),
  providers: new Map([
    ['corp', { groupMapping: {} }],
    ['other', { groupMapping: null }],
  ]),
};

function role(name: string, groups: readonly string[] = [], isDefault = false): Role {
  return { id: `r-${name}`, name, displayName: null, description: null, groups, default: isDefault };
}

const ledger: Parameters<typeof decideAccess>[1] & { readonly access: 'assigned' } = {
  clientId: 'ledger',
  access: 'assigned',
  accessGroups: ['AUDIT'],
  roles: [role('admin', ['Finance']), role('reader'), role('user', [], true)],
};
const member = (groupId: string, source = 'file', expiresAt: Date | null = null) => ({ groupId, source, expiresAt });
const assigned = (target: string, expiresAt: Date | null = null) => ({ target, expiresAt });

type Case = readonly [
  string,
  readonly ReturnType<typeof member>[],
  readonly ReturnType<typeof assigned>[],
  boolean,
  readonly string[],
];

const cases: readonly Case[] = [
  ['nothing', [], [], false, []],
  ['a group of access_groups, whatever its case', [member('g2')], [], true, ['user']],
  ['a group with a role', [member('g1')], [], true, ['admin', 'user']],
  ['both', [member('g2'), member('g1')], [], true, ['admin', 'user']],
  ['a group that does not exist', [member('g3')], [], false, []],
  ['an assignment to a role', [], [assigned('r-reader')], true, ['reader', 'user']],
  ['an assignment without a role', [], [assigned(accessTarget('ledger'))], true, ['user']],
  ['an assignment to a role that is gone', [], [assigned('r-gone')], false, []],
  ['an assignment to another client', [], [assigned(accessTarget('other'))], false, []],
  ['a membership that a provider gives', [member('g2', 'provider:corp')], [], true, ['user']],
  ['one of a provider that maps no groups any more', [member('g2', 'provider:other')], [], false, []],
  ['one of a provider that is gone', [member('g2', 'provider:gone')], [], false, []],
  ['one of a directory, of which there is none', [member('g2', 'directory:hr')], [], false, []],
  ['a membership until a millisecond from now', [member('g2', 'file', at(1))], [], true, ['user']],
  ['a membership until now', [member('g2', 'file', at(0))], [], false, []],
  ['an assignment until a millisecond from now', [], [assigned('r-reader', at(1))], true, ['reader', 'user']],
  ['an assignment until now', [], [assigned('r-reader', at(0))], false, []],
];

describe('decideAccess (decision 023)', () => {
  it.each(cases)('of a client with access: assigned, with %s', (_, memberships, assignments, may, roles) => {
    const summary = readSummary(summarize(memberships, assignments));
    const found = decideAccess(summary, ledger, configuration, now);
    expect([found.may, found.roles.map(({ name }) => name)]).toEqual([may, roles]);
    expect(found.because.length > 0).toBe(may);
  });

  it('gives everybody access and the default roles where access is for everyone', () => {
    const open = { ...ledger, access: 'everyone' } as const;
    const found = decideAccess(readSummary(''), open, configuration, now);
    expect([found.may, found.roles.map(({ name }) => name), found.because]).toEqual([true, ['user'], []]);
  });

  it('gives everybody the default roles of an API', () => {
    const api = { name: 'orders', roles: ledger.roles };
    const found = decideAccess(readSummary(summarize([member('g1')])), api, configuration, now);
    expect(found.roles.map(({ name }) => name)).toEqual(['admin', 'user']);
  });

  it('says why, in the words it was asked with', () => {
    const membership = { groupId: 'g1', source: 'provider:corp', endsAtMs: Number.POSITIVE_INFINITY, since: 'May' };
    const assignment = { target: 'r-reader', endsAtMs: at(5).getTime(), by: 'ann' };
    const { because } = decideAccess(
      { memberships: [membership], assignments: [assignment] },
      ledger,
      configuration,
      now,
    );
    expect(because).toEqual([
      { membership, role: ledger.roles[0] },
      { assignment, role: ledger.roles[1] },
    ]);
  });

  it('follows the groups of another revision', () => {
    const summary = readSummary(summarize([member('g2')]));
    expect(decideAccess(summary, ledger, configuration, now).may).toBe(true);
    const without = { ...configuration, groups: new Map([['g1', { key: 'finance' }]]) };
    expect(decideAccess(summary, ledger, without, now).may).toBe(false);
    expect(decideAccess(summary, ledger, configuration, now).may).toBe(true);
  });
});

describe('the summary of assignments (decision 023)', () => {
  it.each(['ledger', 'https://x.example/c?a=1&b=@2', 'a@1', '%40', '='])('reads the client %s again', (clientId) => {
    const target = accessTarget(clientId);
    const { assignments } = readSummary(summarize([], [assigned(target), assigned('r1', at(7))]));
    expect(new Map(assignments.map((one) => [one.target, one.endsAtMs]))).toEqual(
      new Map([
        [target, Number.POSITIVE_INFINITY],
        ['r1', at(7).getTime()],
      ]),
    );
  });
});
