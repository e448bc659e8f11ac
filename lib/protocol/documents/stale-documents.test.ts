import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findExplanation } from '#lib/explain/explanation-store';
import type { HttpResponse } from '#lib/http/types';
import { type DocumentSite, startDocumentSite } from '#lib/testing/document-site';
import { fixtures } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { bodyOf, createTestProvider, encodeForm, type FormFields, type TestProvider } from '#lib/testing/provider';
import { createRequestSigner, type RequestSigner } from '#lib/testing/request-object';
import { referenceIn } from '#lib/testing/without-reference';

const callback = 'http://127.0.0.1/cb';
const encryption = { alg: 'ECDH-ES', enc: 'A128CBC-HS256' };
let provider: TestProvider;
let site: DocumentSite;
let signer: RequestSigner;
let made = 0;

beforeAll(async () => {
  site = await startDocumentSite();
  signer = await createRequestSigner();
  const portal = { client_id_metadata_documents: 'open' };
  provider = await createTestProvider({ ...fixtures, portal }, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
afterAll(async () => {
  site.close();
  await provider.close();
});
beforeEach(() => {
  // Resets the hourly limit of people.
  provider.advance(3700);
});

async function signedIn() {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path));
  return person;
}

/** A client whose document is not stored yet, and the ways in which its request comes without parameters. */
function agent() {
  made += 1;
  const path = `/agent-${made}.json`;
  const clientId = site.url(path);
  const keys = { jwks: { keys: [signer.jwk] }, request_object_encryption_alg: encryption.alg };
  site.serve(path, { client_id: clientId, client_name: 'Example Agent', redirect_uris: [callback], ...keys });
  const own = { client_id: clientId, redirect_uri: callback };
  const visit = (fields: FormFields) => `/connect/authorize?${encodeForm({ client_id: clientId, ...fields })}`;
  const ask = (asked: FormFields = {}) => authorizeRequest({ ...own, ...asked });
  const pushed = async (asked: FormFields = {}, outside: FormFields = {}) => {
    const [, body = ''] = ask(asked).path.split('?');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { request_uri: reference } = bodyOf(await provider.send('/connect/par', { body, headers }));
    return visit({ request_uri: String(reference), ...outside });
  };
  const sign = (asked: FormFields) => {
    const exp = Math.floor(provider.context().now.getTime() / 1000) + 60;
    return signer.sign({ ...own, exp, ...asked });
  };
  const signed = async (asked: FormFields = {}, outside: FormFields = {}) =>
    visit({ request: await sign(asked), ...outside });
  const encrypted = async (asked: FormFields = {}, outside: FormFields = {}) =>
    visit({ request: await encrypt(await sign(asked)), ...outside });
  return { path, clientId, ask, visit, pushed, signed, encrypted };
}

async function encrypt(content: string): Promise<string> {
  const { keys } = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  const jwk = keys.find(({ use, alg }: JWK) => use === 'enc' && alg === encryption.alg);
  const key = await importJWK(jwk, encryption.alg);
  return new CompactEncrypt(Buffer.from(content)).setProtectedHeader(encryption).encrypt(key);
}

/** The same client with a stored document. */
async function known() {
  const it = agent();
  await (await signedIn()).get(it.ask().path);
  return it;
}

/** The same client with a document that has to be fetched again. */
async function stale() {
  const it = await known();
  provider.advance(3700);
  return it;
}

/** The rule that one of our pages shows, and its status. */
async function refusalOf(response: HttpResponse) {
  await provider.flushExplanations();
  return [response.status, (await findExplanation(provider.context().db, referenceIn(response)))?.rule];
}

const forms = ['pushed', 'signed', 'encrypted'] as const;

describe('a request of a client with a document', () => {
  it.each(forms)('is %s and answered while the document is fresh, which is not fetched again', async (form) => {
    const { path, ...client } = await known();
    const person = createPerson(provider);
    const consent = await person.signIn(await person.get(await client[form]()));
    expect(answerOf(await person.allow(consent))).toHaveProperty('code');
    expect(site.hits(path)).toBe(1);
  });

  it.each(forms)('is %s in time, and its time ends during the sign-in (security #69, decision 013)', async (form) => {
    const client = await stale();
    const person = createPerson(provider);
    const login = await person.get(await client[form]());
    expect(locationOf(login)).toContain('/login?interaction=');
    provider.advance(90);
    const consent = await person.signIn(login);
    expect(locationOf(consent)).toContain('/consent?interaction=');
    expect(answerOf(await person.allow(consent))).toHaveProperty('code');
    expect(site.hits(client.path)).toBe(2);
  });

  it('is pushed, and used up once although its time ends during the sign-ins of two browsers (security #69)', async () => {
    const address = await (await stale()).pushed();
    const people = [createPerson(provider), createPerson(provider)] as const;
    const logins = [await people[0].get(address), await people[1].get(address)] as const;
    provider.advance(90);
    const consents = [await people[0].signIn(logins[0]), await people[1].signIn(logins[1])] as const;
    expect(answerOf(await people[0].allow(consents[0]))).toHaveProperty('code');
    expect((await people[1].allow(consents[1])).headers).not.toHaveProperty('location');
  });

  it.each([
    ['pushed', [400, 'request_uri_unusable']],
    ['signed', [400, 'request_object_unverified']],
    ['encrypted', [400, 'request_object_unverified']],
  ] as const)(
    'was %s too long ago when it arrived: the time of the sign-in does not revive it',
    async (form, refusal) => {
      const client = await stale();
      const address = await client[form]();
      provider.advance(61);
      const person = createPerson(provider);
      expect(await refusalOf(await person.signIn(await person.get(address)))).toEqual(refusal);
    },
  );
});

describe('prompt=none in a request that is pushed or signed, while the document is stale', () => {
  it.each(forms)('%s: no page of ours, and nothing is fetched (OpenID Connect Core §3.1.2.1)', async (form) => {
    const client = await stale();
    const silent = () => client[form]({ prompt: 'none' });
    expect((await createPerson(provider).get(await silent())).body).toContain('login_required');
    expect((await (await signedIn()).get(await silent())).body).toContain('consent_required');
    expect(site.hits(client.path)).toBe(1);
  });

  it.each(forms)('%s: outside of it, it counts as little as every other parameter (security #69)', async (form) => {
    const client = await stale();
    const answer = await createPerson(provider).get(await client[form]({}, { prompt: 'none' }));
    expect(locationOf(answer)).toContain('/login?interaction=');
  });

  it.each(forms)('%s: a document that is too old to be used is an error (decision 013)', async (form) => {
    const client = await stale();
    provider.advance(86_400);
    const answer = await createPerson(provider).get(await client[form]({ prompt: 'none' }));
    expect(await refusalOf(answer)).toEqual([400, 'document_unreachable']);
  });

  it('signed: an unknown client stays unknown (decision 013)', async () => {
    const client = agent();
    const answer = await (await signedIn()).get(await client.signed({ prompt: 'none' }));
    expect(await refusalOf(answer)).toEqual([400, 'client_unknown']);
    expect(site.hits(client.path)).toBe(0);
  });

  it.each([
    ['an unknown reference', { request_uri: `urn:ietf:params:oauth:request_uri:${'x'.repeat(43)}` }],
    ['no JWT', { request: 'x' }],
    ['an encrypted object that nobody opens', { request: 'e30.x.x.x.x' }],
  ])('%s cannot be read before the sign-in, and is refused after it', async (_, fields) => {
    const client = await stale();
    const person = createPerson(provider);
    const refused = await person.signIn(await person.get(client.visit(fields)));
    expect(refused.status).toBe(400);
    expect(refused.headers).not.toHaveProperty('location');
  });
});
