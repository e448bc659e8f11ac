import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { readLogoutPage } from './read';
import { handleLogoutSubmit } from './submit';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

const pageOf = (person: Person, problem: string | null = null) =>
  readLogoutPage(provider.context(), { cookieHeader: cookieHeaderOf(person), problem });
const namesOf = async (person: Person) => (await pageOf(person)).accounts.map(({ username }) => username);

/** One browser in which alice and then bob signed in at an application. */
async function twoPeople() {
  const { person } = await signInAt(provider, 'app', createPerson(provider));
  provider.advance(1);
  const overrides = { client_id: 'app', redirect_uri: 'https://app.test/cb', prompt: 'select_account' };
  await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
  const { form, accounts } = await pageOf(person);
  const sidOf = (name: string) => accounts.find(({ username }) => username === name)?.sid ?? '';
  const submit = (fields: FormFields) => person.submit('logout', { csrf: form.csrf, choose: '1', ...fields });
  return { person, accounts, sidOf, submit };
}

describe('signing out where several people are signed in (ux §1.7)', () => {
  it('offers each with their applications, the current one selected', async () => {
    const { accounts } = await twoPeople();
    expect(accounts).toMatchObject([
      { username: 'bob', isTicked: true, apps: [], silent: ['The app'] },
      { username: 'alice', isTicked: false, apps: [], silent: ['The app'] },
    ]);
  });

  it('promises only what a channel can keep, and the result says the same', async () => {
    const { person } = await signInAt(provider, 'app', createPerson(provider));
    for (const client of ['shop', 'mail']) await signInAt(provider, client, person);
    const [asked] = (await pageOf(person)).accounts;
    expect(asked).toMatchObject({ apps: ['The mail', 'The shop'], silent: ['The app'] });
    const question = new URL(locationOf(await endSession(person, { client_id: 'app' }))).searchParams.get('request');
    const input = { cookieHeader: cookieHeaderOf(person), request: question };
    const { accounts, form } = await readLogoutPage(provider.context(), input);
    expect(accounts).toMatchObject([{ apps: ['The mail', 'The shop'], silent: [] }]);
    const fields = { csrf: form.csrf, decision: 'sign_out', request: question ?? '' };
    const { body } = await person.get(locationOf(await person.submit('logout', fields)));
    expect(body).toContain('The shop');
    expect(body).not.toContain('The app');
  });

  it('signs out only the selected ones', async () => {
    const { person, sidOf, submit } = await twoPeople();
    await submit({ decision: 'sign_out', account: sidOf('alice') });
    expect(await namesOf(person)).toEqual(['bob']);
    expect(person.cookies.has('__Host-signet')).toBe(true);
  });

  it('signs out several, or all by the other button and by a form without checkboxes', async () => {
    const ticked = await twoPeople();
    await ticked.submit({ decision: 'sign_out', account: [ticked.sidOf('alice'), ticked.sidOf('bob')] });
    expect(await namesOf(ticked.person)).toEqual([]);
    const all = await twoPeople();
    await all.submit({ decision: 'sign_out_all', account: all.sidOf('bob') });
    expect(await namesOf(all.person)).toEqual([]);
    const plain = await twoPeople();
    await plain.submit({ decision: 'sign_out', choose: undefined });
    expect(await namesOf(plain.person)).toEqual([]);
  });

  it('records who signed out, and from where (security #163)', async () => {
    const { submit } = await twoPeople();
    const { db } = provider.context();
    await db.auditEvent.deleteMany({ where: { type: 'sign_out.completed' } });
    await submit({ decision: 'sign_out_all' });
    const events = await db.auditEvent.findMany({
      where: { type: 'sign_out.completed' },
      orderBy: { actorName: 'asc' },
    });
    expect(events).toMatchObject(['alice', 'bob'].map((actorName) => ({ actorName, address: '192.0.2.1' })));
  });

  it('asks again when nobody is selected, or somebody of another browser', async () => {
    const { person, submit } = await twoPeople();
    const stranger = await twoPeople();
    for (const account of [undefined, stranger.sidOf('alice'), 'made-up']) {
      const answer = await submit({ decision: 'sign_out', account });
      expect(locationOf(answer)).toBe(`${issuer}/logout?problem=nothing_selected`);
    }
    expect(await namesOf(person)).toEqual(['bob', 'alice']);
    expect(await namesOf(stranger.person)).toEqual(['bob', 'alice']);
    expect((await pageOf(person, 'nothing_selected')).problem).toBe('nothing_selected');
    expect((await pageOf(person, '<b>')).problem).toBeNull();
  });

  it('keeps the request of the application when it asks again', async () => {
    const { person, submit } = await twoPeople();
    const asked = await endSession(person, { client_id: 'app', post_logout_redirect_uri: 'https://app.test/bye' });
    const request = new URL(locationOf(asked)).searchParams.get('request') ?? '';
    const again = new URL(locationOf(await submit({ decision: 'sign_out', request })));
    expect(Object.fromEntries(again.searchParams)).toEqual({ request, problem: 'nothing_selected' });
  });

  it.each<[string, FormFields, number, Record<string, string>?]>([
    ['without its token (security #100)', { csrf: 'x' }, 403],
    ['with another button', { decision: 'continue' }, 400],
    ['from another site (security #100)', {}, 403, { origin: 'https://evil.test' }],
  ])('refuses a form %s, and signs nobody out', async (_, fields, status, headers = {}) => {
    const { person } = await twoPeople();
    const { csrf } = (await pageOf(person)).form;
    const posted = { csrf, decision: 'sign_out_all', ...fields };
    expect((await person.submit('logout', posted, headers)).status).toBe(status);
    expect(await namesOf(person)).toEqual(['bob', 'alice']);
  });

  it('shows the signed-out page when nobody is signed in anymore', async () => {
    const { person, submit } = await twoPeople();
    const { db, now } = provider.context();
    await db.session.updateMany({ where: { endedAt: null }, data: { endedAt: now } });
    expect(locationOf(await submit({ decision: 'sign_out' }))).toBe(`${issuer}/logout?done=1`);
    expect(person.cookies.has('__Host-signet')).toBe(false);
    expect(locationOf(await createPerson(provider).submit('logout', { decision: 'sign_out' }))).toBe(
      `${issuer}/logout?done=1`,
    );
  });

  it('also ends a session that another tab started meanwhile, when all sessions end', async () => {
    const { person } = await twoPeople();
    const context = provider.context();
    const { form, accounts } = await pageOf(person);
    const row = await context.db.session.findUniqueOrThrow({ where: { sid: accounts[0]?.sid ?? '' } });
    const begin = () => context.db.session.create({ data: { ...row, sid: 'of-another-tab' } });
    const headers = {
      origin: issuer,
      'content-type': 'application/x-www-form-urlencoded',
      cookie: cookieHeaderOf(person),
    };
    const request = { method: 'POST', path: '/logout/submit', query: '', clientAddress: '192.0.2.1', headers };
    const body = encodeForm({ csrf: form.csrf, decision: 'sign_out_all' });
    await handleLogoutSubmit({ ...request, body }, { ...context, db: beforeTransaction(context.db, begin) });
    expect(await context.db.session.count({ where: { browserId: row.browserId, endedAt: null } })).toBe(0);
  });
});
