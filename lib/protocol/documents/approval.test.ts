import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '#lib/explain/explanation-store';
import type { HttpResponse } from '#lib/http/types';
import { readLoginPage } from '#lib/login/sign-in/read';
import { changeClients } from '#lib/testing/change-clients';
import { type DocumentSite, startDocumentSite } from '#lib/testing/document-site';
import { fixtures, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { queuedMails } from '#lib/testing/queued-mails';
import { notifyApprovals } from './notify-approvals';

const callback = 'http://127.0.0.1/cb';
let provider: TestProvider;
let site: DocumentSite;
let made = 0;

beforeAll(async () => {
  site = await startDocumentSite();
  const portal = { client_id_metadata_documents: 'approval', dynamic_registration: 'open' };
  provider = await createTestProvider({ ...fixtures, portal }, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
afterAll(async () => {
  site.close();
  await provider.close();
});

/** A document with its own path, and the request of its program. */
function agent() {
  made += 1;
  const path = `/agent-${made}.json`;
  const clientId = site.url(path);
  const serve = (changes: object = {}) =>
    site.serve(path, {
      client_id: clientId,
      client_name: 'Example Agent',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      ...changes,
    });
  serve();
  const ask = (overrides: FormFields = {}) =>
    authorizeRequest({ client_id: clientId, redirect_uri: callback, scope: 'openid offline_access', ...overrides });
  return { clientId, host: new URL(clientId).host, path, serve, ask };
}

async function signedIn(username = 'alice') {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path), username);
  return person;
}

const approve = (clientId: string) => setState(clientId, 'approved');

async function setState(clientId: string, agentState: string) {
  const { db, refreshConfiguration } = provider.context();
  await changeClients(db, { clientId }, { agentState });
  await refreshConfiguration();
}

/** The rule that one of our pages shows, and its status. */
async function refusalOf(response: HttpResponse) {
  await provider.flushExplanations();
  const reference = /Reference ([A-Z0-9]{10})/.exec(response.body)?.[1] ?? '';
  return [response.status, (await findExplanation(provider.context().db, reference))?.rule];
}

const tell = () => {
  const { db, settings, now } = provider.context();
  return notifyApprovals(db, { secret: settings.secret, now });
};

const askedFor = (clientId: string) => provider.context().db.agentRequest.count({ where: { clientId } });

describe('a document where an operator approves clients first', () => {
  it('is fetched for a signed-in person, who reads that it needs approval', async () => {
    const { clientId, host, path, ask } = agent();
    const person = createPerson(provider);
    const login = await person.get(ask().path);
    expect(locationOf(login)).toContain('/login?interaction=');
    expect(await askedFor(clientId)).toBe(0);
    const page = await person.signIn(login);
    expect(page.body).toContain(`An administrator has to approve ${host} first`);
    expect(await refusalOf(page)).toEqual([403, 'approval_pending']);
    expect(await refusalOf(await person.get(ask().path))).toEqual([403, 'approval_pending']);
    expect(await askedFor(clientId), 'whoever asks twice is noted once').toBe(1);
    expect(site.hits(path), 'and has it fetched once').toBe(1);
    expect(provider.context().snapshot.clients.get(clientId)).toMatchObject({ enabled: false, awaitsApproval: true });
  });

  it('is unknown without a person: no note, and no client at the token endpoint', async () => {
    const { clientId, ask } = agent();
    const person = await signedIn();
    await person.get(ask().path);
    expect(await refusalOf(await person.get(ask({ prompt: 'none' }).path))).toEqual([400, 'client_unknown']);
    const answer = await refresh(provider, 'x', { client_id: clientId }, null);
    expect(bodyOf(answer)).toMatchObject({ error: 'invalid_client' });
  });

  it('works after its approval, which the person is notified of once', async () => {
    const { clientId, host, ask } = agent();
    const [alice, bob] = [await signedIn(), await signedIn('bob')];
    for (const person of [alice, bob]) await person.get(ask().path);
    expect(await tell(), 'not before it is approved').toBe(0);
    await approve(clientId);
    const told = await Promise.all([tell(), tell()]);
    expect(told[0] + told[1], 'bob has no address').toBe(1);
    expect([await tell(), await askedFor(clientId)]).toEqual([0, 0]);
    const mails = (await queuedMails(provider.context())).filter(({ kind }) => kind === 'agent_approved');
    expect(mails).toMatchObject([{ to: 'alice@example.com', values: { app: host } }]);
    expect(locationOf(await alice.get(ask().path))).toContain('/consent?');
  });

  it('notifies everybody who asked, except disabled people', async () => {
    const { clientId, ask } = agent();
    await (await signedIn()).get(ask().path);
    const { db, now } = provider.context();
    const expiresAt = new Date(now.getTime() + 1000);
    const subs = Array.from({ length: 100 }, (_, index) => `asker-${index}`);
    const account = { enabled: true, tenants: '"all"', claims: '{}', createdAt: now, updatedAt: now };
    await db.user.createMany({
      data: subs.map((sub) => ({ ...account, sub, username: sub, canonicalUsername: sub })),
    });
    await db.agentRequest.createMany({ data: subs.map((sub) => ({ clientId, sub, expiresAt })) });
    await approve(clientId);
    await db.user.updateMany({ where: { username: 'alice' }, data: { enabled: false } });
    const told = await tell();
    await db.user.updateMany({ where: { username: 'alice' }, data: { enabled: true } });
    await db.user.deleteMany({ where: { sub: { in: subs } } });
    expect([told, await askedFor(clientId)]).toEqual([0, 0]);
  });

  it('needs approval again when it changes, and its tokens wait too', async () => {
    const { clientId, serve, ask } = agent();
    const person = await signedIn();
    await person.get(ask().path);
    await approve(clientId);
    const { path, verifier } = ask();
    const { code } = answerOf(await person.allow(await person.get(path)));
    const redeemed = await provider.post('/connect/token', {
      ...{ grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier },
      redirect_uri: callback,
    });
    serve({ client_name: 'Your bank' });
    provider.advance(3601);
    const again = await signedIn();
    expect(await refusalOf(await again.get(ask().path))).toEqual([403, 'approval_pending']);
    const answer = await refresh(provider, bodyOf(redeemed).refresh_token, { client_id: clientId }, null);
    expect(bodyOf(answer)).toMatchObject({ error: 'invalid_client' });
  });
});

describe('a token that an API exchanged (RFC 8693)', () => {
  const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';

  it.each([
    ['is blocked', 'blocked'],
    ['waits for approval', 'pending'],
  ])('does not work while the client that the person allowed %s (decision 016)', async (_, state) => {
    const { clientId, ask } = agent();
    const person = await signedIn();
    await person.get(ask().path);
    await approve(clientId);
    const api = {
      ...{ client_id: 'orders', client_secrets: [{ value: secrets.web }], scope: 'openid invoices' },
      grant_types: [grantType],
      token_exchange: { subjects: [clientId], delegation: false },
    };
    await provider.configure({ scopes: [{ name: 'orders', type: 'resource', open: true }], clients: [api] });
    const { path, verifier } = ask({ scope: 'openid orders' });
    const { code = '' } = answerOf(await person.allow(await person.get(path)));
    const redeemed = await redeem(provider, { code, verifier }, { client_id: clientId, redirect_uri: callback }, null);
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const token = String(bodyOf(redeemed).access_token);
    const fields = { grant_type: grantType, subject_token: token, subject_token_type: type };
    const headers = { authorization: basic('orders', secrets.web) };
    const exchanged = bodyOf(await provider.post('/connect/token', fields, headers)).access_token;
    const answers = async () => (await userinfo(provider, exchanged)).status;
    expect(await answers()).toBe(200);
    await setState(clientId, state);
    expect(await answers()).toBe(401);
    await approve(clientId);
    expect(await answers()).toBe(200);
  });
});

describe('a self-registered client where an operator approves clients first', () => {
  it('is named by its host on the sign-in page, and works once it is approved', async () => {
    const body = JSON.stringify({
      ...{ client_name: 'Notes', token_endpoint_auth_method: 'none', redirect_uris: ['https://notes.example/cb'] },
    });
    const headers = { 'content-type': 'application/json' };
    const { client_id: id } = bodyOf(await provider.send('/connect/register', { method: 'POST', body, headers }));
    const clientId = String(id);
    const { path } = authorizeRequest({
      client_id: clientId,
      redirect_uri: 'https://notes.example/cb',
      scope: 'openid',
    });
    const person = createPerson(provider);
    const login = await person.get(path);
    const interaction = new URL(locationOf(login)).searchParams.get('interaction');
    const cookieHeader = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    expect(await readLoginPage(provider.context(), { interaction, cookieHeader })).toMatchObject({
      client: { name: 'notes.example', isVouched: false },
    });
    const page = await person.signIn(login);
    expect(page.body).toContain('An administrator has to approve notes.example first');
    expect(await refusalOf(page)).toEqual([403, 'approval_pending']);
    await approve(clientId);
    expect(locationOf(await person.get(path))).toContain('/consent?');
  });
});
