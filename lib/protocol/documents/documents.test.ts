import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readApps } from '#lib/account/apps/read';
import { listEvents } from '#lib/audit/event-store';
import { blankClient } from '#lib/clients/client-record';
import { clientTable, countSelfRegistered, findClient } from '#lib/clients/client-store';
import { readRevision } from '#lib/db/revision';
import { transaction } from '#lib/db/transaction';
import { findExplanation } from '#lib/explain/explanation-store';
import { parseParameters } from '#lib/http/form';
import type { HttpResponse } from '#lib/http/types';
import { findLiveKeys } from '#lib/keys/key-store';
import { readConsentPage } from '#lib/login/consent/read';
import { readLoginPage } from '#lib/login/sign-in/read';
import { reserve } from '#lib/ratelimit/reserve';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { signInToAccount } from '#lib/testing/account';
import { changeClients, storedSettings } from '#lib/testing/change-clients';
import { type DocumentSite, startDocumentSite } from '#lib/testing/document-site';
import { fixtures, refresh } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { queuedMails } from '#lib/testing/queued-mails';
import { signInLimit } from '../limit-requests';
import { isOAuthError, unauthorizedClient } from '../oauth-error';
import { openLimits } from '../registration/find-no-place';
import { admitDocument, knowDocument } from './admit-document';
import { documentLimits } from './fetch-document';
import { resolveDocument, storeDocument } from './resolve-document';

let provider: TestProvider;
let site: DocumentSite;
let made = 0;

