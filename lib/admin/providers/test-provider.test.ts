import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { readProviderTrial } from '#lib/federation/trial/trial';
import { findSessionPrincipal } from '#lib/testing/administrator';
import { followRealTime } from '#lib/testing/federated-person';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { createFormToken } from '../access/principal';
import { handleProviderTest } from './actions';

let upstream: ScriptedUpstream;
let provider: TestProvider;

const configuration = () => ({
  ...fixtures,
  users: [
    { username: 'root', password, admin: 'owner' },
    { username: 'bo', password, admin: 'editor' },
    { username: 'au', password, admin: 'auditor' },
    { username: 'ada', password, claims: { email: 'ada@x.example', email_verified: true } },
  ],
  groups: [{ name: 'staff' }, { name: 'audit' }],
  identity_providers: [
    {
      name: 'corp',
      display_name: 'Contoso',
      type: 'oidc',
      enabled: false,
      issuer: upstream.issuer,
      client_id: 'signet',
      client_secret: 'canary-secret',
      claim_mapping: { name: 'name', email: 'email', role: 'groups' },
      group_mapping: { claim: 'teams', values: { 't-1': ['staff', 'Audit'], 't-2': ['staff'] } },
    },
    {
      name: 'posting',
      display_name: 'Posting',
      type: 'oidc',
      enabled: false,
      issuer: upstream.issuer,
      client_id: 'signet',
      client_secret: 'canary-secret',
      response_mode: 'form_post',
    },
  ],
});

