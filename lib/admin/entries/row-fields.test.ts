import { describe, expect, it } from 'vitest';
import { postedForm } from '#lib/testing/admin';
import { typedValues } from './entry-fields';
import { countRows, keptPlaces } from './row-fields';

const stored = [
  { name: 'admin', display_name: 'Admin', groups: ['finance'], default: true },
  { name: 'user', default: true },
];
const before = {
  ...{ roles: '', 'roles.0.name': 'admin', 'roles.0.display_name': 'Admin', 'roles.0.groups': 'finance' },
  ...{ 'roles.0.default': 'on', 'roles.1.name': 'user', 'roles.1.default': 'on', 'roles.2.name': '' },
};
const typed = (changes: Record<string, string | undefined>) =>
  typedValues({ roles: 'roles' }, postedForm({ ...before, ...changes }), { roles: stored }).roles;

describe('roles, a row each', () => {
  it('are what was stored, if nobody changed a row', () => {
    expect(typed({})).toBe(stored);
  });

  it.each<[string, Record<string, string | undefined>, unknown[]]>([
    [
      'a changed row keeps the others',
      { 'roles.0.display_name': 'Boss', 'roles.0.groups': ' audit\r\n\r\nfinance ', 'roles.0.default': undefined },
      [{ name: 'admin', display_name: 'Boss', groups: ['audit', 'finance'] }, stored[1]],
    ],
    ['a row that is taken away', { 'roles.0.remove': 'on' }, [stored[1]]],
    [
      'a new row',
      { 'roles.3.name': ' read:all ', 'roles.3.description': 'x' },
      [...stored, { name: 'read:all', description: 'x' }],
    ],
    ['a new row that is taken away again', { 'roles.3.name': 'x', 'roles.3.remove': 'on' }, stored],
    [
      'a row without a name is refused later',
      { 'roles.2.groups': 'audit' },
      [...stored, { name: '', groups: ['audit'] }],
    ],
    ['all rows', { 'roles.0.remove': 'on', 'roles.1.remove': 'on' }, []],
  ])('%s', (_, changes, expected) => {
    expect(typed(changes)).toEqual(expected);
  });

  it('have places in the list without those that are empty or taken away', () => {
    const { all } = postedForm({ ...before, 'roles.0.remove': 'on', 'roles.4.name': 'x' });
    expect(keptPlaces('roles', 'roles', all).slice(0, 6)).toEqual([null, 0, null, null, 1, null]);
  });

  it('have room for three more, up to the limit', () => {
    expect(countRows('roles', 'roles', {}, [])).toBe(3);
    expect(countRows('roles', 'roles', postedForm({ ...before, 'roles.4.name': 'x' }).all, stored)).toBe(8);
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `r${index}` }));
    expect(countRows('roles', 'roles', {}, many)).toBe(103);
  });
});

describe('roles of a client in APIs, a row each', () => {
  it('are an API and roles there', () => {
    const rows = { 'r.0.api': 'orders', 'r.0.roles': 'reader\r\nwriter', 'r.1.api': '', 'r.2.api': 'desk' };
    expect(typedValues({ r: 'api_roles' }, postedForm({ r: '', ...rows }), { r: [] })).toEqual({
      r: [
        { api: 'orders', roles: ['reader', 'writer'] },
        { api: 'desk', roles: [] },
      ],
    });
  });
});
