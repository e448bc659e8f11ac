import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { fixtures } from '#lib/testing/fixtures';
import { takeMails } from '#lib/testing/queued-mails';
import { newUser } from './actions';

const mailed = { SMTP_URL: 'smtps://mail.example', SIGNET_MAIL_FROM: 'signet@op.test' };
let area: TestAdmin;
let count = 0;
beforeAll(async () => {
  area = await createTestAdmin(fixtures, mailed);
});
afterAll(() => area.close());

const blank = {
  email: '',
  username: '',
  name: '',
  given_name: '',
  family_name: '',
  claims: '',
  tenants: '',
  email_verified: '',
};
const fresh = () => `ivy.${++count}@corp.example`;
const create = async (fields: Record<string, string>, settings = {}) => {
  const admin = await area.admin();
  const typed = { ...blank, tenant_access: 'all', first: 'link', password: [], invite: '', ...fields };
  return newUser.run({ ...admin, settings: { ...admin.settings, ...settings } }, {}, typed);
};

describe('a new user', () => {
  it('is invited at their address, and called what stands before its @', async () => {
    const email = fresh();
    await takeMails(area.provider.context());
    const username = email.replace('@corp.example', '');
    expect(await create({ email, invite: 'on' })).toMatchObject({
      username,
      invited: email,
      link: null,
      password: null,
    });
    const [mail, ...others] = await takeMails(area.provider.context());
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'invite', to: email });
  });

  it('gets a link to hand over without an invitation, with the typed username', async () => {
    const username = `chosen-${++count}`;
    const made = await create({ email: fresh(), username });
    expect(made).toMatchObject({ username, invited: null, link: expect.stringContaining('/setup?token=') });
  });

  it('is refused at the field if the username is taken', async () => {
    const problem = { fields: [{ field: 'username', code: 'taken', facts: { name: 'alice' } }] };
    await expect(create({ email: 'alice@corp.example', invite: 'on' })).rejects.toMatchObject(problem);
  });

  it.each<[string, Record<string, string>, object]>([
    ['without mail', { email: 'ivy.none@corp.example' }, { smtp: null, localhost: false }],
    ['without an address', { username: 'ivy-none' }, {}],
    ['without an address and a username', {}, {}],
    ['with no real address', { email: 'ivy.none@', username: 'ivy-none' }, {}],
  ])('cannot be invited %s, and is not made', async (_, fields, settings) => {
    const refused = create({ ...fields, invite: 'on' }, settings);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'email' }],
    });
    const { db } = area.provider.context();
    expect(await db.user.count({ where: { username: { startsWith: 'ivy', contains: 'none' } } })).toBe(0);
  });
});
