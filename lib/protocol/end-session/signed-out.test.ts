import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { rowAad, seal, sealingKey } from '#lib/crypto/seal';
import { transaction } from '#lib/db/transaction';
import { saveUpstreamSession } from '#lib/sessions/upstream/upstream-session-store';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf } from '#lib/testing/person';
import { createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { signOutFixtures } from '#lib/testing/sign-out';
import { continueSignOut, findUpstreamSignOut } from './signed-out';

describe('the page after a sign-out', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await createTestProvider(signOutFixtures());
  });
  afterAll(() => provider.close());

  const record = {
    postLogout: null,
    uiLocales: null,
    problem: null,
    reference: null,
    sids: [],
    providers: [],
    clientId: null,
    automatic: true,
  };

  it.each([
    ['has an address of its own if it has nothing to say', [], `${issuer}/logout?done=1`],
    ['names the providers where the person may still be signed in', ['corp'], `${issuer}/connect/endsession/callback?`],
  ])('%s', async (_, providers, address) => {
    expect(locationOf(await continueSignOut({ ...record, providers }, undefined, provider.context()))).toContain(
      address,
    );
  });
});

describe('the sign-out at a provider (RP-Initiated Logout §2)', () => {
  const corp = {
    name: 'corp',
    display_name: 'Contoso',
    type: 'oidc',
    issuer: 'https://corp.test',
    client_id: 'signet',
    client_secret: 's3cret',
  };

  /** Sessions that began at a provider, with its ID token. */
  const kept = {
    anna: { provider: 'corp', idToken: 'of-anna' },
    ben: { provider: 'corp', idToken: 'of-ben' },
    'as-long-as-may-be': { provider: 'corp', idToken: 'x'.repeat(4000) },
    'too-long': { provider: 'corp', idToken: 'x'.repeat(4001) },
    'at-a-disabled-one': { provider: 'off', idToken: 'of-off' },
    'elsewhere-before': { provider: 'hub', idToken: 'of-hub' },
  };

  let provider: TestProvider;

  beforeAll(async () => {
    const identity_providers = [corp, { ...corp, name: 'off', enabled: false }, { ...corp, name: 'hub' }];
    provider = await createTestProvider({ ...fixtures, identity_providers });
    const { db, settings, now } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ select: { sub: true } });
    await db.browser.create({ data: { id: 'b', handleHash: 'h', createdAt: now, expiresAt: now } });
    const times = { authTime: now, lastSeenAt: now, expiresAt: now, createdAt: now };
    for (const [sid, { provider: name, idToken }] of Object.entries(kept)) {
      await db.session.create({ data: { sid, sub, browserId: 'b', idp: name, remember: false, ...times } });
      const text = JSON.stringify({ endpoint: 'https://corp.test/logout?at=1', idToken, clientId: 'signet' });
      const sealed = seal(sealingKey(settings.secret), text, rowAad('UpstreamSession', 'sealed', sid));
      const began = { sid, provider: name, issuer: corp.issuer, subject: sid, upstreamSid: null, sealed };
      await transaction(db, (tx) => saveUpstreamSession(tx, began, now));
    }
  });
  afterAll(() => provider.close());

  type Ended = { readonly sid: string; readonly idp: string };

  async function signOutOf(...sessions: Ended[]): Promise<URLSearchParams | null> {
    const context: Context = provider.context();
    const url = await findUpstreamSignOut(sessions, (name) => `state of ${name}`, context);
    return url === null ? null : new URL(url).searchParams;
  }

  it('sends the provider what it needs, along with the parameters of its own address', async () => {
    expect(Object.fromEntries((await signOutOf({ sid: 'anna', idp: 'corp' })) ?? [])).toEqual({
      at: '1',
      id_token_hint: 'of-anna',
      client_id: 'signet',
      post_logout_redirect_uri: `${issuer}/connect/endsession/callback`,
      state: 'state of corp',
    });
  });

  it.each([
    ['anna', 'ben'],
    ['ben', 'anna'],
  ])('of two people of one provider is the one of %s, who is the current one, and not of %s', async (one, other) => {
    const url = await signOutOf({ sid: one, idp: 'corp' }, { sid: other, idp: 'corp' });
    expect(url?.get('id_token_hint')).toBe(`of-${one}`);
  });

  it.each([
    ['as-long-as-may-be', true],
    ['too-long', false],
  ])('carries an ID token that is %s: %s', async (sid, isSent) => {
    expect((await signOutOf({ sid, idp: 'corp' }))?.has('id_token_hint')).toBe(isSent);
  });

  it.each<[string, Ended[]]>([
    ['without a session', []],
    ['for a sign-in with a password', [{ sid: 'anna', idp: 'local' }]],
    ['at a provider that is disabled', [{ sid: 'at-a-disabled-one', idp: 'off' }]],
    ['at the provider of an earlier sign-in in the same session', [{ sid: 'elsewhere-before', idp: 'corp' }]],
  ])('is left out %s', async (_, sessions) => {
    expect(await signOutOf(...sessions)).toBeNull();
  });
});
