import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose';

/** The next answers of a scripted provider. Without a member, that answer is correct. */
export type Script = {
  /** Changes the claims of the ID token. undefined removes a claim. */
  claims?: Record<string, unknown>;
  /** Creates the ID token instead. */
  idToken?: (claims: Record<string, unknown>) => string | Promise<string>;
  userinfo?: Record<string, unknown>;
  /** Changes the members of the token response. */
  token?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  /** Answers the requests at a path instead. */
  answers?: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>;
};

export type ScriptedUpstream = {
  readonly issuer: string;
  script: Script;
  /** The requested paths. */
  readonly asked: string[];
  /** The content of the last token request. */
  readonly lastToken: { form: URLSearchParams; authorization: string | undefined };
  /** The callback that the browser would bring back from the authorization request at this address. */
  readonly answer: (location: string, changes?: Record<string, string | undefined>) => string;
  /** Replaces the signing key, under another `kid` or under the same. The key set then has only the new key. */
  readonly rotateKey: (kid?: 'same kid') => Promise<void>;
  readonly signWith: (key: GenerateKeyPairResult['privateKey'], header: object, claims: object) => Promise<string>;
  /** Signs with the published key. */
  readonly sign: (claims: object, header?: object) => Promise<string>;
  readonly publicKey: () => JWK;
  readonly close: () => Promise<void>;
};

type Code = { readonly nonce: string | null; readonly challenge: string | null; readonly clientId: string | null };

/**
 * An OpenID Connect provider on loopback whose answers a test can falsify. It has no pages, because the test plays the
 * browser.
 * @param clock the clock for the times in its ID tokens: that of the provider that verifies them, so that a slow test
 * does not matter
 */
export async function startScriptedUpstream(clock: () => Date = () => new Date()): Promise<ScriptedUpstream> {
  const codes = new Map<string, Code>();
  let key = await makeKey();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const issuer = `http://localhost:${port}`;
  const upstream: ScriptedUpstream = {
    issuer,
    script: {},
    asked: [],
    lastToken: { form: new URLSearchParams(), authorization: undefined },
    answer: (location, changes = {}) => {
      const asked = new URL(location).searchParams;
      const code = randomBytes(16).toString('base64url');
      const [nonce, challenge, clientId] = ['nonce', 'code_challenge', 'client_id'].map((name) => asked.get(name));
      codes.set(code, { nonce: nonce ?? null, challenge: challenge ?? null, clientId: clientId ?? null });
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ code, state: asked.get('state') ?? '', ...changes })) {
        if (value !== undefined) query.set(name, value);
      }
      return `${new URL(asked.get('redirect_uri') ?? '').pathname}?${query}`;
    },
    rotateKey: async (kid) => {
      key = await makeKey(kid && key.header.kid);
    },
    signWith: (privateKey, header, claims) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey),
    sign: (claims, header) => upstream.signWith(key.privateKey, { ...key.header, ...header }, claims),
    publicKey: () => key.jwk,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    upstream.asked.push(path);
    const { script } = upstream;
    const scripted = script.answers?.[path];
    if (scripted !== undefined) return scripted(response, request);
    switch (path) {
      case '/.well-known/openid-configuration':
        return sendJson(response, 200, { ...metadata(issuer), ...script.metadata });
      case '/jwks':
        return sendJson(response, 200, { keys: [key.jwk] });
      case '/userinfo':
        return sendJson(response, 200, { sub: script.claims?.sub ?? 'u-1', ...script.userinfo });
      case '/token':
        return sendJson(response, ...(await token(request)));
      default:
        return sendJson(response, 404, {});
    }
  };

  const token = async (request: IncomingMessage): Promise<[number, object]> => {
    const form = new URLSearchParams(await readBody(request));
    Object.assign(upstream.lastToken, { form, authorization: request.headers.authorization });
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier');
    const proven = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
    if (code === undefined || code.challenge !== proven) {
      return [400, { error: 'invalid_grant' }];
    }
    const iat = Math.floor(clock().getTime() / 1000);
    const own = { iss: issuer, sub: 'u-1', aud: code.clientId, nonce: code.nonce ?? undefined, iat, exp: iat + 300 };
    const claims = withoutUndefined({ ...own, ...upstream.script.claims });
    const idToken = await (upstream.script.idToken ?? upstream.sign)(claims);
    const issued = { access_token: 'upstream-access-token', token_type: 'Bearer', expires_in: 60, id_token: idToken };
    return [200, { ...issued, ...upstream.script.token }];
  };
  return upstream;
}

/** An HMAC "signature" with any text as its key. A verifier that confuses algorithms would accept it. */
export function signHmac(secret: string, claims: object, alg = 'HS256'): string {
  const half = [{ alg, typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = alg === 'none' ? '' : createHmac('sha256', secret).update(half.join('.')).digest('base64url');
  return `${half.join('.')}.${signature}`;
}

async function makeKey(kid = randomBytes(4).toString('hex')) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, header: { kid }, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function withoutUndefined(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
