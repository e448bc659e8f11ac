import { describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import type { Consent } from '#lib/consents/consent-covers';
import { type Tenant, tenantSchema } from '#lib/tenants/schema';
import { anyLevel, byPassword, passwordAlone } from '#lib/testing/authentication';
import { testClient } from '#lib/testing/client';
import {
  type ConsentSituation,
  isProviderAllowed,
  nextSignInStep,
  nextStep,
  type SessionFacts,
  type SignInRequirements,
} from './next-step';

const startedAt = new Date('2026-01-01T12:00:00Z');
const now = new Date('2026-01-01T12:00:30Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const facts = { ...byPassword, factors: passwordAlone };
const old: SessionFacts = { ...facts, sub: 'alice', authTime: secondsAgo(600) };
const atStart: SessionFacts = { ...old, authTime: startedAt };
const fresh: SessionFacts = { ...old, authTime: secondsAgo(10) };
const acme = (identityProviders: string[] | null): Tenant =>
  tenantSchema.parse({ name: 'acme', display_name: 'Acme', identity_providers: identityProviders });
const remembered: Consent = { scope: ['openid', 'profile'], claims: [], expiresAt: null };
const email = { claim: 'email', scope: 'email' };
const offline = { request: { scope: ['openid', 'offline_access'] } };
const withOffline: Consent = { ...remembered, scope: ['openid', 'offline_access'] };

type Case = {
  request?: Partial<
    Pick<SignInRequirements, 'maxAge' | 'hintSub' | 'provider'> & Omit<ConsentSituation['request'], 'prompt'>
  > & { prompt?: string };
  client?: Partial<Client>;
  tenant?: Tenant;
  session?: SessionFacts | null;
  consent?: Consent | null;
  isChosen?: boolean;
  mayUse?: boolean;
};

function decide({ request = {}, client = {}, tenant, session = old, consent = remembered, ...rest }: Case) {
  const { isChosen = false, mayUse = true } = rest;
  const { scope = ['openid', 'profile'], claims = [], maxAge = null, hintSub = null, provider = null } = request;
  const prompt = new Set((request.prompt ?? '').split(' ').filter(Boolean));
  const rules = testClient(client);
  const required = { ...anyLevel, rules, tenant: tenant ?? null, prompt, maxAge, hintSub, provider };
  const asked = { scope, claims, prompt };
  return nextStep(
    { required, session, startedAt, isChosen, now },
    { client: rules, mayUse, request: asked, consent, now },
  );
}

const login = { step: 'login', reauthenticate: false };
const reauthenticate = { step: 'login', reauthenticate: true };
const consent = { step: 'consent' };
const complete = { step: 'complete' };

describe('nextStep() decides the login (semantics §1.10)', () => {
  it.each<[string, Case, object]>([
    ['no session', { session: null }, login],
    ['a session and remembered consent', {}, complete],
    ['prompt=login with an older session', { request: { prompt: 'login' } }, reauthenticate],
    ['prompt=login satisfied by a sign-in after the start', { request: { prompt: 'login' }, session: fresh }, complete],
    ['prompt=login satisfied by a sign-in at the start', { request: { prompt: 'login' }, session: atStart }, complete],
    ['prompt=create with an older session', { request: { prompt: 'create' } }, reauthenticate],
    [
      'prompt=create satisfied by a sign-in after the start',
      { request: { prompt: 'create' }, session: fresh },
      complete,
    ],
    ['prompt=login consent keeps the consent', { request: { prompt: 'login consent' }, session: fresh }, consent],
    ['prompt=select_account with an older session', { request: { prompt: 'select_account' } }, login],
    [
      'prompt=select_account after picking an older session',
      { request: { prompt: 'select_account' }, isChosen: true },
      complete,
    ],
    [
      'prompt=login select_account after picking an older session',
      { request: { prompt: 'login select_account' }, isChosen: true },
      reauthenticate,
    ],
    ['prompt=select_account after a sign-in', { request: { prompt: 'select_account' }, session: fresh }, complete],
    ['max_age that the session keeps', { request: { maxAge: 600 } }, complete],
    ['max_age that the session exceeds by a second', { request: { maxAge: 599 } }, reauthenticate],
    ['max_age exceeded, but signed in since', { request: { maxAge: 1 }, session: fresh }, complete],
    ['max_age=0 asks once', { request: { maxAge: 0 } }, reauthenticate],
    ['max_age=0 does not ask in a loop', { request: { maxAge: 0 }, session: fresh }, complete],
    ["the client's default_max_age", { client: { defaultMaxAge: 60 } }, reauthenticate],
    ['max_age beats default_max_age', { client: { defaultMaxAge: 60 }, request: { maxAge: 3600 } }, complete],
    ['id_token_hint of the signed-in person', { request: { hintSub: 'alice' } }, complete],
    ['id_token_hint of somebody else', { request: { hintSub: 'bob' } }, login],
    ['local_login off with a password session', { client: { localLogin: false } }, login],
    ['idp: of the session', { request: { provider: 'local' } }, complete],
    ['idp: of another provider', { request: { provider: 'corp' } }, login],
    [
      'idp: of another provider, signed in since: never a loop',
      { request: { provider: 'corp' }, session: fresh },
      complete,
    ],
    ['a provider the tenant does not list', { tenant: acme(['other']), session: { ...old, idp: 'corp' } }, login],
    ['a provider the tenant lists', { tenant: acme(['corp']), session: { ...old, idp: 'corp' } }, complete],
    ['a tenant without a list', { tenant: acme(null), session: { ...old, idp: 'corp' } }, complete],
    ['the password under a tenant with a list', { tenant: acme([]) }, complete],
    [
      'a provider the client denies',
      { client: { identityProviders: { deny: ['corp'] } }, session: { ...old, idp: 'corp' } },
      login,
    ],
    [
      'a provider the client allows',
      { client: { identityProviders: { allow: ['corp'] } }, session: { ...old, idp: 'corp' } },
      complete,
    ],
  ])('%s', (_, given, expected) => expect(decide(given)).toMatchObject(expected));

  it('treats no session as newer than a request that arrives now (security #144)', () => {
    const ahead = { ...old, authTime: new Date(now.getTime() + 60_000) };
    const rest = { ...anyLevel, maxAge: null, hintSub: null, provider: null };
    const required = { rules: testClient(), tenant: null, prompt: new Set(['login']), ...rest };
    expect(nextSignInStep({ required, session: ahead, startedAt: null, now })).toEqual(reauthenticate);
    expect(nextSignInStep({ required, session: ahead, startedAt, now })).toBeNull();
  });

  it('requires a sign-in for max_age=0 even after one at the same moment (OpenID Connect Core §3.1.2.1)', () => {
    const given = { rules: testClient(), tenant: null, prompt: new Set<string>(), hintSub: null, provider: null };
    const rest = { ...anyLevel, ...given };
    const situation = { session: { ...old, authTime: now }, startedAt: null, now };
    expect(nextSignInStep({ ...situation, required: { ...rest, maxAge: 0 } })).toEqual(reauthenticate);
    expect(nextSignInStep({ ...situation, required: { ...rest, maxAge: 1 } })).toBeNull();
  });

  it('refuses a fresh sign-in of a person other than the one in id_token_hint (OpenID Connect Core §3.1.2.1)', () => {
    expect(decide({ request: { hintSub: 'bob' }, session: fresh })).toEqual({
      step: 'refuse',
      error: 'login_required',
    });
  });
});

describe('nextStep() decides the consent (semantics §1.11)', () => {
  it.each<[string, Case, object]>([
    ['nothing remembered', { consent: null }, consent],
    ['remembered for fewer scopes', { consent: { ...remembered, scope: ['openid'] } }, consent],
    ['remembered for more scopes', { consent: { ...remembered, scope: ['openid', 'profile', 'email'] } }, complete],
    ['remembered, expired this moment', { consent: { ...remembered, expiresAt: now } }, consent],
    ['remembered, valid', { consent: { ...remembered, expiresAt: new Date(now.getTime() + 1) } }, complete],
    ['the client needs none', { client: { requireConsent: false }, consent: null }, complete],
    [
      'prompt=consent although the client needs none',
      { client: { requireConsent: false }, request: { prompt: 'consent' } },
      consent,
    ],
    ['the client may not remember', { client: { allowRememberConsent: false } }, consent],
    ['a claim by name that is not remembered', { request: { claims: [email] } }, consent],
    [
      'a claim by name that is',
      { request: { claims: [email] }, consent: { ...remembered, claims: ['email'] } },
      complete,
    ],
    [
      'a claim by name whose scope is remembered',
      { request: { claims: [email] }, consent: { ...remembered, scope: ['openid', 'profile', 'email'] } },
      complete,
    ],
    ['offline_access that was allowed and remembered', { ...offline, consent: withOffline }, complete],
    ['offline_access that was not among the remembered scopes', offline, consent],
    ['offline_access with nothing remembered', { ...offline, consent: null }, consent],
    [
      'offline_access remembered, expired this moment',
      { ...offline, consent: { ...withOffline, expiresAt: now } },
      consent,
    ],
    [
      'offline_access remembered alone, and a scope that is new',
      { ...offline, consent: { ...withOffline, scope: ['offline_access'] } },
      consent,
    ],
    [
      'offline_access remembered, and a claim by name that is new',
      { request: { ...offline.request, claims: [email] }, consent: withOffline },
      consent,
    ],
    [
      'offline_access remembered, and prompt=consent',
      { request: { ...offline.request, prompt: 'consent' }, consent: withOffline },
      consent,
    ],
    [
      'offline_access remembered at a client that may not remember any more',
      { ...offline, client: { allowRememberConsent: false }, consent: withOffline },
      consent,
    ],
    [
      'offline_access remembered at a native client without a secret (decision 016)',
      { ...offline, client: { applicationType: 'native', tokenEndpointAuthMethod: 'none' }, consent: withOffline },
      consent,
    ],
    [
      'offline_access remembered at a native client with a secret',
      { ...offline, client: { applicationType: 'native' }, consent: withOffline },
      complete,
    ],
    [
      'offline_access remembered at a web client without a secret',
      { ...offline, client: { tokenEndpointAuthMethod: 'none' }, consent: withOffline },
      complete,
    ],
    [
      'offline_access of a client that needs none',
      { request: { scope: ['openid', 'offline_access'] }, client: { requireConsent: false } },
      complete,
    ],
    [
      'a native client without a secret (RFC 8252 §8.6, security #22)',
      { client: { applicationType: 'native', tokenEndpointAuthMethod: 'none' } },
      consent,
    ],
    ['a native client with a secret', { client: { applicationType: 'native' } }, complete],
    ['a web client without a secret', { client: { tokenEndpointAuthMethod: 'none' } }, complete],
  ])('%s', (_, given, expected) => expect(decide(given)).toMatchObject(expected));
});

it.each<[Client['identityProviders'], string, boolean]>([
  [{ allow: '*' }, 'corp', true],
  [{ allow: [] }, 'corp', false],
  [{ allow: ['corp'] }, 'corp', true],
  [{ deny: ['corp'] }, 'corp', false],
  [{ deny: ['other'] }, 'corp', true],
  [{ allow: [] }, 'local', true],
])('provider rule %j lets %s in: %s (semantics §1.9)', (identityProviders, idp, expected) => {
  expect(isProviderAllowed({ rules: testClient({ identityProviders }), tenant: null }, idp)).toBe(expected);
});