beforeAll(async () => {
  site = await startDocumentSite();
  provider = await createTestProvider({ ...fixtures, portal }, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
afterAll(async () => {
  site.close();
  await provider.close();
});
beforeEach(() => {
  // Resets the hourly limit of people, and the minute limits.
  provider.advance(3700);
});

const portal = { client_id_metadata_documents: 'open', agents: { denied_domains: ['evil.example'] } };
const callback = 'http://127.0.0.1/cb';

/** A document with its own path, and the request of its program. */
function agent(changes: object = {}) {
  made += 1;
  const path = `/agent-${made}.json`;
  const clientId = site.url(path);
  const document = (more: object = {}) => ({
    client_id: clientId,
    client_name: 'Example Agent',
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    ...changes,
    ...more,
  });
  site.serve(path, document());
  const ask = (overrides: FormFields = {}) =>
    authorizeRequest({ client_id: clientId, redirect_uri: callback, ...overrides });
  return { path, clientId, document, ask };
}

async function signedIn(username = 'alice'): Promise<Person> {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path), username);
  return person;
}

/** A signed-in person, by the name to which fetches are counted. */
const somebody = (sub: string) => ({ sub, clientAddress: '192.0.2.1' });

const redeem = (clientId: string, code: string | undefined, verifier: string, redirectUri = callback) =>
  provider.post('/connect/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });

/** The rule that one of our pages shows, and its status. */
async function refusalOf(response: HttpResponse) {
  await provider.flushExplanations();
  const reference = /Reference ([A-Z0-9]{10})/.exec(response.body)?.[1] ?? '';
  const record = await findExplanation(provider.context().db, reference);
  return [response.status, record?.rule];
}

describe('a client with the address of its document as client_id', () => {
  it('gets a token: the person signs in first, then the document is fetched once (security #187)', async () => {
    const { path, clientId, ask } = agent();
    const person = createPerson(provider);
    const { path: address, verifier } = ask({ scope: 'openid profile offline_access' });
    const login = await person.get(address);
    expect(locationOf(login)).toContain('/login?interaction=');
    expect(site.hits(path), 'nobody anonymous makes this server fetch').toBe(0);
    const consent = await person.signIn(login);
    expect(locationOf(consent)).toContain('/consent?interaction=');
    expect(site.hits(path)).toBe(1);
    const { code } = answerOf(await person.allow(consent));
    const tokens = bodyOf(await redeem(clientId, code, verifier));
    expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    const next = bodyOf(await refresh(provider, tokens.refresh_token, { client_id: clientId }, null));
    expect(next.access_token).toEqual(expect.any(String));
    expect(site.hits(path)).toBe(1);
    const { db } = provider.context();
    const mails = (await queuedMails(provider.context())).filter(({ kind }) => kind === 'app_connected');
    expect(mails, 'a first agent is told by its host').toMatchObject([{ values: { app: new URL(clientId).host } }]);
    expect((await findClient(db, clientId))?.record).toMatchObject({
      selfRegistered: true,
      clientName: 'Example Agent',
    });
    expect(await db.configurationChange.count({ where: { section: 'clients', key: clientId } })).toBe(1);
    expect(await listEvents(db, { types: ['client.created'] }, 1)).toMatchObject([{ targetId: clientId }]);
  });

  it('is named by its host on the sign-in page, and canceling leads nowhere', async () => {
    const { ask } = agent();
    const person = createPerson(provider);
    const login = await person.get(ask({ login_hint: 'alice' }).path);
    const interaction = new URL(locationOf(login)).searchParams.get('interaction');
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    expect(await readLoginPage(provider.context(), { interaction, cookieHeader })).toMatchObject({
      client: { name: new URL(site.url('/')).host, isVouched: false },
      cancelReturns: false,
      username: 'alice',
    });
    expect(locationOf(await person.signIn(login, 'alice', { decision: 'cancel' }))).toBe('https://op.test/');
  });

  it('gets no answer after a person cancels in another tab during the fetch (design: interaction)', async () => {
    const { path, clientId, document, ask } = agent();
    const person = createPerson(provider);
    const login = await person.get(ask().path);
    const canceled: number[] = [];
    site.serve(path, async (_, response) => {
      canceled.push((await person.signIn(login, 'alice', { decision: 'cancel' })).status);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document()));
    });
    expect((await person.signIn(login)).status).toBe(409);
    expect(canceled).toEqual([303]);
    expect(await provider.context().db.grant.count({ where: { clientId } })).toBe(0);
  });

  it('is named by its host on the consent page and in the account, with its scopes folded', async () => {
    const { clientId, ask } = agent();
    const { host } = new URL(clientId);
    const person = await signedIn();
    const consent = async (scope: string) => {
      const answer = await person.get(ask({ scope }).path);
      const interaction = new URL(locationOf(answer)).searchParams.get('interaction');
      const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
      return { answer, page: await readConsentPage(provider.context(), { interaction, cookieHeader }) };
    };
    const first = await consent('openid');
    const stranger = { host, name: 'Example Agent', isLocal: true };
    expect(first.page).toMatchObject({
      client: { name: host },
      stranger,
      redirectHost: '127.0.0.1',
      allowed: new Set(),
    });
    await person.allow(first.answer);
    expect((await consent('openid profile')).page).toMatchObject({
      allowed: new Set(['openid', 'offline_access']),
    });
    expect((await consent('openid')).page, 'nothing is new').toMatchObject({ allowed: new Set() });
    const { user } = await (await signInToAccount(provider)).session();
    const row = (await readApps(user, provider.context())).rows.find((app) => app.clientId === clientId);
    expect(row).toMatchObject({ host, client: { name: host, isVouched: false }, endsAt: expect.any(Date) });
  });

  it('asks for one sign-in with prompt=login', async () => {
    const { ask } = agent();
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(ask({ prompt: 'login' }).path));
    expect(locationOf(consent)).toContain('/consent?');
    expect(answerOf(await person.allow(consent))).toHaveProperty('code');
  });

  it('is fetched at once for a signed-in person, and not again while the document is fresh', async () => {
    const { path, ask } = agent();
    const person = await signedIn();
    expect(locationOf(await person.get(ask().path))).toContain('/consent?');
    provider.advance(3599);
    expect(locationOf(await createPerson(provider).get(ask().path))).toContain('/login?');
    await person.get(ask().path);
    expect(site.hits(path)).toBe(1);
    provider.advance(2);
    await person.get(ask().path);
    expect(site.hits(path)).toBe(2);
  });

  it('is fetched once for 50 requests at the same time', async () => {
    const { path, clientId, ask, document } = agent();
    site.serve(path, (_, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document()));
      }, 50);
    });
    const person = await signedIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => person.get(ask().path)));
    expect(answers.every((answer) => locationOf(answer).includes('/consent?'))).toBe(true);
    expect(site.hits(path)).toBe(1);
    expect(await listEvents(provider.context().db, { types: ['client.created'] }, 5)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ targetId: clientId })]),
    );
  });

  it('is fetched once for two people at the same time', async () => {
    const { path, clientId } = agent();
    const known = ['ada', 'ben'].map((sub) => resolveDocument(clientId, somebody(sub), provider.context()));
    expect(await Promise.all(known)).toEqual([null, null]);
    expect(site.hits(path)).toBe(1);
  });

  it('is fresh again when it has not changed, and nothing else is written', async () => {
    const { path, clientId, ask } = agent();
    await (await signedIn()).get(ask().path);
    provider.advance(3700);
    const context = provider.context();
    const { db } = context;
    const revision = await readRevision(db);
    // Without a new revision, a process keeps its configuration.
    const still = { ...context, refreshConfiguration: async () => context.snapshot };
    for (let request = 0; request < 2; request += 1) {
      expect(isOAuthError(await knowDocument(clientId, somebody('ada'), still))).toBe(false);
    }
    expect([site.hits(path), await readRevision(db)]).toEqual([2, revision]);
    const { documentExpiresAt } = await db.client.findUniqueOrThrow({ where: { clientId } });
    expect(documentExpiresAt).toEqual(new Date(context.now.getTime() + 3_600_000));
  });

  it('has a key of ours for each algorithm that it asks for, at once', async () => {
    const { db, now } = provider.context();
    await db.signingKey.deleteMany({ where: { alg: 'ES384' } });
    const { ask } = agent({ id_token_signed_response_alg: 'ES384' });
    await (await signedIn()).get(ask().path);
    expect((await findLiveKeys(db, now)).map(({ alg }) => alg)).toContain('ES384');
  });

  it('is created once by two processes, and all other processes load it', async () => {
    const { clientId } = agent();
    const context = provider.context();
    const revision = await readRevision(context.db);
    const record = {
      ...blankClient(clientId),
      selfRegistered: true,
      documentHash: 'a'.repeat(43),
      redirectUris: [callback],
    };
    const expiresAt = new Date(context.now.getTime() + 3_600_000);
    const former = { ...blankClient(clientId), selfRegistered: true };
    const document = { describe: () => record, former, expiresAt, clientAddress: '192.0.2.1' };
    const store = () => storeDocument(document, context);
    expect(await Promise.all([store(), store()])).toEqual([null, null]);
    const where = { type: 'client.created', targetId: clientId };
    expect(await context.db.auditEvent.count({ where })).toBe(1);
    expect(await readRevision(context.db)).toBeGreaterThan(revision);
  });

  it('keeps values that an operator sets during the fetch', async () => {
    const { path, clientId, document, ask } = agent();
    const person = await signedIn();
    await person.get(ask().path);
    const { db } = provider.context();
    const limits = { agentScope: ['openid'], agentEndDate: '2099-01-31', requireConsent: true, minimumAcr: 'phr' };
    site.serve(path, async (_, response) => {
      await changeClients(db, { clientId }, limits);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document({ client_name: 'Renamed' })));
    });
    provider.advance(3700);
    await person.get(ask().path);
    expect(await storedSettings(db, clientId)).toMatchObject({ ...limits, clientName: 'Renamed' });
  });

  it('changes nothing for a client that an operator vouches for during the fetch', async () => {
    const { path, clientId, document, ask } = agent();
    const person = await signedIn();
    await person.get(ask().path);
    const { db } = provider.context();
    site.serve(path, async (_, response) => {
      await changeClients(db, { clientId }, { selfRegistered: false });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document({ client_name: 'Renamed' })));
    });
    provider.advance(3700);
    await person.get(ask().path);
    expect(await storedSettings(db, clientId)).toMatchObject({ selfRegistered: false, clientName: 'Example Agent' });
  });

  it('changes nothing when it does not fit what an operator set meanwhile', async () => {
    const { clientId, ask } = agent();
    await (await signedIn()).get(ask().path);
    const context = provider.context();
    const stored = (await findClient(context.db, clientId))?.record;
    if (stored === undefined) throw new Error('the client is not stored');
    const refused = unauthorizedClient('document_unusable', { clientId, name: 'scope', reason: 'scope' });
    const described = [{ ...stored, clientName: 'Renamed' }, refused];
    const document = { describe: () => described.shift() ?? refused, former: stored, expiresAt: context.now };
    expect(await storeDocument({ ...document, clientAddress: '192.0.2.1' }, context)).toBe(refused);
    expect((await findClient(context.db, clientId))?.record).toEqual(stored);
  });
});

