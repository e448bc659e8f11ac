import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { codeIn, codeRequest } from '#lib/testing/http-browser';
import { type Contender, randomAddress, redirectUri, secret } from './contenders';
import { type Answer, type Ask, openConnection, type Step } from './load';

export type Operation = {
  readonly name: string;
  /** The endpoint's name in the metadata. A server without it does not offer the operation. */
  readonly endpoint: string;
  /** Prepares each user once. */
  readonly prepare: (contender: Contender) => Promise<Step>;
};

type Format = 'jwt' | 'reference';

/**
 * The measured operations. Each checks its answers. Refresh tokens are rotated, and each user has its own chain and
 * session.
 */
export const operations: readonly Operation[] = [
  clientCredentials('client_credentials, JWT ES256', 'machine-es256', 'jwt'),
  { name: 'client_credentials, JWT ES256, DPoP', endpoint: 'token_endpoint', prepare: prepareBoundToken },
  clientCredentials('client_credentials, JWT RS256', 'machine-rs256', 'jwt'),
  clientCredentials('client_credentials, reference', 'machine-reference', 'reference'),
  introspection('introspection, reference', 'machine-reference', 'reference'),
  introspection('introspection, JWT', 'machine-es256', 'jwt'),
  userinfo('UserInfo, reference', 'web'),
  userinfo('UserInfo, JWT', 'web-jwt'),
  { name: 'refresh, reference, ID token ES256', endpoint: 'token_endpoint', prepare: prepareRefresh },
  { name: 'code with a session (authorize and token)', endpoint: 'authorization_endpoint', prepare: prepareCode },
  { name: 'device: start and a poll', endpoint: 'device_authorization_endpoint', prepare: prepareDevice },
  { name: 'sign-in page', endpoint: 'authorization_endpoint', prepare: prepareSignInPage },
  { name: 'whole sign-in with a password', endpoint: 'authorization_endpoint', prepare: prepareSignIn },
  document('discovery', 'issuer', () => '/.well-known/openid-configuration'),
  document('JWKS', 'jwks_uri', (contender) => pathOf(contender, 'jwks_uri')),
];

/** Whether the server offers the operation. */
export function offers({ metadata, lacks }: Contender, { name, endpoint }: Operation): boolean {
  return metadata[endpoint] !== undefined && !lacks.includes(name);
}

function clientCredentials(name: string, clientId: string, format: Format): Operation {
  const prepare = async (contender: Contender): Promise<Step> => {
    const ask = openConnection();
    return async () => void (await askMachineToken(contender, ask, clientId, format));
  };
  return { name, endpoint: 'token_endpoint', prepare };
}

/** A public document, requested without a cache. */
function document(name: string, endpoint: string, find: (contender: Contender) => string): Operation {
  const prepare = async (contender: Contender): Promise<Step> => {
    const ask = openConnection();
    const path = find(contender);
    return async () => {
      const answer = await ask({ port: contender.port, path, method: 'GET' });
      must(answer, answer.status === 200 && answer.text.startsWith('{'));
    };
  };
  return { name, endpoint, prepare };
}

