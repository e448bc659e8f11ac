import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { masterSecret } from '#lib/crypto/master-secret';
import { readLogoutPage } from '#lib/login/logout/read';
import { fixtures, type Issued, issueCode, redeem, refresh, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { testSecret } from '#lib/testing/running-server';

const next = 'the next secret of this test, as long as it has to be';

/** The processes that run at the same time in the three steps of docs/operations.md. */
const before = masterSecret(testSecret);
const announced = masterSecret(testSecret, next);
const current = masterSecret(next, testSecret);
const after = masterSecret(next);

const rotating = { refresh_token_rotation: true, refresh_token_grace_seconds: 30 };
const clients = fixtures.clients.map((client) => ({ ...client, ...rotating }));

let provider: TestProvider;

beforeEach(async () => {
  provider = await createTestProvider({ ...fixtures, clients });
});

afterEach(() => provider.close());

/** A provider with two processes. Requests go to them alternately. */
function alternating(one = announced, other = current): TestProvider {
  let turn = 0;
  const turnOver = () => {
    turn += 1;
    provider.serveWith(turn % 2 === 0 ? one : other);
  };
  return {
    ...provider,
    context: () => {
      turnOver();
      return provider.context();
    },
    send: (path, request) => {
      turnOver();
      return provider.send(path, request);
    },
    post: (path, fields, headers) => {
      turnOver();
      return provider.post(path, fields, headers);
    },
  };
}

async function isSignedIn({ person }: Pick<Issued, 'person'>): Promise<boolean> {
  const answer = answerOf(await person.get(authorizeRequest({ prompt: 'none' }).path));
  return answer.error !== 'login_required';
}

describe('a rolling rotation of the secret over two processes', () => {
  it.each([
    ['while the next secret is announced', before, announced],
    ['while the secrets change places', announced, current],
    ['while the former secret is taken off the list', current, current],
  ])('fails no request %s', async (_, one, other) => {
    const both = alternating(one, other);
    for (let round = 0; round < 3; round += 1) {
      const issued = await issueCode(both, { scope: 'openid profile offline_access' });
      const tokens = bodyOf(await redeem(both, issued));
      expect((await userinfo(both, tokens.access_token)).status).toBe(200);
      const refreshed = bodyOf(await refresh(both, tokens.refresh_token));
      expect(bodyOf(await refresh(both, tokens.refresh_token)).refresh_token).toBe(refreshed.refresh_token);
      expect((await refresh(both, refreshed.refresh_token)).status).toBe(200);
      expect(await isSignedIn(issued)).toBe(true);
      const cookieHeader = [...issued.person.cookies].map((pair) => pair.join('=')).join('; ');
      const { form } = await readLogoutPage(both.context(), { cookieHeader });
      const out = await issued.person.submit('logout', { csrf: form.csrf, decision: 'sign_out' });
      expect([out.status, (await both.send(locationOf(out), { headers: { cookie: cookieHeader } })).status]).toEqual([
        303, 200,
      ]);
    }
  });
});

describe('values derived from the former secret', () => {
  it.each([
    ['holds while it is listed', current, true],
    ['ends when it is taken off the list', after, false],
  ])('%s: the session of a browser', async (_, secret, holds) => {
    const issued = await issueCode(provider);
    provider.serveWith(secret);
    expect(await isSignedIn(issued)).toBe(holds);
  });

  it.each([
    ['holds while it is listed', current, 303],
    ['ends when it is taken off the list', after, 403],
  ])('%s: a form that was open', async (_, secret, status) => {
    const person = createPerson({
      ...provider,
      send: (path, request) => {
        if (path.endsWith('/submit')) provider.serveWith(secret);
        return provider.send(path, request);
      },
    });
    const atLogin = await person.get(authorizeRequest().path);
    expect((await person.signIn(atLogin)).status).toBe(status);
  });

  it.each([
    ['holds while it is listed', current, true],
    ['ends when it is taken off the list', after, false],
  ])('%s: the successor of a refresh token inside the grace window', async (_, secret, holds) => {
    const tokens = bodyOf(await redeem(provider, await issueCode(provider, { scope: 'openid offline_access' })));
    const first = bodyOf(await refresh(provider, tokens.refresh_token));
    provider.serveWith(secret);
    const repeated = bodyOf(await refresh(provider, tokens.refresh_token));
    expect(repeated.refresh_token === first.refresh_token).toBe(holds);
  });

  it('do not include tokens: access and refresh tokens stay valid under the new secret', async () => {
    const tokens = bodyOf(await redeem(provider, await issueCode(provider, { scope: 'openid offline_access' })));
    provider.serveWith(after);
    expect((await userinfo(provider, tokens.access_token)).status).toBe(200);
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
  });
});
