import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byCommandLine } from '#lib/config/authorship';
import { revokeRecorded } from '#lib/config/revoke-recorded';
import { rotateRecorded } from '#lib/config/rotate-recorded';
import { parseParameters } from '#lib/http/form';
import { activeKey } from '#lib/keys/active-key';
import { signJwt } from '#lib/keys/sign-jwt';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { signOutFixtures } from '#lib/testing/sign-out';
import { checkEndSession } from './check-request';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(signOutFixtures());
});
afterAll(() => provider.close());

const bye = 'https://app.test/bye';

/** An ID token of ours. */
function hintOf(claims: object = {}, of = provider): string {
  const { snapshot, now } = of.context();
  const iat = now.getTime() / 1000;
  const payload = { iss: issuer, aud: 'app', sub: 'ada', sid: 's', iat, exp: iat + 300, ...claims };
  return signJwt(activeKey(snapshot.keys, 'RS256', now), 'JWT', payload);
}

function check(fields: FormFields, by = provider) {
  const parameters = parseParameters(encodeForm(fields));
  if (parameters === null) throw new Error('no parameters');
  return checkEndSession(parameters, by.context());
}

describe('a request to sign out (RP-Initiated Logout §2, semantics §6.2)', () => {
  it.each<[string, () => FormFields, object | null]>([
    ['nothing', () => ({}), null],
    ['a client alone', () => ({ client_id: 'app' }), null],
    ['a client and its address', () => ({ client_id: 'app', post_logout_redirect_uri: bye }), { state: null }],
    ['a hint and an address', () => ({ id_token_hint: hintOf(), post_logout_redirect_uri: bye }), { state: null }],
    ['a state', () => ({ client_id: 'app', post_logout_redirect_uri: bye, state: 'a' }), { state: 'a' }],
  ])('may hold %s', (_, fields, more) => {
    const postLogout = more === null ? null : { clientId: 'app', uri: bye, ...more };
    expect(check({ ...fields(), logout_hint: 'ada' })).toMatchObject({
      problem: null,
      reference: null,
      logoutHint: 'ada',
      postLogout,
    });
  });

  it.each<[string, object, object]>([
    ['a session', {}, { clientId: 'app', sub: 'ada', sid: 's' }],
    ['a person', { sid: undefined }, { clientId: 'app', sub: 'ada', sid: null }],
    ['a person, where the session is no text', { sid: 5 }, { clientId: 'app', sub: 'ada', sid: null }],
  ])('proves %s by its hint', (_, claims, proof) => {
    expect(check({ id_token_hint: hintOf(claims), client_id: 'app' })).toMatchObject({ proof, problem: null });
    expect(check({ id_token_hint: hintOf(claims) })).toMatchObject({ proof, problem: null });
  });

  it('proves a session by a hint whose key has expired, but not by one of a revoked key (security #19)', async () => {
    const own = await createTestProvider(signOutFixtures());
    const asked = { id_token_hint: hintOf({}, own), post_logout_redirect_uri: bye };
    const { db, settings } = own.context();
    const byNow = () => ({ secret: settings.secret, now: own.context().now, by: byCommandLine });
    const [kid = ''] = [...own.context().snapshot.keys.values()].flatMap(({ alg, kid }) =>
      alg === 'RS256' ? kid : [],
    );
    await rotateRecorded(db, byNow());
    await own.configure({});
    own.advance(6000);
    expect(check(asked, own)).toMatchObject({ proof: { sid: 's' }, problem: null });
    await own.configure({});
    expect(check(asked, own)).toMatchObject({ proof: { sid: 's' }, postLogout: { uri: bye }, problem: null });
    await revokeRecorded(db, { kid, ...byNow() });
    await own.configure({});
    expect(check(asked, own)).toMatchObject({ proof: null, postLogout: null, problem: 'invalid_hint' });
    await own.close();
  });

  it.each<[string, () => FormFields, string]>([
    ['an unknown client', () => ({ client_id: 'nobody' }), 'unknown_client'],
    ['a disabled client', () => ({ client_id: 'gone' }), 'unknown_client'],
    ['the address of no client', () => ({ post_logout_redirect_uri: bye }), 'no_client'],
    [
      'the address of a disabled client',
      () => ({ client_id: 'gone', post_logout_redirect_uri: 'https://gone.test/bye' }),
      'unknown_client',
    ],
    [
      'the address of another client',
      () => ({ client_id: 'evil', post_logout_redirect_uri: bye }),
      'unregistered_redirect',
    ],
    ['a hint that is none of ours', () => ({ id_token_hint: 'a.b.c', post_logout_redirect_uri: bye }), 'invalid_hint'],
    ['a hint of nobody', () => ({ id_token_hint: hintOf({ sub: undefined }), client_id: 'app' }), 'invalid_hint'],
    ['a hint of another client', () => ({ id_token_hint: hintOf(), client_id: 'evil' }), 'client_mismatch'],
    ['a hint of an unknown client', () => ({ id_token_hint: hintOf({ aud: 'nobody' }) }), 'unknown_client'],
    [
      'a hint of a disabled client',
      () => ({ id_token_hint: hintOf({ aud: 'gone' }), post_logout_redirect_uri: 'https://gone.test/bye' }),
      'unknown_client',
    ],
  ])('proves nothing and leads nowhere with %s', (_, fields, problem) => {
    expect(check({ ...fields(), logout_hint: 'ada' })).toMatchObject({
      proof: null,
      postLogout: null,
      problem,
      reference: expect.stringMatching(/^[A-Z0-9]{10}$/),
      logoutHint: 'ada',
    });
  });
});
