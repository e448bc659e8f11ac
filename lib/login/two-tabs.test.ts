import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeaderOf, deviceFixtures, enterCode, seeDevicePage, startDevice } from '#lib/testing/device';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { readLoginPage } from './sign-in/read';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(deviceFixtures);
});
afterAll(() => provider.close());

/** Two tabs that a new browser opens at the same time. Neither request has the other's cookie. */
async function openTabs() {
  const [one, two] = [createPerson(provider), createPerson(provider)];
  const ask = { client_id: 'silent' };
  const pages = await Promise.all([one.get(authorizeRequest(ask).path), two.get(authorizeRequest(ask).path)]);
  for (const [name, value] of two.cookies) one.cookies.set(name, value);
  return { browser: one, pages };
}

describe('two tabs at once in a fresh browser', () => {
  it.each([
    ['in their order', [0, 1]],
    ['the other way round', [1, 0]],
  ])('both sign in, %s', async (_, order) => {
    const { browser, pages } = await openTabs();
    for (const index of order) {
      const page = pages[index];
      if (page === undefined) throw new Error('no page');
      expect(locationOf(await browser.signIn(page))).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
    }
  });

  it('give no other browser anything (security #99)', async () => {
    const { pages } = await openTabs();
    const stranger = createPerson(provider);
    await stranger.get(authorizeRequest().path);
    for (const page of pages) {
      const interaction = new URL(locationOf(page)).searchParams.get('interaction');
      const shown = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(stranger) });
      expect(shown).toMatchObject({ page: 'problem', problem: 'interaction_other_browser', status: 403 });
    }
  });

  it('leave the browser one cookie for all later pages', async () => {
    const { browser } = await openTabs();
    const before = [...browser.cookies.keys()];
    await browser.get(authorizeRequest().path);
    expect([...browser.cookies.keys()]).toEqual(before);
  });

  it('work with the code of a device as well', async () => {
    const { browser } = await openTabs();
    const { userCode } = await startDevice(provider);
    const confirm = await browser.signIn(await enterCode(browser, userCode));
    expect((await seeDevicePage(provider, browser, confirm)).page).toBe('device-confirm');
  });

  it('end on the page of the sign-out, regardless of which cookie came first', async () => {
    const { browser, pages } = await openTabs();
    for (const page of pages) await browser.signIn(page);
    const other = createPerson(provider);
    const query = new URLSearchParams({ post_logout_redirect_uri: 'https://rp.test/nowhere' });
    const done = await other.get(`/connect/endsession?${query}`);
    for (const [name, value] of browser.cookies) if (name.includes('signet-flow')) other.cookies.set(name, value);
    expect((await other.get(locationOf(done).slice(issuer.length))).status).toBe(200);
  });
});
