import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { confirm, endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { plainFrame } from '#lib/theme/brand';
import { loggedOutHtml } from './logged-out';

describe('the page after a sign-out', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(signOutFixtures());
  });
  afterAll(() => provider.close());

  const bye = 'https://app.test/bye';

  /** Signs a person in to several clients, in one session. */
  async function signInAtAll(...clients: string[]): Promise<{ person: Person; idToken: string; sid: string }> {
    const [first = 'app', ...others] = clients;
    const { person, idToken } = await signInAt(provider, first);
    for (const client of others) await signInAt(provider, client, person);
    const { sid } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    return { person, idToken, sid };
  }

  const framesIn = ({ body }: HttpResponse) =>
    [...body.matchAll(/<iframe src="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
  const policyOf = ({ headers }: HttpResponse) => String(headers['content-security-policy']).split('; ');

  describe('front-channel logout (OpenID Connect Front-Channel Logout §2, §3, semantics §6.2)', () => {
    it('loads the address of each client of the session, with iss and sid where they are required', async () => {
      const { person, idToken, sid } = await signInAtAll('app', 'shop', 'news', 'bank');
      const response = await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: bye, state: 's' });
      expect(locationOf(response).startsWith(`${issuer}/connect/endsession/callback?id=v2.`)).toBe(true);
      const page = await person.get(locationOf(response));
      expect(page.status).toBe(200);
      expect(framesIn(page)).toEqual([
        'https://news.test:8443/out',
        `https://shop.test/out?a=b&${new URLSearchParams({ iss: issuer, sid })}`,
      ]);
      expect(page.body).toContain(`href="${bye}?state=s" rel="noreferrer" data-follow="">Return to The app</a>`);
    });

    it('may frame only those origins, and run only its own script (CSP 3 §6.1.5, security #128)', async () => {
      const { person, idToken } = await signInAtAll('shop', 'news');
      const page = await person.get(locationOf(await endSession(person, { id_token_hint: idToken })));
      const script = /<script>(.*?)<\/script>/s.exec(page.body)?.[1] ?? '';
      const hash = createHash('sha256').update(script).digest('base64');
      expect(policyOf(page)).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          `script-src 'sha256-${hash}'`,
          'frame-src https://news.test:8443 https://shop.test',
          "frame-ancestors 'none'",
          "form-action 'none'",
        ]),
      );
      expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
      expect(page.headers['cache-control']).toContain('no-store');
      expect(page.body).toContain('data-page="logged-out"');
      expect(page.body).toContain('href="/"');
    });

    it('happens after a confirmed sign-out too, even if no client asked for it', async () => {
      const { person } = await signInAtAll('shop');
      const page = await person.get(locationOf(await confirm(provider, person, await endSession(person, {}))));
      expect(framesIn(page)).toHaveLength(1);
      expect(page.body).not.toMatch(/<a [^>]*data-follow/);
    });

    it('does not notify clients of a session that goes on', async () => {
      const { person, idToken } = await signInAtAll('app');
      provider.advance(1);
      const overrides = { client_id: 'shop', redirect_uri: 'https://shop.test/cb', prompt: 'select_account' };
      await person.signIn(await person.get(authorizeRequest(overrides).path), 'bob');
      const response = await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: bye });
      expect(locationOf(response)).toBe(bye);
    });

    it('loads the address of the client that the person goes back to as well', async () => {
      const { person, idToken } = await signInAtAll('shop');
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: 'https://shop.test/bye' };
      const page = await person.get(locationOf(await endSession(person, parameters)));
      expect(framesIn(page)).toHaveLength(1);
      expect(page.body).toContain('href="https://shop.test/bye"');
    });

    it('adds a query to an address without one', async () => {
      const own = await createTestProvider(signOutFixtures());
      const { person, idToken } = await signInAt(own, 'app');
      await signInAt(own, 'shop', person);
      const clients = signOutFixtures().clients.map((client) =>
        client.client_id === 'shop' ? { ...client, frontchannel_logout_uri: 'https://shop.test/out' } : client,
      );
      await own.configure({ clients });
      const page = await person.get(locationOf(await endSession(person, { id_token_hint: idToken })));
      expect(framesIn(page)[0]).toMatch(/^https:\/\/shop\.test\/out\?iss=/);
      await own.close();
    });

    it('goes to the client at once when there is no address to load', async () => {
      const { person, idToken } = await signInAtAll('app', 'bank');
      expect(locationOf(await endSession(person, { id_token_hint: idToken, post_logout_redirect_uri: bye }))).toBe(bye);
    });
  });

  describe('the page after a sign-out', () => {
    it('is available only to the browser that signed out, for a limited time', async () => {
      const { person, idToken } = await signInAtAll('shop');
      const location = locationOf(await endSession(person, { id_token_hint: idToken }));
      expect((await person.get(location)).status).toBe(200);
      const stranger = createPerson(provider);
      await stranger.get(authorizeRequest({ client_id: 'app', redirect_uri: 'https://app.test/cb' }).path);
      expect((await stranger.get(location)).status).toBe(400);
      expect((await createPerson(provider).get(location)).status).toBe(400);
      provider.advance(901);
      expect((await person.get(location)).status).toBe(400);
    });

    it.each(['?id=', '?state=v1.abc', '?id=v1.abc', '?id=a&id=b', '?id=%zz', `?id=${'a'.repeat(9000)}`])(
      'answers %s with 400 and leads nowhere (semantics §6.2)',
      async (query) => {
        const { person } = await signInAtAll('app');
        const response = await person.get(`/connect/endsession/callback${query}`);
        expect(response.status).toBe(400);
        expect(response.headers).not.toHaveProperty('location');
        expect(response.body).not.toMatch(/<iframe|<script/);
      },
    );

    it('shows only that without a record (an upstream provider may return none)', async () => {
      const response = await createPerson(provider).get('/connect/endsession/callback');
      expect(locationOf(response)).toBe(`${issuer}/logout?done=1`);
    });
  });
});

describe('the signed-out page', () => {
  const nothing = { frame: plainFrame, back: null, notified: [], providers: [], problem: null, reference: null };
  const told = { clientId: 'a', name: 'A', frames: ['https://a.test/out?x=1', 'https://a.test/out?x=2'] };

  it.each([
    ['no frame and no script', [], /^(?!.*(frame-src|script-src))/],
    [
      'frames of the clients that it loads, each origin once',
      [{ ...told, state: 'browser' as const }],
      /; frame-src https:\/\/a\.test; /,
    ],
  ])('may load %s (CSP 3 §6.1.5, security #128)', (_, notified, policy) => {
    expect(loggedOutHtml({ ...nothing, notified }).headers['content-security-policy']).toMatch(policy);
  });

  it.each([
    ['no', null, null, false],
    ['a', 'no_client', 'ABCDEFGHIJ', true],
  ] as const)('explains %s problem', (_, problem, reference, isTold) => {
    const { body } = loggedOutHtml({ ...nothing, problem, reference });
    expect(body.includes('needs an id_token_hint or a client_id')).toBe(isTold);
    expect(body.includes('ABCDEFGHIJ')).toBe(isTold);
    expect(/reference/i.test(body)).toBe(isTold);
  });
});
