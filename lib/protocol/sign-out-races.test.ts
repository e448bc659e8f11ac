import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvedDevice, deviceFixtures, deviceGrant, pollDevice } from '#lib/testing/device';
import { issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';

let provider: TestProvider;
beforeAll(async () => {
  const file = signOutFixtures();
  const tv = deviceFixtures.clients.filter(({ grant_types }) => grant_types.includes(deviceGrant));
  provider = await createTestProvider({ ...file, clients: [...file.clients, ...tv] });
});
afterAll(() => provider.close());

const redirectUri = 'https://app.test/cb';
const authorization = basic('app', secrets.web);
const app = { client_id: 'app', redirect_uri: redirectUri };

describe('a sign-out simultaneous with other requests of the session (security #107)', () => {
  it('ends the tokens of a code that is redeemed at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, idToken } = await signInAt(provider, 'app');
      const issued = await issueCode(provider, app, person);
      const [response] = await Promise.all([
        redeem(provider, issued, { redirect_uri: redirectUri }, authorization),
        endSession(person, { id_token_hint: idToken }),
      ]);
      const { access_token, error } = bodyOf(response);
      if (access_token === undefined) expect(error).toBe('invalid_grant');
      else expect((await userinfo(provider, access_token)).status).toBe(401);
    }
  });

  it('ends the tokens of a refresh token that is used at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const scope = 'openid offline_access';
      const { person, idToken, tokens } = await signInAt(provider, 'app', undefined, { scope });
      const [response] = await Promise.all([
        refresh(provider, tokens.refresh_token, {}, authorization),
        endSession(person, { id_token_hint: idToken }),
      ]);
      // A grant with offline_access outlives its session (design: grant model), but a token that contains the session
      // does not.
      const { access_token } = bodyOf(response);
      const { sid } = JSON.parse(Buffer.from(String(access_token).split('.')[1] ?? '', 'base64url').toString());
      expect((await userinfo(provider, access_token)).status).toBe(sid === undefined ? 200 : 401);
      expect((await userinfo(provider, tokens.access_token)).status).toBe(401);
    }
  });

  it('ends a code that is issued at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, idToken } = await signInAt(provider, 'app');
      const { path, verifier } = authorizeRequest({ ...app, prompt: 'none' });
      const [answer] = await Promise.all([person.get(path), endSession(person, { id_token_hint: idToken })]);
      const { code, error } = answerOf(answer);
      if (code === undefined) {
        expect(error).toBe('login_required');
        continue;
      }
      const response = await redeem(provider, { code, verifier }, { redirect_uri: redirectUri }, authorization);
      expect(bodyOf(response)).toMatchObject({ error: 'invalid_grant' });
    }
  });

  const offline = { ...app, scope: 'openid offline_access' };

  it('ends a code with offline_access that was issued before it', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const issued = await issueCode(provider, offline, person);
    await endSession(person, { id_token_hint: idToken });
    const response = await redeem(provider, issued, { redirect_uri: redirectUri }, authorization);
    expect(bodyOf(response)).toMatchObject({ error: 'invalid_grant' });
  });

  it('gives no lasting token for a code with offline_access that is redeemed at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { person, idToken } = await signInAt(provider, 'app');
      const issued = await issueCode(provider, offline, person);
      const [response] = await Promise.all([
        redeem(provider, issued, { redirect_uri: redirectUri }, authorization),
        endSession(person, { id_token_hint: idToken }),
      ]);
      const { access_token, error } = bodyOf(response);
      if (access_token === undefined) expect(error).toBe('invalid_grant');
      else expect((await userinfo(provider, access_token)).status).toBe(401);
    }
  });

  it('keeps the offline_access tokens of a code that was redeemed before it', async () => {
    const { person, idToken } = await signInAt(provider, 'app');
    const issued = await issueCode(provider, offline, person);
    const tokens = bodyOf(await redeem(provider, issued, { redirect_uri: redirectUri }, authorization));
    await endSession(person, { id_token_hint: idToken });
    expect((await refresh(provider, tokens.refresh_token, {}, authorization)).status).toBe(200);
  });

  it('ends the approval of a device that did not fetch its tokens yet', async () => {
    const person = createPerson(provider);
    const { deviceCode } = await approvedDevice(provider, {}, person);
    const fetched = await approvedDevice(provider, {}, person);
    const tokens = bodyOf(await pollDevice(provider, fetched.deviceCode));
    const { idToken } = await signInAt(provider, 'app', person);
    await endSession(person, { id_token_hint: idToken });
    expect(bodyOf(await pollDevice(provider, deviceCode))).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(provider, tokens.refresh_token, { client_id: 'tv' }, null)).status).toBe(200);
  });
});