describe('nothing is fetched (security #187)', () => {
  it('with prompt=none: the page of an unknown client', async () => {
    const { path, ask } = agent();
    const person = await signedIn();
    expect(await refusalOf(await person.get(ask({ prompt: 'none' }).path))).toEqual([400, 'client_unknown']);
    expect(site.hits(path)).toBe(0);
  });

  it('for a client_id that comes twice', async () => {
    const { path, clientId } = agent();
    const request = authorizeRequest({ client_id: [clientId, clientId], redirect_uri: callback });
    expect((await (await signedIn()).get(request.path)).status).toBe(400);
    expect(site.hits(path)).toBe(0);
  });

  it('of a domain that was denied since the person was asked to sign in', async () => {
    const { path, clientId } = agent();
    const context = provider.context();
    const { portal: current } = context.snapshot;
    const denied = { ...current, agents: { ...current.agents, deniedDomains: ['localhost'] } };
    const known = knowDocument(clientId, somebody('ada'), {
      ...context,
      snapshot: { ...context.snapshot, portal: denied },
    });
    expect(await known).toMatchObject({ rule: 'domain_denied' });
    expect(site.hits(path)).toBe(0);
  });

  it.each([
    ['the token endpoint', '/connect/token', { grant_type: 'authorization_code', code: 'x' }],
    ['the PAR endpoint', '/connect/par', { response_type: 'code', scope: 'openid', redirect_uri: callback }],
    ['the device authorization endpoint', '/connect/deviceauthorization', { scope: 'openid' }],
  ])('by %s: invalid_client', async (_, endpoint, fields) => {
    const { path, clientId } = agent();
    const answer = await provider.post(endpoint, { client_id: clientId, ...fields });
    expect(bodyOf(answer).error).toBe('invalid_client');
    expect(site.hits(path)).toBe(0);
  });

  it.each([
    ['a denied domain', 'https://evil.example/agent'],
    ['a subdomain of it', 'https://sub.evil.example/agent'],
    ['a private address (CVE-2026-55671)', 'https://10.0.0.1/agent'],
    ['the cloud’s metadata', 'https://169.254.169.254/agent'],
    ['a public address', 'https://198.51.100.7/agent'],
    ['this machine', 'https://127.0.0.1/agent'],
    ['a name of the local network', 'https://printer.local/agent'],
    ['this server', 'https://op.test/agent'],
  ])('of %s: 403 for everybody', async (_, clientId) => {
    const { path } = authorizeRequest({ client_id: clientId, redirect_uri: callback });
    for (const person of [createPerson(provider), await signedIn()]) {
      expect(await refusalOf(await person.get(path))).toEqual([403, 'domain_denied']);
    }
  });

  it('for an operator’s client with such an id', async () => {
    const { path, clientId, ask } = agent();
    const client = {
      client_id: clientId,
      token_endpoint_auth_method: 'none',
      redirect_uris: [callback],
      scope: 'openid profile',
    };
    await provider.configure({ clients: [client] });
    expect(locationOf(await (await signedIn()).get(ask().path))).toContain('/consent?');
    expect(site.hits(path)).toBe(0);
  });

  it('with documents off, which also refuses clients of stored documents', async () => {
    const { path, ask, clientId } = agent();
    const person = await signedIn();
    const { code } = answerOf(await person.allow(await person.get(ask().path)));
    await provider.configure({ portal: { ...portal, client_id_metadata_documents: 'off' } });
    expect(await refusalOf(await person.get(ask().path))).toEqual([400, 'client_unknown']);
    expect(bodyOf(await redeem(clientId, code, 'x')).error).toBe('invalid_client');
    expect(site.hits(path)).toBe(1);
    await provider.configure({
      portal: { client_id_metadata_documents: 'open', agents: { denied_domains: ['evil.example'] } },
    });
  });
});

