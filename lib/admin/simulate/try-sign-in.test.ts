import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { clientUses } from '#lib/clients/usage/note-use';
import { hashHandle } from '#lib/crypto/hash';
import type { HttpResponse } from '#lib/http/types';
import { toArea } from '#lib/interactions/area-address';
import { readConsentPage } from '#lib/login/consent/read';
import { handleConsentSubmit } from '#lib/login/consent/submit';
import { consentPurpose, formBinding } from '#lib/login/form-binding';
import { trialPath } from '#lib/login/trial/report';
import { startSnapshot, stopSnapshot } from '#lib/snapshot/current';
import { findSessionPrincipal } from '#lib/testing/administrator';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { changeClients } from '#lib/testing/change-clients';
import { fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, issuer, type TestProvider } from '#lib/testing/provider';
import { createFormToken } from '../access/principal';
import type { AdminContext } from '../admin-context';
import { readSimulateQuery, readSimulation } from './read';

let provider: TestProvider;

const [web] = fixtures.clients;
const claims = { name: 'Root', email: 'root@example.com' };
const configuration = {
  ...fixtures,
  clients: [
    ...fixtures.clients,
    { ...web, client_id: 'new', require_consent: false },
    { ...web, client_id: 'acme-web', tenant: 'acme', require_consent: false },
    { ...web, client_id: 'pushing', require_pushed_authorization_requests: true, require_consent: false },
    { ...web, client_id: 'scopeless', scope: '' },
    { ...web, client_id: 'fleeting', require_consent: false },
    {
      client_id: 'tv',
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid',
    },
  ],
  tenants: [{ name: 'acme', display_name: 'Acme' }],
  users: [
    ...fixtures.users,
    { username: 'root', password, admin: 'owner', claims },
    { username: 'bo', password, admin: 'editor' },
    { username: 'au', password, admin: 'auditor' },
    { username: 'ed', password, admin: 'owner', tenants: 'none' },
  ],
};

beforeAll(async () => {
  provider = await createTestProvider(configuration);
  const { db, settings, now } = provider.context();
  await startSnapshot({ db, secret: settings.secret, now });
});
afterAll(async () => {
  stopSnapshot();
  await provider.close();
});

const cookieOf = ({ cookies }: Person) => [...cookies].map((pair) => pair.join('=')).join('; ');

/** Creates a browser in which an administrator is signed in. */
async function signIn(username: string, person = createPerson(provider)): Promise<Person> {
  await person.signIn(await person.get(authorizeRequest({ client_id: 'silent', prompt: 'login' }).path), username);
  provider.advance(1);
  return person;
}

async function adminOf(person: Person): Promise<AdminContext | null> {
  const context = provider.context();
  const principal = await findSessionPrincipal(cookieOf(person), context);
  return (
    principal && { ...context, log: context.log, principal, proof: null, clientAddress: '192.0.2.1', source: 'area' }
  );
}

type Start = { readonly clientId?: string; readonly fields?: Record<string, string>; readonly origin?: string };

