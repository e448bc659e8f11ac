import { describe, expect, it } from 'vitest';
import { userSchema } from './user-schema';

const tenantsOf = (given: object) => userSchema.safeParse({ username: 'ann', ...given });

describe('the tenants of an account', () => {
  it.each([
    ['left out', {}, 'all'],
    ['all', { tenants: 'all' }, 'all'],
    ['none', { tenants: 'none' }, 'none'],
    ['a list', { tenants: ['acme', 'globex'] }, ['acme', 'globex']],
    ['a tenant whose name is a word of ours', { tenants: ['all'] }, ['all']],
  ])('can be %s', (_, given, expected) => {
    expect(tenantsOf(given).data?.tenants).toEqual(expected);
  });

  it.each([
    ['an empty list', []],
    ['another word', 'any'],
    ['null', null],
    ['true', true],
  ])('cannot be %s: the sentence names both words', (_, tenants) => {
    const [issue] = tenantsOf({ tenants }).error?.issues ?? [];
    expect(issue?.path).toEqual(['tenants']);
    expect(issue?.message).toMatch(/\ball\b.*\bnone\b/);
  });

  it('names a tenant that is listed twice', () => {
    const [issue] = tenantsOf({ tenants: ['acme', 'acme'] }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['tenants', 1], message: 'is in this list already' });
  });
});
