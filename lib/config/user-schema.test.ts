import { describe, expect, it } from 'vitest';
import { userSchema } from './user-schema';

const tenantsOf = (given: object) => userSchema.safeParse({ username: 'ann', ...given });

describe('the tenants of an account', () => {
  it.each([
    ['omitted', {}, 'all'],
    ['all', { tenants: 'all' }, 'all'],
    ['none', { tenants: 'none' }, 'none'],
    ['a list', { tenants: ['acme', 'globex'] }, ['acme', 'globex']],
    ['a tenant with the name of a keyword', { tenants: ['all'] }, ['all']],
  ])('can be %s', (_, given, expected) => {
    expect(tenantsOf(given).data?.tenants).toEqual(expected);
  });

  it.each([
    ['an empty list', []],
    ['another word', 'any'],
    ['null', null],
    ['true', true],
  ])('cannot be %s: the message names both keywords', (_, tenants) => {
    const [issue] = tenantsOf({ tenants }).error?.issues ?? [];
    expect(issue?.path).toEqual(['tenants']);
    expect(issue?.message).toMatch(/\ball\b.*\bnone\b/);
  });

  it('cannot repeat a tenant', () => {
    const [issue] = tenantsOf({ tenants: ['acme', 'acme'] }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['tenants', 1], message: 'is already in this list' });
  });
});