/** Posts the form of the page, and keeps the cookies. */
async function start(person: Person, { clientId = 'silent', fields = {}, origin = issuer }: Start = {}) {
  const admin = await adminOf(person);
  const csrf = admin === null ? '' : createFormToken(admin.principal, admin);
  const response = await provider.send(`/admin/clients/${clientId}/try/start`, {
    body: encodeForm({ client_id: clientId, csrf, ...fields }),
    headers: { cookie: cookieOf(person), origin, 'content-type': 'application/x-www-form-urlencoded' },
  });
  for (const line of [response.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    person.cookies.set(name, value);
  }
  return response;
}

/** The page of the simulator, as this person sees it. */
async function shown(person: Person, client: string, trial = '') {
  const admin = await adminOf(person);
  if (admin === null) throw new Error('nobody is signed in');
  return readSimulation(admin, readSimulateQuery({ client, trial }));
}

/** The result at the end of a trial. */
async function resultOf(person: Person, end: HttpResponse, clientId = 'silent') {
  return (await shown(person, clientId, handleIn(end))).result;
}

const handleIn = (end: HttpResponse) => new URL(locationOf(end)).searchParams.get('trial') ?? undefined;
const page = (clientId: string) => `${issuer}${trialPath(clientId)}&trial=`;

/** Counts everything that an application could use, or that would reveal the trial. */
async function countIssued() {
  const { db } = provider.context();
  const [grants, codes, refreshTokens, accessTokens] = [
    db.grant,
    db.authorizationCode,
    db.refreshToken,
    db.accessToken,
  ];
  return [
    await grants.count(),
    await codes.count(),
    await refreshTokens.count(),
    await accessTokens.count(),
    await db.sessionClient.count(),
    await db.consent.count(),
    await db.scopeUse.count(),
    await db.outboxMail.count(),
  ];
}

const eventsOf = async (types: Parameters<typeof listEvents>[1]['types']) =>
  listEvents(provider.context().db, { types: types ?? [] }, 1);

describe('trying the sign-in of a client (decision 014)', () => {
  it('shows what the application would have received, and issues nothing (security #186)', async () => {
    const root = await signIn('root');
    const before = await countIssued();
    const end = await start(root);
    expect(locationOf(end).startsWith(page('silent'))).toBe(true);
    expect(await resultOf(root, end)).toMatchObject({
      outcome: 'answered',
      username: 'root',
      idp: 'local',
      amr: ['pwd'],
      scope: ['openid', 'profile', 'email', 'offline_access', 'orders'],
      refused: [],
      claims: {
        idToken: { iss: issuer, aud: 'silent', amr: ['pwd'], nonce: expect.any(String) },
        accessToken: { client_id: 'silent', aud: 'orders' },
        userinfo: { name: 'Root', email: 'root@example.com' },
        hasRefreshToken: true,
      },
    });
    expect(await countIssued()).toEqual(before);
    expect(JSON.stringify(await resultOf(root, end))).not.toMatch(/eyJ|"sid"|"jti"|"grant_id"|code=/);
    const row = await provider
      .context()
      .db.authorizationRequest.findFirstOrThrow({ where: { triedBy: { not: null } } });
    expect(row.trialReport).not.toContain('root');
    expect((await eventsOf(['client.tried']))[0]).toMatchObject({ actorName: 'root', targetId: 'silent' });
  });

  it('asks for consent like the application, and remembers no answer', async () => {
    const root = await signIn('root');
    const before = await countIssued();
    const consent = await start(root, { clientId: 'web' });
    const end = await root.allow(consent, { scope: ['openid', 'profile'], remember_consent: 'on' });
    expect(await resultOf(root, end, 'web')).toMatchObject({
      outcome: 'answered',
      scope: ['openid', 'profile'],
      refused: ['email', 'offline_access', 'orders'],
      claims: { hasRefreshToken: false },
    });
    expect(await countIssued()).toEqual(before);
    const [event] = await eventsOf(['consent.granted']);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ trial: true });
    expect(locationOf(await start(root, { clientId: 'web' }))).toMatch(/\/consent\?/);
  });

  it('keeps the consent of the application, regardless of the answer in a trial', async () => {
    const root = await signIn('root');
    const consent = await root.get(authorizeRequest({ client_id: 'web2', redirect_uri: 'https://rp2.test/cb' }).path);
    await root.allow(consent, { remember_consent: 'on' });
    const before = await countIssued();
    const again = await start(root, { clientId: 'web2' });
    await root.allow(again, { scope: ['openid'] });
    expect(await countIssued()).toEqual(before);
  });

  it('shows the error of a denied consent with its explanation', async () => {
    const root = await signIn('root');
    const end = await root.allow(await start(root, { clientId: 'web' }), { decision: 'deny' });
    expect(locationOf(end).startsWith(page('web'))).toBe(true);
    expect(await resultOf(root, end, 'web')).toMatchObject({
      outcome: 'refused',
      error: 'access_denied',
      rule: 'person_denied',
      fix: expect.any(String),
      goesTo: 'https://rp.test/cb',
    });
    const [event] = await eventsOf(['consent.denied']);
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ trial: true });
  });

  it('records no refused request of the client', async () => {
    const root = await signIn('root');
    await provider.flushExplanations();
    const before = await provider.context().db.explanation.count();
    await root.allow(await start(root, { clientId: 'web' }), { decision: 'deny' });
    await provider.flushExplanations();
    expect(await provider.context().db.explanation.count()).toBe(before);
  });

  it('counts neither as use of the client nor as a sign-in to it', async () => {
    const root = await signIn('root');
    const { db } = provider.context();
    const login = await start(root, { clientId: 'new', fields: { prompt: 'login' } });
    expect(locationOf(await root.signIn(login, 'root')).startsWith(page('new'))).toBe(true);
    const [event] = await eventsOf(['sign_in.succeeded']);
    expect(event).toMatchObject({ actorName: 'root', clientId: null });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ trial: 'new' });
    expect(
      clientUses(db)
        .take()
        .map(({ clientId }) => clientId),
    ).not.toContain('new');
  });

  it.each([
    ['that requires pushed requests', 'pushing'],
    ['of a tenant', 'acme-web'],
  ])('works for a client %s', async (_, clientId) => {
    const root = await signIn('root');
    const end = await start(root, { clientId });
    expect(await resultOf(root, end, clientId)).toMatchObject({ outcome: 'answered' });
  });

  it('begins with the sign-in page for an administrator who does not belong to the tenant', async () => {
    const response = await start(await signIn('ed'), { clientId: 'acme-web' });
    expect(locationOf(response)).toMatch(`${issuer}/login?`);
  });

  it('shows before the sign-in why an application would be refused', async () => {
    const root = await signIn('root');
    const before = await provider.context().db.interaction.count();
    for (const [clientId, error] of [
      ['scopeless', 'invalid_scope'],
      ['gone', 'unauthorized_client'],
    ] as const) {
      expect(locationOf(await start(root, { clientId }))).toBe(issuer + trialPath(clientId));
      expect((await shown(root, clientId)).simulation).toMatchObject({ outcome: 'refused', error });
    }
    expect(await provider.context().db.interaction.count()).toBe(before);
  });

  it.each(['m2m', 'tv'])('is not offered for %s, which has no sign-in in a browser', async (clientId) => {
    const root = await signIn('root');
    expect(await shown(root, clientId)).toMatchObject({ tried: null, simulation: null, tokens: expect.anything() });
    expect(locationOf(await start(root, { clientId }))).toBe(issuer + trialPath(clientId));
  });

  it('can be started only by people who may see previews of tokens', async () => {
    const auditor = await signIn('au');
    expect(await resultOf(auditor, await start(auditor))).toMatchObject({ username: 'au' });
    expect((await start(await signIn('alice'))).status).toBe(403);
    expect(locationOf(await start(createPerson(provider)))).toContain('/admin/sign-in?');
    const root = await signIn('root');
    expect((await start(root, { fields: { csrf: 'x' } })).status).toBe(403);
    expect((await start(root, { origin: 'https://evil.test' })).status).toBe(403);
  });
});

