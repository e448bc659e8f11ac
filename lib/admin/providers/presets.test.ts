import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toUpstreamProfile } from '#lib/federation/accounts';
import { oidcUpstream } from '#lib/federation/oidc';
import { linkedInUpstream } from '#lib/federation/services';
import type { Upstream, UpstreamRequest } from '#lib/federation/upstream';
import { upstreamOf } from '#lib/federation/upstreams';
import type { IdentityProvider } from '#lib/providers/provider';
import { brandOf } from '#lib/providers/provider-brand';
import { providerSchema } from '#lib/providers/schema';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { type Preset, type PresetName, presetNames, presets } from './presets';

let upstream: ScriptedUpstream;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
beforeEach(() => {
  upstream.script = {};
});
afterAll(() => upstream.close());

const request: UpstreamRequest = {
  redirectUri: 'https://op.test/federation/service/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'v'.repeat(43),
  loginHint: null,
  prompt: [],
  maxAge: null,
  uiLocales: null,
};

/** A provider made from a preset. The service answers from loopback. */
const serviceOf = (preset: PresetName, mapping: Record<string, string> = {}): IdentityProvider => {
  const { name, displayName, type } = presets[preset];
  const entry = { name, display_name: displayName, type, client_id: 'signet', client_secret: 'the-secret' };
  const claimMapping = { ...presets[preset].mapping, ...mapping };
  const parsed = providerSchema.parse({ ...entry, issuer: upstream.issuer, claim_mapping: claimMapping });
  return { ...parsed, clientSecret: 'the-secret' };
};

/** Goes to the provider and comes back with its answer. */
async function signIn(adapter: Upstream, provider: IdentityProvider, answered: Record<string, string> = {}) {
  const environment = { policy: { issuer: 'https://op.test', outboundAllow: ['localhost'] }, now: new Date() };
  const asked = await adapter.authorizationUrl(provider, request, environment);
  const answer = new URL(upstream.answer(asked.href, answered), 'https://op.test');
  const checks = { ...request, answer, mustBeNew: false, startedAt: environment.now };
  const identity = await adapter.identify(provider, checks, environment);
  return {
    asked: asked.searchParams,
    identity,
    profile: toUpstreamProfile(provider, identity, { snapshot: { scopes: new Map() } }),
  };
}

describe('the gallery', () => {
  it('shows every preset once', () => {
    expect([...presetNames].sort()).toEqual(Object.keys(presets).sort());
  });

  it.each(presetNames)('%s has a valid configuration, and the mark of its service', (name) => {
    const { type, issuer, example, mapping, brand, settings, hasKey }: Preset = presets[name];
    const place = type === 'oidc' ? (issuer ?? example) : null;
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const credential = hasKey
      ? { team_id: 'TEAM000001', key_id: 'KEY0000001', private_key: key }
      : { client_secret: 'y' };
    const entry = { name: name, display_name: name, type, issuer: place, client_id: 'x', ...credential, ...settings };
    expect(providerSchema.safeParse({ ...entry, claim_mapping: mapping }).error).toBeUndefined();
    expect(brandOf({ type, issuer: place })).toBe(brand);
  });
});

describe('GitLab', () => {
  it('has few claims in its ID token, the others at UserInfo, and no sign-out', async () => {
    upstream.script = {
      metadata: { end_session_endpoint: undefined },
      claims: { sub: '42', sub_legacy: 'x', groups_direct: ['contoso'] },
      userinfo: {
        name: 'Ada Lovelace',
        nickname: 'ada',
        preferred_username: 'ada',
        email: 'ada@contoso.example',
        email_verified: true,
        profile: 'https://gitlab.contoso.example/ada',
        groups: ['contoso'],
      },
    };
    const { identity, profile } = await signIn(oidcUpstream, serviceOf('gitlab'));
    expect(identity.signOut).toBeNull();
    expect(profile).toMatchObject({
      username: 'ada',
      claims: {
        name: 'Ada Lovelace',
        email: 'ada@contoso.example',
        email_verified: true,
        profile: 'https://gitlab.contoso.example/ada',
      },
    });
  });
});

describe('Slack', () => {
  const team = { 'https://slack.com/team_id': 'T01', 'https://slack.com/user_id': 'U01' };
  const person = { sub: 'U01', name: 'Ada', email: 'ada@contoso.example', email_verified: true, ...team };

  it('names the workspace in its own claims, which are copied only by the mapping', async () => {
    upstream.script = { claims: person, userinfo: { ok: true, ...person } };
    const plain = await signIn(oidcUpstream, serviceOf('slack'));
    expect(plain.asked.get('nonce')).toBe('the-nonce');
    expect(plain.profile.claims).toEqual({ name: 'Ada', email: 'ada@contoso.example', email_verified: true });
    const mapped = await signIn(oidcUpstream, serviceOf('slack', { team: 'https://slack.com/team_id' }));
    expect(mapped.profile.claims).toMatchObject({ team: 'T01' });
  });

  it('answers errors with status 200, which are refused (security #122)', async () => {
    const refusal = JSON.stringify({ ok: false, error: 'bad_client_secret' });
    upstream.script = {
      answers: { '/token': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(refusal) },
    };
    await expect(signIn(oidcUpstream, serviceOf('slack'))).rejects.toMatchObject({ code: 'response' });
  });
});

describe('LinkedIn (decision 017)', () => {
  const person = {
    sub: '782bbtaQ',
    name: 'Ada Lovelace',
    email: 'ada@contoso.example',
    email_verified: 'true',
    locale: { country: 'US', language: 'en' },
  };

  it('is recognized only by its issuer', () => {
    const { issuer } = presets.linkedin;
    expect(upstreamOf({ type: 'oidc', issuer })).toBe(linkedInUpstream);
    for (const other of ['https://www.linkedin.com', `${issuer}/`, presets.slack.issuer]) {
      expect(upstreamOf({ type: 'oidc', issuer: other })).toBe(oidcUpstream);
    }
  });

  it('gets a request without PKCE and nonce, and the secret in the form', async () => {
    upstream.script = { claims: person };
    const { asked } = await signIn(linkedInUpstream, serviceOf('linkedin'));
    expect([...asked.keys()].sort()).toEqual(['client_id', 'redirect_uri', 'response_type', 'scope', 'state']);
    const { form, authorization } = upstream.lastToken;
    expect(authorization).toBeUndefined();
    expect(form.get('client_secret')).toBe('the-secret');
    expect(form.has('code_verifier')).toBe(false);
  });

  it('sends an invalid locale, which is ignored, and verification as text', async () => {
    upstream.script = { claims: person };
    const { profile } = await signIn(linkedInUpstream, serviceOf('linkedin'));
    expect(profile.claims).toEqual({ name: 'Ada Lovelace', email: 'ada@contoso.example', email_verified: true });
  });

  it('is refused with another state (security #113)', async () => {
    upstream.script = { claims: person };
    const answered = signIn(linkedInUpstream, serviceOf('linkedin'), { state: 'of-another-browser' });
    await expect(answered).rejects.toMatchObject({ code: 'response' });
  });

  it('is the only provider that may omit the nonce (security #114)', async () => {
    upstream.script = { claims: { ...person, nonce: undefined } };
    await expect(signIn(oidcUpstream, serviceOf('linkedin'))).rejects.toMatchObject({ code: 'response' });
  });
});
