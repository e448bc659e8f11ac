import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { rememberConsent } from '#lib/consents/consent-store';
import { run } from '#lib/db/run';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { readBrowser } from '#lib/sessions/read-browser';
import { testRequest } from '#lib/testing/authorization-request';
import { testClient, withClient } from '#lib/testing/client';
import { fixtures, issueCode } from '#lib/testing/fixtures';
import { createTestProvider, type TestProvider } from '#lib/testing/provider';
import { subjectFor } from '#lib/tokens/subject-for';
import { requiredSignIn } from '../required-sign-in';
import { decide } from './decide';

let provider: TestProvider;
let alice: SessionWithUser;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, tenants: [{ name: 'acme', display_name: 'Acme' }] });
  const { person } = await issueCode(provider, { client_id: 'silent' });
  const { db, settings, snapshot, now } = provider.context();
  const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
  const { current } = await readBrowser({ db, settings, cookieHeader, portal: snapshot.portal, now });
  if (current === null) throw new Error('nobody is signed in');
  alice = current;
});
afterAll(() => provider.close());

type Situation = {
  readonly client?: Partial<Client>;
  readonly request?: Partial<AuthorizationRequest>;
  readonly session?: SessionWithUser | null;
  readonly chosenSid?: string;
};

async function step({ client: change, request: asked, session = alice, chosenSid }: Situation): Promise<string> {
  const client = testClient({ requireConsent: false, ...change });
  const context = withClient(provider.context(), client);
  const request = testRequest(asked);
  const required = requiredSignIn(request, client, context);
  const situation = { request, client, required, session, startedAt: null };
  const next = await decide(chosenSid === undefined ? situation : { ...situation, chosenSid }, context);
  return next.step;
}

describe('what a request still needs from the person', () => {
  it('is nothing for a signed-in person, and a sign-in for a signed-out one', async () => {
    expect(await step({})).toBe('complete');
    expect(await step({ session: null })).toBe('login');
    expect(await step({ session: null, client: { requireConsent: true } })).toBe('login');
  });

  it('is another sign-in for a person who may not enter the tenant (security #118)', async () => {
    const request = { acrValues: 'tenant:acme' };
    expect(await step({ request, session: { ...alice, user: { ...alice.user, tenants: 'all' } } })).toBe('complete');
    expect(await step({ request, session: { ...alice, user: { ...alice.user, tenants: 'none' } } })).toBe('login');
  });

  it('is a sign-in unless a hint names the person by the subject that the client sees (OpenID Connect Core §8)', async () => {
    const client = testClient({ subjectType: 'pairwise' });
    const hintSub = subjectFor(client, alice.sub, provider.context().snapshot.pairwiseSalt);
    const pairwise = { subjectType: 'pairwise' } as const;
    expect(await step({ client: pairwise, request: { hintSub } })).toBe('complete');
    expect(await step({ client: pairwise, request: { hintSub: alice.sub } })).toBe('login');
    expect(await step({ client: pairwise, request: { hintSub }, session: null })).toBe('login');
  });

  it('is the choice of a session, once, with prompt=select_account', async () => {
    const request = { prompt: new Set(['select_account']) };
    expect(await step({ request })).toBe('login');
    expect(await step({ request, chosenSid: 'another' })).toBe('login');
    expect(await step({ request, chosenSid: alice.sid })).toBe('complete');
  });

  it('is a consent where the client needs one and none is remembered (semantics §1.11)', async () => {
    const client = { requireConsent: true };
    const { db, now, snapshot } = provider.context();
    const by = { now, revision: snapshot.revision };
    await db.consent.deleteMany({ where: { clientId: 'web' } });
    expect(await step({ client })).toBe('consent');
    const consent = { scope: ['openid', 'profile'], claims: [], expiresAt: null };
    await run(db, [rememberConsent({ sub: alice.sub, clientId: 'web' }, consent, by)]);
    expect(await step({ client })).toBe('complete');
    const claims = { idToken: ['email'], userinfo: [], acr: null };
    const asked = { client: { ...client, scope: ['openid', 'profile', 'email'] }, request: { claims } };
    expect(await step(asked)).toBe('consent');
  });
});