describe('a document that fails (security #187)', () => {
  const listener =
    (status: number, headers: Record<string, string>, body: string): RequestListener =>
    (_, response) => {
      response.writeHead(status, headers).end(body);
    };
  const json = { 'content-type': 'application/json' };

  it.each([
    ['a redirect', () => listener(302, { location: 'https://app.example/' }, ''), 'the answer was a redirect (302)'],
    ['304', () => listener(304, {}, ''), 'the answer was a redirect (304)'],
    ['404', () => listener(404, json, '{}'), 'the server answered with status 404'],
    ['201', () => listener(201, json, '{}'), 'the server answered with status 201'],
    ['HTML', (text: string) => listener(200, { 'content-type': 'text/html' }, text), 'the response is not JSON'],
    ['no type', (text: string) => listener(200, {}, text), 'the response is not JSON'],
    [
      '6 KB',
      (text: string) => listener(200, json, text.replace('{', `{"x":"${'x'.repeat(6000)}",`)),
      'the answer is too large',
    ],
    [
      'a compressed answer',
      (text: string) => listener(200, { ...json, 'content-encoding': 'gzip' }, text),
      'the answer is compressed',
    ],
    ['no answer', (): RequestListener => (request) => request.socket.destroy(), 'the server did not answer'],
  ])('with %s shows why, and is fetched again', async (_, answer, reason) => {
    const { path, ask, document } = agent();
    site.serve(path, answer(JSON.stringify(document())));
    const person = await signedIn();
    const page = await person.get(ask().path);
    expect(page.body).toContain('We couldn’t read the app’s description');
    expect(page.body).toContain(`<dd dir="ltr">The metadata document of the client could not be fetched: ${reason}`);
    expect(await refusalOf(page)).toEqual([400, 'document_unreachable']);
    site.serve(path, document());
    expect(locationOf(await person.get(ask().path)), 'errors are not kept').toContain('/consent?');
  });

  it.each<[string, string, (document: object) => unknown, string]>([
    ['no JSON', 'document_unusable', () => '<html>', 'it is not well-formed'],
    [
      'a secret',
      'document_unusable',
      (own) => ({ ...own, client_secret: 'x' }),
      'client_secret: not allowed in a metadata document',
    ],
    ['a wrong member', 'document_unusable', (own) => ({ ...own, default_max_age: -1 }), 'default_max_age: expected at'],
    ['another client_id', 'document_mismatch', (own) => ({ ...own, client_id: 'https://b.example/x' }), 'https://b.ex'],
    [
      'foreign redirect URIs',
      'document_redirect_foreign',
      (own) => ({ ...own, redirect_uris: ['https://other.example/cb'] }),
      'https://other.example/cb',
    ],
  ])('with %s shows what is wrong', async (_, rule, change, told) => {
    const { path, ask, document } = agent();
    const served = change(document());
    site.serve(path, listener(200, json, typeof served === 'string' ? served : JSON.stringify(served)));
    const page = await (await signedIn()).get(ask().path);
    expect(page.body).toContain('The app’s description at its own address isn’t valid.');
    expect(page.body.replace(/.*<details/s, '')).toContain(told);
    expect(await refusalOf(page)).toEqual([400, rule]);
  });

  it('after the sign-in keeps the sign-in open for another try', async () => {
    const { path, ask, document } = agent({ client_id: 'https://other.example/x' });
    const person = createPerson(provider);
    const login = await person.get(ask().path);
    expect(await refusalOf(await person.signIn(login))).toEqual([400, 'document_mismatch']);
    site.serve(path, document({ client_id: site.url(path) }));
    expect(locationOf(await person.signIn(login))).toContain('/consent?');
  });

  it('keeps the last good one for 24 hours', async () => {
    const { path, ask } = agent();
    const person = await signedIn();
    await person.get(ask().path);
    site.serve(path, (_, response) => response.writeHead(500).end());
    provider.advance(3600 + 86_000);
    const later = await signedIn();
    expect(locationOf(await later.get(ask().path))).toContain('/consent?');
    expect((await later.get(ask({ prompt: 'none' }).path)).body).toContain('consent_required');
    provider.advance(500);
    expect(await refusalOf(await later.get(ask().path))).toEqual([400, 'document_unreachable']);
    expect(await refusalOf(await later.get(ask({ prompt: 'none' }).path))).toEqual([400, 'document_unreachable']);
  });

  it.each([
    ['no-store', 300],
    ['max-age=1', 300],
    ['public, max-age=7200', 7200],
    ['max-age=999999999', 86_400],
    ['private', 3600],
  ])('is not fetched too often: %s is fresh for %i seconds', async (cacheControl, seconds) => {
    const { path, ask, document } = agent();
    site.serve(path, listener(200, { ...json, 'cache-control': cacheControl }, JSON.stringify(document())));
    await (await signedIn()).get(ask().path);
    provider.advance(seconds - 1);
    await (await signedIn('bob')).get(ask().path);
    expect(site.hits(path)).toBe(1);
    provider.advance(2);
    await (await signedIn('bob')).get(ask().path);
    expect(site.hits(path)).toBe(2);
  });
});