describe('the result of a trial', () => {
  it('is shown to the administrator who started it, even if another person signed in meanwhile (security #186)', async () => {
    const root = await signIn('root');
    const login = await start(root, { fields: { prompt: 'select_account' } });
    const end = await root.signIn(login, 'alice');
    // Now Alice is signed in.
    expect((await adminOf(root))?.principal).toMatchObject({ name: 'alice', role: null });
    expect(await resultOf(root, end)).toBe('none');
    // "Use another account" leads back to the same result.
    const address = locationOf(end).slice(issuer.length);
    expect(toArea(address, '/admin/sign-in')).toBe(address);
    await signIn('root', root);
    expect(await resultOf(root, end)).toMatchObject({
      username: 'alice',
      claims: { userinfo: { name: 'Alice Smith' } },
    });
  });

  it('is not shown to another administrator, nor to the same one in another browser', async () => {
    const root = await signIn('root');
    const end = await start(root);
    expect(await resultOf(await signIn('bo'), end)).toBe('none');
    expect(await resultOf(await signIn('root'), end)).toBe('none');
    expect(await resultOf(root, end)).toMatchObject({ outcome: 'answered' });
  });

  it('is not shown after the administrator signed out', async () => {
    const root = await signIn('root');
    const login = await start(root, { fields: { prompt: 'login' } });
    const { db, now } = provider.context();
    const trial = await db.authorizationRequest.findFirstOrThrow({
      where: { hash: hashHandle(new URL(locationOf(login)).searchParams.get('interaction') ?? '') },
    });
    await db.session.updateMany({ where: { sid: trial.triedBy ?? '' }, data: { endedAt: now } });
    const end = await root.signIn(login, 'root');
    expect(locationOf(end).startsWith(page('silent'))).toBe(true);
    expect(await resultOf(root, end)).toBe('none');
  });

  it('is shown only for its client', async () => {
    const root = await signIn('root');
    const end = await start(root);
    expect(await resultOf(root, end, 'web')).toBe('none');
  });

  it.each([
    ['expires ten minutes after its end', 601, 'none'],
    ['is shown until then', 599, { outcome: 'answered' }],
  ])('%s', async (_, seconds, expected) => {
    const root = await signIn('root');
    const end = await start(root);
    provider.advance(seconds);
    const result = await resultOf(root, end);
    if (typeof expected === 'string') expect(result).toBe(expected);
    else expect(result).toMatchObject(expected);
  });

  it('can only be decrypted in its own row', async () => {
    const root = await signIn('root');
    const [one, two] = [await start(root), await start(root)];
    const { db } = provider.context();
    const rows = await db.authorizationRequest.findMany({
      where: { trialReport: { not: null } },
      orderBy: { interaction: { startedAt: 'desc' } },
      take: 2,
    });
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('no rows');
    await db.authorizationRequest.update({ where: { hash: first.hash }, data: { trialReport: second.trialReport } });
    await db.authorizationRequest.update({ where: { hash: second.hash }, data: { trialReport: first.trialReport } });
    await expect(resultOf(root, one)).rejects.toMatchObject({ code: 'cannot_open' });
    await expect(resultOf(root, two)).rejects.toMatchObject({ code: 'cannot_open' });
  });
});

