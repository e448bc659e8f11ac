import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { profileFields, readProfileForm } from './profile-form';
import { createAccount } from './save-user';

const blank = Object.fromEntries(Object.keys(profileFields).map((name) => [name, ''])) as Record<
  keyof typeof profileFields,
  string
>;

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    tenants: [
      { name: 'harbor', display_name: 'Harbor Library' },
      { name: 'north', display_name: 'Library' },
      { name: 'south', display_name: 'library' },
      { name: 'library-2', display_name: 'Harbor' },
    ],
  });
});
afterAll(() => area.close());

async function read(tenants: string, access = 'listed') {
  const form = { ...blank, username: 'ann', tenant_access: access, tenants };
  return readProfileForm(form, await area.admin());
}

describe('the tenants of a user', () => {
  it.each([
    ['harbor\nnorth', ['harbor', 'north']],
    ['HARBOR LIBRARY\n\n south ', ['harbor', 'south']],
    ['nowhere', ['nowhere']],
    ['Harbor Lib', ['Harbor Lib']],
  ])('can be named by their IDs and display names, one per line: %j', async (typed, tenants) => {
    expect((await read(typed)).tenants).toEqual(tenants);
  });

  it.each(['all', 'none'] as const)('are %s regardless of the list', async (access) => {
    expect((await read('harbor', access)).tenants).toBe(access);
  });

  it('are refused if a display name is ambiguous', async () => {
    await expect(read('harbor\nLibrary')).rejects.toMatchObject({
      fields: [{ field: 'tenants[1]', code: 'several_tenants', facts: { name: 'Library', ids: 'north, south' } }],
    });
  });

  it('are refused at their lines if they do not exist', async () => {
    const profile = await read('harbor\nnowhere\nelsewhere');
    const made = createAccount(await area.admin(), { profile, first: { kind: 'link' } });
    await expect(made).rejects.toMatchObject({
      fields: [
        { field: 'tenants[1]', code: 'unknown_tenant', facts: { name: 'nowhere' } },
        { field: 'tenants[2]', code: 'unknown_tenant', facts: { name: 'elsewhere' } },
      ],
    });
  });
});

describe('the claims of a user whose form nobody changed', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['an address that is explicitly unverified', { email: 'a@b.test', email_verified: false }, { email: 'a@b.test' }],
    ['a verified address', { email: 'a@b.test', email_verified: true }, { email: 'a@b.test', email_verified: 'on' }],
    ['a name that is no text', { name: 7, given_name: null }, {}],
    ['a name with spaces at its ends', { name: ' Ann ' }, { name: 'Ann' }],
    ['other claims', { level: 3 }, { claims: '{ "level": 3 }' }],
  ])('stay: %s', async (_, claims, fields) => {
    const form = { ...blank, username: 'ann', tenant_access: 'all', ...fields };
    expect(readProfileForm(form, await area.admin(), claims).claims).toEqual(claims);
  });

  it.each(['ann', 'ann@', 'a@b.test c@d.test'])('stay if the new email is no address: %s', async (email) => {
    const form = { ...blank, username: 'ann', tenant_access: 'all', email };
    const admin = await area.admin();
    expect(() => readProfileForm(form, admin, { email: 'a@b.test' })).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ field: 'email', code: 'email_unreadable' })] }),
    );
    expect(readProfileForm(form, admin, { email }).claims).toEqual({ email });
  });

  it('change where a field was emptied or unchecked', async () => {
    const form = { ...blank, username: 'ann', tenant_access: 'all', email: 'a@b.test' };
    const stored = { name: 'Ann', email: 'a@b.test', email_verified: true };
    expect(readProfileForm(form, await area.admin(), stored).claims).toEqual({ email: 'a@b.test' });
  });
});