describe('a document that changes (security #188)', () => {
  /** An address of a web application, which may remember a consent. */
  const web = () => site.url('/cb');

  async function allowed(changes: object) {
    const it = agent({ redirect_uris: [web()] });
    const ask = (scope: string) => it.ask({ scope, redirect_uri: web() });
    const person = await signedIn();
    const { path, verifier } = ask('openid profile offline_access');
    const { code } = answerOf(await person.allow(await person.get(path), { remember_consent: 'true' }));
    const tokens = bodyOf(await redeem(it.clientId, code, verifier, web()));
    const again = () => person.get(ask('openid profile').path);
    expect(answerOf(await again()), 'the consent is remembered').toHaveProperty('code');
    site.serve(it.path, it.document(changes));
    provider.advance(3601);
    return { ...it, again, tokens };
  }

  it.each([
    ['its name', () => ({ client_name: 'Another Agent' })],
    ['its redirect URIs', () => ({ redirect_uris: [web(), site.url('/other')] })],
    ['its scope', () => ({ scope: 'openid profile email offline_access' })],
  ])('%s needs consent again', async (_, changes) => {
    const { again, tokens, clientId } = await allowed(changes());
    expect(locationOf(await again())).toContain('/consent?');
    expect(bodyOf(await refresh(provider, tokens.refresh_token, { client_id: clientId }, null))).toHaveProperty(
      'access_token',
    );
    const [event] = await listEvents(provider.context().db, { types: ['client.document_changed'] }, 1);
    expect(event).toMatchObject({ targetId: clientId });
    const told = JSON.parse(event?.details ?? '');
    const one = { client_id: clientId };
    expect(told, 'ux §1.21.5').toMatchObject({ revision: expect.any(Number), before: one, after: one });
    expect(told.after).not.toEqual(told.before);
    const [before, after] = await provider.context().db.configurationChange.findMany({
      where: { section: 'clients', key: clientId },
      orderBy: { number: 'asc' },
    });
    expect([before?.before, after?.before]).toEqual([null, expect.any(String)]);
  });

  it('its keys ends its grants', async () => {
    const x = 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU';
    const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x, y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' }] };
    const { again, clientId } = await allowed({ token_endpoint_auth_method: 'private_key_jwt', jwks });
    await again();
    const { db } = provider.context();
    expect(await db.grant.count({ where: { clientId, revokedAt: null } })).toBe(0);
    expect(await db.consent.count({ where: { clientId } })).toBe(0);
  });

  it('between sign-in and consent is not answered at a removed address', async () => {
    const { path, ask, document } = agent();
    site.serve(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(document()));
    });
    const person = await signedIn();
    const form = await person.consentForm(await person.get(ask().path));
    site.serve(path, document({ redirect_uris: ['http://127.0.0.1/moved'] }));
    provider.advance(301);
    await (await signedIn('bob')).get(ask().path);
    const answer = await person.submit('consent', form);
    expect(answer.status).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('limits (security #187)', () => {
  it('ten documents an hour for a person, without effect on others', async () => {
    const person = await signedIn();
    const agents = Array.from({ length: 11 }, () => agent());
    const answers = [];
    for (const { ask } of agents) answers.push(await person.get(ask().path));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(303), 429]);
    const last = answers.at(-1);
    if (last === undefined) throw new Error('there is none');
    expect(await refusalOf(last)).toEqual([429, 'documents_spent']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    const other = await signedIn('bob');
    expect(locationOf(await other.get(agents.at(-1)?.ask().path ?? ''))).toContain('/consent?');
  });

  it('a simultaneous request of another person past their limit does not cause a refusal', async () => {
    const { path, clientId } = agent();
    const { db, now } = provider.context();
    const { perPerson } = documentLimits;
    await reserve(db, { key: 'document-person:ada', limit: perPerson, windowSeconds: 3600, uses: perPerson }, now);
    const known = ['ada', 'ben'].map((sub) => resolveDocument(clientId, somebody(sub), provider.context()));
    expect(await Promise.all(known)).toMatchObject([{ rule: 'documents_spent' }, null]);
    expect(site.hits(path)).toBe(1);
  });

  it('a limited number of sign-ins from an address, without counting other failures', async () => {
    const context = provider.context();
    const clientAddress = '198.51.100.9';
    const { path } = agent().ask();
    const { pathname, search } = new URL(path, 'https://op.test');
    const parameters = parseParameters(search.slice(1));
    if (parameters === null) throw new Error('the query cannot be read');
    const request = { method: 'GET', path: pathname, query: search.slice(1), headers: {}, body: '', clientAddress };
    const db = new Proxy(context.db, {
      get: (target, name) => {
        if (name === 'prepared') throw new Error('outage');
        return Reflect.get(target, name);
      },
    });
    const met = admitDocument({ parameters, query: request.query, request }, { ...context, db });
    await expect(met).rejects.toThrow('outage');
    await reserveAddress(context.db, clientAddress, { ...signInLimit, uses: signInLimit.perAddress }, context.now);
    const refused = await createPerson(provider, clientAddress).get(path);
    expect(await refusalOf(refused)).toEqual([429, 'sign_ins_spent']);
  });

  it('as many clients as registration may have', async () => {
    const { clientId } = agent();
    const { db, now } = provider.context();
    await db.client.deleteMany({ where: { clientId: { startsWith: 'place-' } } });
    const length = openLimits.clients - (await countSelfRegistered(db)) - 1;
    const places = Array.from({ length }, (_, index) => ({ ...blankClient(`place-${index}`), selfRegistered: true }));
    await transaction(db, clientTable.create(db.prepared.dialect, places, { now }), { timeout: 120_000 });
    const storeAt = (id: string) => {
      const record = { ...blankClient(id), selfRegistered: true, documentHash: 'x'.repeat(43) };
      // Of another network than the clients of the other tests.
      const store = { describe: () => record, former: record, expiresAt: now, clientAddress: '203.0.113.9' };
      return storeDocument(store, provider.context());
    };
    expect(await storeAt('place-last')).toBeNull();
    expect(await storeAt(clientId)).toMatchObject({ rule: 'registrations_full', retry: { status: 503 } });
    const removal = { kind: 'client', name: clientId };
    await db.removal.create({ data: { ...removal, startedAt: now } });
    expect(await storeAt(clientId)).toMatchObject({ rule: 'client_being_removed', retry: { status: 503 } });
    await db.removal.deleteMany({ where: removal });
    expect(await findClient(db, clientId)).toBeNull();
    await db.client.deleteMany({ where: { clientId: { startsWith: 'place-' } } });
  }, 120_000);
});

describe('discovery', () => {
  it('says that documents are supported, and none among the methods', async () => {
    expect(bodyOf(await provider.send('/.well-known/openid-configuration'))).toMatchObject({
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    });
  });
});