describe('a running trial', () => {
  it('ends once, regardless of simultaneous or later answers (design: single use)', async () => {
    const root = await signIn('root');
    const consent = await start(root, { clientId: 'web' });
    const before = await countIssued();
    const handle = new URL(locationOf(consent)).searchParams.get('interaction') ?? '';
    const sub = (await adminOf(root))?.principal.sub ?? '';
    const purpose = consentPurpose(handle, sub);
    const { csrf } = formBinding({ handle, cookieHeader: cookieOf(root), purpose }, provider.context());
    const answer = (decision: string) =>
      root.submit('consent', { interaction: handle, csrf, scope: ['openid', 'profile'], decision });
    const both = await Promise.all([answer('allow'), answer('allow')]);
    const [first, second] = both.toSorted((one, other) => one.status - other.status);
    if (first === undefined) throw new Error('no answer');
    expect(second?.status).toBe(409);
    const result = await resultOf(root, first, 'web');
    const again = await answer('deny');
    expect(again.status).toBe(409);
    expect(await resultOf(root, first, 'web')).toEqual(result);
    expect(await countIssued()).toEqual(before);
  });

  /** Allows everything, while something else happens between the check of the form and its transaction. */
  async function allowWhile(root: Person, consent: HttpResponse, happen: () => Promise<unknown>) {
    const body = encodeForm(await root.consentForm(consent));
    const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie: cookieOf(root) };
    const request = { method: 'POST', path: '/consent/submit', query: '', headers, body, clientAddress: '192.0.2.1' };
    const context = provider.context();
    return handleConsentSubmit(request, { ...context, db: beforeTransaction(context.db, happen) });
  }

  it('keeps the first of two answers that both read that it waits (design: single use)', async () => {
    const root = await signIn('root');
    const consent = await start(root, { clientId: 'web' });
    const ends: HttpResponse[] = [];
    const second = await allowWhile(root, consent, async () => {
      ends.push(await root.allow(consent, { decision: 'deny' }));
    });
    expect(second.status).toBe(409);
    const [first] = ends;
    if (first === undefined) throw new Error('no answer');
    expect(await resultOf(root, first, 'web')).toMatchObject({ outcome: 'refused', error: 'access_denied' });
  });

  it('leads to the sign-in when the person signs out while they answer (security #107)', async () => {
    const root = await signIn('root');
    const consent = await start(root, { clientId: 'web' });
    const { db, now } = provider.context();
    const answer = await allowWhile(root, consent, () => db.session.updateMany({ data: { endedAt: now } }));
    const handle = new URL(locationOf(consent)).searchParams.get('interaction') ?? '';
    expect(locationOf(answer)).toBe(`${issuer}/login?interaction=${handle}`);
    const where = { hash: hashHandle(handle) };
    expect(await db.authorizationRequest.findUnique({ where })).toMatchObject({ trialReport: null });
  });

  it('shows the error that the application would receive when nothing may be released any more', async () => {
    const root = await signIn('root');
    const clientId = 'moving';
    await provider.configure({ clients: [{ ...web, client_id: clientId }] });
    const consent = await start(root, { clientId });
    // No configuration can name a tenant that is not there; a database can.
    await changeClients(provider.context().db, { clientId }, { tenant: 'gone' });
    await provider.configure({});
    const end = await root.allow(consent);
    const result = await resultOf(root, end, clientId);
    expect(result).toMatchObject({ outcome: 'refused', error: 'access_denied', rule: 'nothing_to_release' });
  });

  it('expires after ten minutes, and has to be started again', async () => {
    const root = await signIn('root');
    const consent = await start(root, { clientId: 'web' });
    provider.advance(601);
    const interaction = new URL(locationOf(consent)).searchParams.get('interaction');
    const shown = await readConsentPage(provider.context(), { interaction, cookieHeader: cookieOf(root) });
    expect(shown).toMatchObject({
      page: 'problem',
      problem: 'interaction_expired',
      again: { word: 'restart', href: trialPath('web') },
    });
  });

  it('is bound to its browser (security #99)', async () => {
    const root = await signIn('root');
    const login = await start(root, { fields: { prompt: 'login' } });
    const stranger = await signIn('alice');
    await expect(stranger.signIn(login, 'alice')).rejects.toThrow('interaction_other_browser');
  });

  it('ends without a result if the client is disabled meanwhile', async () => {
    const root = await signIn('root');
    const login = await start(root, { clientId: 'fleeting', fields: { prompt: 'login' } });
    const clients = configuration.clients.map((one) =>
      one.client_id === 'fleeting' ? { ...one, enabled: false } : one,
    );
    await provider.configure({ ...configuration, clients });
    await expect(root.signIn(login, 'root')).rejects.toThrow('invalid_client');
    const where = { clientId: 'fleeting' };
    expect(await provider.context().db.authorizationRequest.findMany({ where })).toMatchObject([{ trialReport: null }]);
  });

  it('cannot be requested at the authorization endpoint (security #186)', async () => {
    const { db } = provider.context();
    const root = await signIn('root');
    const before = await db.authorizationRequest.count({ where: { triedBy: { not: null } } });
    const address = new URL(page('silent')).href.replace('&trial=', '');
    const named = await root.get(authorizeRequest({ client_id: 'silent', redirect_uri: address }).path);
    expect(named.status).toBe(400);
    const asked = { client_id: 'silent', triedBy: 'x', tried_by: 'x', trial: 'x', kind: 'trial' };
    expect(locationOf(await root.get(authorizeRequest(asked).path))).toMatch(/^https:\/\/rp\.test\/cb\?code=/);
    expect(await db.authorizationRequest.count({ where: { triedBy: { not: null } } })).toBe(before);
  });
});