beforeAll(async () => {
  upstream = await startScriptedUpstream(() => provider.context().now);
  provider = await createTestProvider(configuration(), { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(() => {
  followRealTime(provider);
  upstream.script = { claims: { preferred_username: 'ada', name: 'Ada', groups: ['a', 'b'] } };
});
afterAll(async () => {
  await provider.close();
  await upstream.close();
});

const cookieOf = ({ cookies }: Person) => [...cookies].map((pair) => pair.join('=')).join('; ');

async function signIn(username: string): Promise<Person> {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path), username);
  return person;
}

async function start(person: Person, name = 'corp') {
  const context = provider.context();
  const cookie = cookieOf(person);
  const principal = await findSessionPrincipal(cookie, context);
  if (principal === null) throw new Error('nobody is signed in');
  const body = encodeForm({ name, csrf: createFormToken(principal, context) });
  const headers = { cookie, origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
  const path = `/admin/providers/${name}/test/start`;
  const request = { method: 'POST', path, query: '', headers, body, clientAddress: '192.0.2.1' };
  return { response: await handleProviderTest(request, context), sub: principal.sub ?? '' };
}

const reportFor = async (sub: string) => (await readProviderTrial('corp', sub, provider.context()))?.report;
const counted = async () => {
  const { db } = provider.context();
  return [await db.user.count(), await db.userIdentity.count(), await db.session.count()];
};

describe('testing the connection to a provider (ux §1.19)', () => {
  it.each<[string, object, object]>([
    ['a list', { teams: ['t-2', 't-1', 'T-1'] }, { names: ['audit', 'staff'], is_missing: false, problem: null }],
    ['no such claim', {}, { names: [], is_missing: true, problem: null }],
    ['too many', { hasgroups: true }, { names: [], problem: 'groups_overage' }],
    ['something else', { teams: 7 }, { names: [], problem: 'groups_unreadable' }],
  ])(
    'shows the groups that a sign-in with %s would give, and gives none (decision 023)',
    async (_, claims, expected) => {
      upstream.script = { claims: { preferred_username: 'ada', ...claims } };
      const root = await signIn('root');
      const { response, sub } = await start(root);
      await root.get(upstream.answer(locationOf(response)));
      expect(await reportFor(sub)).toMatchObject({ groups: { claim: 'teams', ...expected } });
      expect(await provider.context().db.membership.count()).toBe(0);
    },
  );

  it('shows what was received and what an account would get, without changes', async () => {
    const root = await signIn('root');
    const before = await counted();
    const { response, sub } = await start(root);
    const location = locationOf(response);
    expect(location.startsWith(`${upstream.issuer}/authorize?`)).toBe(true);
    expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${issuer}/federation/corp/callback`);
    const back = await root.get(upstream.answer(location));
    expect(locationOf(back)).toBe(`${issuer}/admin/providers/corp/test`);
    const report = await reportFor(sub);
    expect(report).toMatchObject({
      outcome: 'passed',
      subject: 'u-1',
      claims: { name: 'Ada', groups: ['a', 'b'] },
      mapped: { name: 'Ada', role: ['a', 'b'] },
      decision: 'complete',
    });
    expect(JSON.stringify(report)).not.toMatch(/upstream-access-token|eyJ|nonce/);
    expect(await counted()).toEqual(before);
    const [event] = await listEvents(provider.context().db, { types: ['identity_provider.tested'] }, 1);
    expect(event).toMatchObject({ actorName: 'root', targetId: 'corp', outcome: 'success' });
  });

  it('shows that an account would have to be proved, without linking it (security #115)', async () => {
    upstream.script = { claims: { email: 'ada@x.example', email_verified: true } };
    const root = await signIn('root');
    const { response, sub } = await start(root);
    await root.get(upstream.answer(locationOf(response)));
    expect(await reportFor(sub)).toMatchObject({ decision: 'prove', mapped: { email: 'ada@x.example' } });
  });

  it('takes an answer that a disabled provider posts (OAuth 2.0 Form Post Response Mode §2)', async () => {
    const root = await signIn('root');
    const { response } = await start(root, 'posting');
    const [path = '', body = ''] = upstream.answer(locationOf(response)).split('?');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: upstream.issuer };
    const passedOn = new URL(locationOf(await provider.send(path, { method: 'POST', body, headers })));
    const back = await root.get(`${passedOn.pathname}${passedOn.search}`);
    expect(locationOf(back)).toBe(`${issuer}/admin/providers/posting/test`);
  });

  it.each([
    ['another nonce', () => ({ claims: { nonce: 'x' } }), {}, 'response'],
    ['a refused code', () => ({}), { code: 'wrong' }, 'response'],
    ['an error of the provider', () => ({}), { code: undefined, error: 'unauthorized_client' }, 'misconfigured'],
    ['a canceled sign-in', () => ({}), { code: undefined, error: 'access_denied' }, 'cancelled'],
  ])('reports %s', async (_, script, changes, problem) => {
    upstream.script = script();
    const root = await signIn('root');
    const { response, sub } = await start(root);
    const back = await root.get(upstream.answer(locationOf(response), changes));
    expect(locationOf(back)).toBe(`${issuer}/admin/providers/corp/test`);
    expect(await reportFor(sub)).toMatchObject({ outcome: 'failed', problem, reason: expect.stringMatching(/./) });
  });

  it('works once, and only in the browser where it was started (RFC 9700 §4.7)', async () => {
    const root = await signIn('root');
    const { response } = await start(root);
    const answer = upstream.answer(locationOf(response));
    const stranger = await createPerson(provider).get(answer);
    expect(stranger.status).toBe(403);
    expect((await root.get(answer)).status).toBe(303);
    expect((await root.get(answer)).status).toBe(400);
  });

  it('is shown only to the administrator who started it, and only while they are signed in', async () => {
    const root = await signIn('root');
    const { response, sub } = await start(root);
    for (const name of root.cookies.keys()) if (!name.includes('signet-flow')) root.cookies.delete(name);
    await root.signIn(await root.get(authorizeRequest().path), 'ada');
    await root.get(upstream.answer(locationOf(response)));
    expect(await reportFor(sub)).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('someone else') });
    const other = await findSessionPrincipal(cookieOf(await signIn('bo')), provider.context());
    expect(await readProviderTrial('corp', other?.sub ?? '', provider.context())).toBeNull();
  });

  it('expires after 15 minutes', async () => {
    const root = await signIn('root');
    const { response, sub } = await start(root);
    await root.get(upstream.answer(locationOf(response)));
    provider.advance(901);
    expect(await readProviderTrial('corp', sub, provider.context())).toBeNull();
  });

  it('is open only to people who may change the configuration', async () => {
    expect((await start(await signIn('au'))).response.status).toBe(403);
    expect(locationOf((await start(await signIn('bo'))).response)).toContain('/authorize?');
    expect(locationOf((await start(await signIn('bo'), 'nothing')).response)).toBe(`${issuer}/admin/providers`);
  });

  it('fails at once if the provider cannot be reached', async () => {
    await provider.configure({
      identity_providers: [{ ...configuration().identity_providers[0], issuer: 'http://localhost:1' }],
    });
    const { response, sub } = await start(await signIn('root'));
    expect(locationOf(response)).toBe(`${issuer}/admin/providers/corp/test`);
    expect(await reportFor(sub)).toMatchObject({ outcome: 'failed', problem: 'unavailable' });
  });
});
