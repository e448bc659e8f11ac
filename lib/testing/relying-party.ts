import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import * as client from 'openid-client';

/** What the relying party shows after each step, as JSON in `<pre id="result">`. */
export type RelyingPartyResult = {
  readonly step: 'signed-in' | 'refreshed' | 'error';
  readonly idTokenClaims?: Record<string, unknown>;
  readonly userinfo?: Record<string, unknown>;
  readonly scope?: string;
  readonly hasRefreshToken?: boolean;
  readonly error?: string;
};

export type RelyingParty = {
  readonly origin: string;
  /**
   * The sign-out notifications that it received: the query of each loaded frame, and the claims of each verified logout
   * token.
   */
  readonly logouts: { readonly front: URLSearchParams[]; readonly back: JWTPayload[] };
  readonly close: () => Promise<void>;
};

type Options = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scope: string;
  readonly port: number;
};

type Flow = { codeVerifier: string; state: string; nonce: string };

/**
 * A real OpenID Connect client with pages: `/sign-in` (its query is added to the authorization request), `/callback`
 * for query and form_post, `/refresh`, `/sign-out` and `/sign-out-form` (GET and POST), `/frontchannel` and
 * `/backchannel`. The sign-out pages send the ID token unless the query says `hint=none`, and add other parameters. It
 * serves one person at a time, as a browser test does.
 */
export async function startRelyingParty(options: Options): Promise<RelyingParty> {
  const { issuer, clientId, clientSecret } = options;
  const authentication = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret);
  const origin = `http://localhost:${options.port}`;
  const state: { flow: Flow | null; tokens: client.TokenEndpointResponse | null; sub: string } = {
    flow: null,
    tokens: null,
    sub: '',
  };
  const discover = () =>
    client.discovery(new URL(issuer), clientId, undefined, authentication, {
      execute: [client.allowInsecureRequests],
    });

  const signIn = async (query: string) => {
    const config = await discover();
    const codeVerifier = client.randomPKCECodeVerifier();
    state.flow = { codeVerifier, state: client.randomState(), nonce: client.randomNonce() };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: `${origin}/callback`,
      scope: options.scope,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state: state.flow.state,
      nonce: state.flow.nonce,
    });
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
    return url;
  };

  const callback = async (answer: URL | Request): Promise<RelyingPartyResult> => {
    if (state.flow === null) throw new Error('no sign-in was started');
    const config = await discover();
    const { codeVerifier, state: expectedState, nonce } = state.flow;
    state.flow = null;
    const tokens = await client.authorizationCodeGrant(config, answer, {
      pkceCodeVerifier: codeVerifier,
      expectedState,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('no ID token');
    state.tokens = tokens;
    state.sub = claims.sub;
    return describe('signed-in', { ...claims }, config);
  };

  const refresh = async (): Promise<RelyingPartyResult> => {
    if (state.tokens?.refresh_token === undefined) throw new Error('no refresh token');
    const config = await discover();
    const tokens = await client.refreshTokenGrant(config, state.tokens.refresh_token);
    state.tokens = tokens;
    return describe('refreshed', { ...tokens.claims() }, config);
  };

  const signOut = async (query: URLSearchParams) => {
    const parameters: Record<string, string> = { post_logout_redirect_uri: `${origin}/bye`, state: 'from-app' };
    for (const [name, value] of query) parameters[name] = value;
    const { hint, ...others } = parameters;
    if (hint !== 'none') others.id_token_hint = state.tokens?.id_token ?? '';
    return client.buildEndSessionUrl(await discover(), others);
  };

  const logouts: RelyingParty['logouts'] = { front: [], back: [] };

  /** Back-Channel Logout §2.6. */
  const receiveLogout = async (request: IncomingMessage): Promise<number> => {
    const metadata = (await discover()).serverMetadata();
    const token = new URLSearchParams((await readBody(request)).toString()).get('logout_token') ?? '';
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''));
    const expected = { issuer, audience: clientId, typ: 'logout+jwt', maxTokenAge: 120 };
    const { payload } = await jwtVerify(token, keys, { ...expected, requiredClaims: ['jti', 'exp', 'events'] });
    if ('nonce' in payload) throw new Error('a logout token must not have a nonce');
    logouts.back.push(payload);
    return 200;
  };

  const describe = async (
    step: 'signed-in' | 'refreshed',
    idTokenClaims: Record<string, unknown>,
    config: client.Configuration,
  ): Promise<RelyingPartyResult> => ({
    step,
    idTokenClaims,
    userinfo: await client.fetchUserInfo(config, state.tokens?.access_token ?? '', state.sub),
    scope: state.tokens?.scope ?? '',
    hasRefreshToken: state.tokens?.refresh_token !== undefined,
  });

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname === '/sign-in') return redirect(response, await signIn(url.search));
    if (url.pathname === '/callback') return show(response, await callback(await readAnswer(request, url)));
    if (url.pathname === '/refresh') return show(response, await refresh());
    if (url.pathname === '/sign-out') return redirect(response, await signOut(url.searchParams));
    if (url.pathname === '/sign-out-form') return showForm(response, await signOut(url.searchParams));
    if (url.pathname === '/frontchannel') logouts.front.push(url.searchParams);
    if (url.pathname === '/backchannel') return void response.writeHead(await receiveLogout(request)).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Relying party</h1>');
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      show(response, { step: 'error', error: describeError(error) });
    });
  });
  await listen(server, options.port);
  return { origin, logouts, close: () => close(server) };
}

async function readAnswer(request: IncomingMessage, url: URL): Promise<URL | Request> {
  if (request.method !== 'POST') return url;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Request(url, { method: 'POST', headers, body: await readBody(request) });
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function redirect(response: ServerResponse, url: URL): void {
  response.writeHead(303, { location: url.href }).end();
}

/** The parameters of an address as a form that the browser posts to it. */
function showForm(response: ServerResponse, url: URL): void {
  const inputs = [...url.searchParams].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const form = `<form method="post" action="${url.origin}${url.pathname}">${inputs.join('')}<button>Sign out</button></form>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(form);
}

function show(response: ServerResponse, result: RelyingPartyResult): void {
  const text = JSON.stringify(result, null, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<pre id="result">${text}</pre>`);
}

/** The error code of an authorization error response, otherwise the message. */
function describeError(error: unknown): string {
  if (error instanceof client.AuthorizationResponseError) return error.error;
  return error instanceof Error ? error.message : String(error);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
}
