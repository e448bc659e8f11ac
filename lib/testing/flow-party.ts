import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { HttpResponse } from '#lib/http/types';
import { redeem } from './fixtures';
import { authorizeRequest, createPerson, locationOf, type Person } from './person';
import { basic, bodyOf, type FormFields, issuer, type TestProvider } from './provider';

export type FlowClient = { readonly clientId: string; readonly secret: string };

/** One of the flows of OpenID Connect Core §3, as an application requests it. */
export type Flow = { readonly responseType: string; readonly responseMode: 'form_post' | undefined };

export type SignedIn = {
  readonly person: Person;
  /** The authorization response. */
  readonly answer: Readonly<Record<string, string>>;
  /** The answer of the token endpoint. Empty if the flow has no code. */
  readonly tokens: Readonly<Record<string, unknown>>;
  /** The claims of each received ID token, the one of the authorization response first. */
  readonly idTokens: readonly JWTPayload[];
  /** The newest access token, for UserInfo. Null if the flow has none. */
  readonly accessToken: string | null;
};

export type FlowParty = {
  readonly client: FlowClient;
  /** The authorization request of the flow. Parameters can be changed, or removed with undefined. */
  readonly path: (overrides?: FormFields) => string;
  /** The parameters of an authorization response, which must use the response mode of the flow. */
  readonly answerOf: (response: HttpResponse) => Record<string, string>;
  /** Sends the request and answers the pages. */
  readonly authorize: (overrides?: FormFields) => Promise<Record<string, string>>;
  /** The whole flow: sends the request, answers the pages, redeems the code, and verifies every ID token. */
  readonly signIn: (overrides?: FormFields, person?: Person) => Promise<SignedIn>;
  /** The same, starting from the answer to the request. */
  readonly finish: (person: Person, response: HttpResponse, nonce?: string | null) => Promise<SignedIn>;
};

/** A relying party for one flow, with the checks of OpenID Connect Core §3.1.3.7, §3.2.2.11 and §3.3.2.12. */
export function createFlowParty(
  provider: TestProvider,
  client: FlowClient,
  { responseType, responseMode }: Flow,
): FlowParty {
  const { clientId, secret } = client;
  const path: FlowParty['path'] = (overrides = {}) =>
    authorizeRequest({
      client_id: clientId,
      response_type: responseType,
      response_mode: responseMode,
      scope: 'openid',
      code_challenge: undefined,
      code_challenge_method: undefined,
      ...overrides,
    }).path;

  const answerOf = (response: HttpResponse) => {
    if (responseMode === 'form_post') return formOf(response);
    const { search, hash } = new URL(locationOf(response));
    const [used, unused] = responseType === 'code' ? [search, hash] : [hash, search];
    if (unused !== '') throw new Error(`the answer came in the wrong part: ${locationOf(response)}`);
    return Object.fromEntries(new URLSearchParams(used.slice(1)));
  };

  const finish: FlowParty['finish'] = async (person, response, nonce = 'n1') => {
    const answer = answerOf(await answerPages(person, response));
    if (answer.error !== undefined) throw new Error(`${answer.error}: ${answer.error_description}`);
    const tokens = answer.code === undefined ? {} : await redeemCode(answer.code);
    const verify = (beside: Readonly<Record<string, unknown>>) =>
      typeof beside.id_token === 'string'
        ? [verifyIdToken(provider, beside.id_token, { clientId, nonce }, beside)]
        : [];
    const accessToken = tokens.access_token ?? answer.access_token ?? null;
    return {
      person,
      answer,
      tokens,
      idTokens: await Promise.all([answer, tokens].flatMap(verify)),
      accessToken: accessToken === null ? null : String(accessToken),
    };
  };

  const redeemCode = async (code: string) => {
    const fields = { code_verifier: undefined };
    return bodyOf(await redeem(provider, { code, verifier: '' }, fields, basic(clientId, secret)));
  };

  return {
    client,
    path,
    answerOf,
    authorize: async (overrides) => {
      const person = createPerson(provider);
      return answerOf(await answerPages(person, await person.get(path(overrides))));
    },
    finish,
    signIn: async (overrides = {}, person = createPerson(provider)) =>
      finish(person, await person.get(path(overrides)), 'nonce' in overrides ? null : 'n1'),
  };
}

async function answerPages(person: Person, response: HttpResponse): Promise<HttpResponse> {
  let current = response;
  for (const page of ['login', 'consent'] as const) {
    if (!String(current.headers.location).startsWith(`${issuer}/${page}?`)) continue;
    current = await (page === 'login' ? person.signIn(current) : person.allow(current, { remember_consent: 'true' }));
  }
  return current;
}

function formOf({ status, body }: HttpResponse): Record<string, string> {
  if (status !== 200) throw new Error(`no form but ${status}: ${body.slice(0, 500)}`);
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

type Checks = { readonly clientId: string; readonly nonce: string | null };

async function verifyIdToken(
  provider: TestProvider,
  idToken: string,
  { clientId, nonce }: Checks,
  beside: Readonly<Record<string, unknown>>,
): Promise<JWTPayload> {
  const keys = JSON.parse((await provider.send('/.well-known/openid-configuration/jwks')).body);
  const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(keys), {
    issuer,
    audience: clientId,
    algorithms: ['RS256'],
    currentDate: provider.context().now,
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  const expected = {
    kid: protectedHeader.kid,
    nonce: nonce ?? undefined,
    at_hash: hashOf(beside.access_token, payload.at_hash),
    c_hash: hashOf(beside.code, payload.c_hash),
  };
  const found = { kid: protectedHeader.kid, nonce: payload.nonce, at_hash: payload.at_hash, c_hash: payload.c_hash };
  if (protectedHeader.kid === undefined || JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`the ID token says ${JSON.stringify(found)}, expected was ${JSON.stringify(expected)}`);
  }
  return payload;
}

/** The expected hash in the ID token: the hash of the value next to it, or none without a value (§3.3.2.11). */
function hashOf(value: unknown, claimed: unknown): unknown {
  if (typeof value !== 'string') return claimed === undefined ? undefined : 'nothing';
  return createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url');
}
