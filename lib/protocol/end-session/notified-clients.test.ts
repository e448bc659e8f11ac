import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeClients } from '#lib/testing/change-clients';
import { authorizeRequest, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { confirm, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

async function signInAtAll(...clients: string[]): Promise<{ person: Person; idToken: string }> {
  const [first = 'app', ...others] = clients;
  const { person, idToken } = await signInAt(provider, first);
  for (const client of others) await signInAt(provider, client, person);
  return { person, idToken };
}

/** Each client on the page, with its text. */
const rowsOf = (body: string) =>
  [...body.matchAll(/<li id="app-\d+"[^>]*><bdi[^>]*>(.*?)<\/bdi><span[^>]*>(.*?)<\/span>/g)].map(([, name, text]) => [
    name,
    text,
  ]);

describe('the applications of the ended sessions (ux §1.7)', () => {
  it('are listed with the way each is notified', async () => {
    const { person } = await signInAtAll('app', 'shop', 'mail');
    const { body } = await person.get(locationOf(await confirm(provider, person, await endSession(person, {}))));
    expect(rowsOf(body)).toEqual([
      ['The app', 'You may still be signed in. Close this app.'],
      ['The mail', 'Signing out…'],
      ['The shop', 'Signing out…'],
    ]);
    expect(body).toMatch(/<iframe src="https:\/\/shop[^"]*" data-app="app-2"/);
  });

  it('load a frame only for sessions in which they took part', async () => {
    const { person } = await signInAtAll('app');
    provider.advance(1);
    const overrides = { client_id: 'shop', redirect_uri: 'https://shop.test/cb', prompt: 'select_account' };
    await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
    const { body } = await person.get(locationOf(await confirm(provider, person, await endSession(person, {}))));
    expect(body.match(/<iframe/g)).toHaveLength(1);
  });

  it('are shown as notified by the server, or given up', async () => {
    const { person } = await signInAtAll('mail', 'bank');
    const location = locationOf(await confirm(provider, person, await endSession(person, {})));
    const { db, now } = provider.context();
    await db.logoutNotice.updateMany({ where: { clientId: 'mail' }, data: { deliveredAt: now } });
    await db.logoutNotice.deleteMany({ where: { clientId: 'bank' } });
    expect(rowsOf((await person.get(location)).body)).toEqual([
      ['The bank', 'Didn’t respond. Close this app.'],
      ['The mail', 'Signed out'],
    ]);
  });

  it.each<[string, ('told' | 'gone' | 'waiting')[], string]>([
    ['told of both', ['told', 'told'], 'Signed out'],
    ['told of one', ['told', 'waiting'], 'Signing out…'],
    ['given up for one', ['told', 'gone'], 'Didn’t respond. Close this app.'],
    ['given up for the other', ['gone', 'waiting'], 'Didn’t respond. Close this app.'],
  ])('are listed once for two people of the browser: %s', async (_, notices, text) => {
    const { person } = await signInAtAll('mail');
    provider.advance(1);
    const overrides = { client_id: 'mail', redirect_uri: 'https://mail.test/cb', prompt: 'select_account' };
    await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
    const location = locationOf(await confirm(provider, person, await endSession(person, {})));
    const { db, now } = provider.context();
    const rows = await db.logoutNotice.findMany({ where: { clientId: 'mail', deliveredAt: null } });
    expect(rows).toHaveLength(2);
    for (const [index, { id }] of rows.entries()) {
      const where = { id };
      if (notices[index] === 'told') await db.logoutNotice.update({ where, data: { deliveredAt: now } });
      if (notices[index] === 'gone') await db.logoutNotice.delete({ where });
    }
    expect(rowsOf((await person.get(location)).body)).toEqual([['The mail', text]]);
    await db.logoutNotice.deleteMany({});
  });

  it.each<[string, string[], boolean]>([
    ['the browser tells all of them', ['shop', 'news'], true],
    ['the server tells the rest', ['shop', 'bank'], true],
    ['one may go on showing the person', ['shop', 'app'], false],
    ['one did not answer', ['shop', 'mail'], false],
  ])('are all reported as notified by the script only when that is true: %s', async (_, clients, isAll) => {
    const { person } = await signInAtAll(...clients);
    const location = locationOf(await confirm(provider, person, await endSession(person, {})));
    await provider.context().db.logoutNotice.deleteMany({ where: { clientId: 'mail' } });
    const [, done] = /data-done="([^"]*)"/.exec((await person.get(location)).body) ?? [];
    expect(done === '').toBe(!isAll);
  });

  it('leave out the one that asked and that the person goes back to', async () => {
    const { person, idToken } = await signInAtAll('app', 'shop');
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: 'https://app.test/bye' };
    const { body } = await person.get(locationOf(await endSession(person, parameters)));
    expect(rowsOf(body).map(([name]) => name)).toEqual(['The shop']);
  });
});

describe('a stored address without a valid host', () => {
  it.each(['https://x;y/out', 'https://x;script-src+*/out', "https://x'y/out", 'https://*/out', 'javascript:1'])(
    'does not drop the frames of others: %s',
    async (uri) => {
      const own = await createTestProvider(signOutFixtures());
      const { person } = await signInAt(own, 'app');
      await signInAt(own, 'shop', person);
      const data = { frontchannelLogoutUri: uri };
      await changeClients(own.context().db, { clientId: 'app' }, data);
      await own.configure({});
      const { body, headers } = await person.get(locationOf(await confirm(own, person, await endSession(person, {}))));
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^;]*; img-src 'self'; base-uri 'none'; form-action 'none'; script-src 'sha256-[^' ]*'; frame-src https:\/\/shop[\w.]*; frame-ancestors 'none'$/,
      );
      expect(body.match(/<iframe /g)).toHaveLength(1);
      await own.close();
    },
  );

  it('does not hide that the server tells its application', async () => {
    const own = await createTestProvider(signOutFixtures());
    const { person } = await signInAt(own, 'mail');
    const data = { frontchannelLogoutUri: 'https://x;y/out' };
    await changeClients(own.context().db, { clientId: 'mail' }, data);
    await own.configure({});
    const { body } = await person.get(locationOf(await confirm(own, person, await endSession(person, {}))));
    expect(rowsOf(body)).toEqual([['The mail', 'Signing out…']]);
    await own.close();
  });
});