/** Each request has a new proof of possession (RFC 9449), and each user has one key. */
async function prepareBoundToken(contender: Contender): Promise<Step> {
  const ask = openConnection();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const header = encode({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicKey.export({ format: 'jwk' }) });
  const htu = String(contender.metadata.token_endpoint);
  const fields = { grant_type: 'client_credentials', scope: 'orders' };
  return async () => {
    const claims = encode({ jti: randomUUID(), htm: 'POST', htu, iat: Math.floor(Date.now() / 1000) });
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    // The peer derives its issuer from the request.
    const headers = { host: new URL(htu).host, dpop: `${header}.${claims}.${signature.toString('base64url')}` };
    const answer = await post(contender, ask, { endpoint: 'token_endpoint', id: 'machine-es256', fields, headers });
    must(answer, answer.status === 200 && JSON.parse(answer.text).token_type === 'DPoP');
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function introspection(name: string, clientId: string, format: Format): Operation {
  const prepare = async (contender: Contender): Promise<Step> => {
    const ask = openConnection();
    const token = await askMachineToken(contender, ask, clientId, format);
    return async () => {
      const answer = await post(contender, ask, {
        endpoint: 'introspection_endpoint',
        id: 'orders',
        fields: { token },
      });
      must(answer, answer.status === 200 && JSON.parse(answer.text).active === true);
    };
  };
  return { name, endpoint: 'introspection_endpoint', prepare };
}

function userinfo(name: string, clientId: string): Operation {
  const prepare = async (contender: Contender): Promise<Step> => {
    const ask = openConnection();
    const { access_token: token } = await (await openSession(contender, ask, clientId))();
    const path = pathOf(contender, 'userinfo_endpoint');
    const headers = { authorization: `Bearer ${token}` };
    return async () => {
      const answer = await ask({ port: contender.port, path, method: 'GET', headers });
      must(answer, answer.status === 200 && JSON.parse(answer.text).name === 'Alice');
    };
  };
  return { name, endpoint: 'userinfo_endpoint', prepare };
}

async function prepareRefresh(contender: Contender): Promise<Step> {
  const ask = openConnection();
  let { refresh_token: handle } = await (await openSession(contender, ask, 'web'))();
  return async () => {
    const fields = { grant_type: 'refresh_token', refresh_token: handle };
    const tokens = userTokens(await post(contender, ask, { endpoint: 'token_endpoint', id: 'web', fields }));
    if (tokens.refresh_token === handle) throw new Error('the refresh token was not rotated');
    handle = tokens.refresh_token;
  };
}

async function prepareCode(contender: Contender): Promise<Step> {
  const flow = await openSession(contender, openConnection(), 'web');
  return async () => void (await flow());
}

async function prepareDevice(contender: Contender): Promise<Step> {
  const ask = openConnection();
  return async () => {
    // Each device has its own address, because each address has limits.
    const headers = { 'x-forwarded-for': randomAddress() };
    const form = { endpoint: 'device_authorization_endpoint', id: 'tv', fields: { scope: 'openid profile' }, headers };
    const started = await post(contender, ask, form);
    must(started, started.status === 200);
    const fields = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: JSON.parse(started.text).device_code,
    };
    const polled = await post(contender, ask, { endpoint: 'token_endpoint', id: 'tv', fields });
    must(polled, JSON.parse(polled.text).error === 'authorization_pending');
  };
}

/** Renders the form repeatedly for one open request. */
async function prepareSignInPage(contender: Contender): Promise<Step> {
  const ask = openConnection();
  const { port } = contender;
  const started = await ask({
    port,
    path: signInRequest(contender),
    method: 'GET',
    headers: { 'x-forwarded-for': randomAddress() },
  });
  const cookie = (started.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const { pathname, search } = new URL(started.headers.location ?? '', contender.issuer);
  return async () => {
    const answer = await ask({ port, path: pathname + search, method: 'GET', headers: { cookie } });
    must(answer, answer.status === 200 && answer.text.includes('<form'));
  };
}

/** Signs in with a new browser each time: authorization request, page, argon2id, session, code. */
async function prepareSignIn(contender: Contender): Promise<Step> {
  return async () => void (await contender.signIn(contender.issuer + signInRequest(contender)));
}

function signInRequest(contender: Contender): string {
  const { url } = codeRequest('', { client_id: 'web', redirect_uri: redirectUri, scope: 'openid profile' });
  return pathOf(contender, 'authorization_endpoint') + url.slice(url.indexOf('?'));
}

type UserTokens = { readonly access_token: string; readonly refresh_token: string };

/** Signs in. @returns a step that requests a code and redeems it */
async function openSession(contender: Contender, ask: Ask, clientId: string): Promise<() => Promise<UserTokens>> {
  const { port } = contender;
  const parameters = { client_id: clientId, redirect_uri: redirectUri, scope: 'openid profile offline_access' };
  const issuer = `http://localhost:${port}`;
  const path = pathOf(contender, 'authorization_endpoint');
  const start = () => {
    const { url, verifier } = codeRequest(issuer, parameters);
    return { target: path + new URL(url).search, verifier };
  };
  const cookie = await contender.signIn(issuer + start().target);
  return async () => {
    const { target, verifier } = start();
    const answer = await ask({ port, path: target, method: 'GET', headers: { cookie } });
    must(answer, answer.headers.location?.startsWith(`${redirectUri}?`) === true);
    const code = codeIn(answer.headers.location ?? '');
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    return userTokens(await post(contender, ask, { endpoint: 'token_endpoint', id: clientId, fields }));
  };
}

async function askMachineToken(contender: Contender, ask: Ask, id: string, format: Format): Promise<string> {
  const fields = { grant_type: 'client_credentials', scope: 'orders' };
  const answer = await post(contender, ask, { endpoint: 'token_endpoint', id, fields });
  const { access_token: token = '' } = JSON.parse(answer.text);
  must(answer, answer.status === 200 && (token.split('.').length === 3) === (format === 'jwt'));
  return token;
}

type Form = {
  readonly endpoint: string;
  readonly id: string;
  readonly fields: Record<string, string>;
  readonly headers?: Record<string, string>;
};

function post(contender: Contender, ask: Ask, { endpoint, id, fields, headers: more = {} }: Form): Promise<Answer> {
  const basic = Buffer.from(`${id}:${secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded', ...more };
  const body = new URLSearchParams(fields).toString();
  return ask({ port: contender.port, path: pathOf(contender, endpoint), headers, body });
}

function userTokens(answer: Answer): UserTokens {
  const tokens = JSON.parse(answer.text);
  must(answer, answer.status === 200 && Boolean(tokens.access_token && tokens.refresh_token && tokens.id_token));
  return tokens;
}

function pathOf({ metadata }: Contender, endpoint: string): string {
  return new URL(String(metadata[endpoint])).pathname;
}

function must(answer: Answer, right: boolean): void {
  if (!right) throw new Error(`a wrong answer, ${answer.status}: ${answer.headers.location ?? answer.text}`);
}
