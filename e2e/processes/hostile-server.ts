import { readdirSync, readFileSync } from 'node:fs';
import { protocolRoutes } from '#lib/protocol/routes';
import { routes } from '#lib/routes';
import { createHttpBrowser, type HttpBrowser } from '#lib/testing/http-browser';
import { askRaw, type RawAnswer, type RawRequest } from '#lib/testing/raw-http';
import { type RunningServer, startServer } from '#lib/testing/running-server';

export const issuer = 'https://op.test';
export const redirectUri = 'https://rp.test/cb';
export const person = { username: 'alice', password: 'correct horse battery staple' };
export const secrets = {
  web: 'web-secret-of-the-hostile-tests',
  reference: 'reference-secret-of-the-hostile-tests',
  m2m: 'm2m-secret-of-the-hostile-tests',
  /** The secret of the API behind the scope, not a client secret. */
  orders: 'orders-secret-of-the-hostile-tests',
};

const codeClient = {
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile email offline_access orders',
  refresh_token_rotation: true,
};

export const configuration = {
  scopes: [{ name: 'orders', type: 'resource', display_name: 'Orders API', secrets: [{ value: secrets.orders }] }],
  clients: [
    { ...codeClient, client_id: 'web', client_secrets: [{ value: secrets.web }] },
    {
      ...codeClient,
      client_id: 'reference',
      client_secrets: [{ value: secrets.reference }],
      access_token_format: 'reference',
      require_consent: false,
    },
    {
      ...codeClient,
      client_id: 'spa',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://spa.test/cb'],
      allowed_cors_origins: ['https://spa.test'],
    },
    {
      client_id: 'm2m',
      client_secrets: [{ value: secrets.m2m }],
      grant_types: ['client_credentials'],
      scope: 'orders',
    },
    {
      client_id: 'tv',
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid profile',
    },
  ],
  users: [{ ...person, claims: { name: 'Alice Smith', email: 'alice@example.com', email_verified: true } }],
};

export type HostileServer = RunningServer & {
  readonly ask: (request: RawRequest) => Promise<RawAnswer>;
  readonly browse: (observe?: (response: Response) => void) => HttpBrowser;
};

/**
 * A server with an https issuer, as behind a proxy. The tests call it directly over http.
 * @param options as those of startServer
 */
export async function startHostileServer(options: Parameters<typeof startServer>[0] = {}): Promise<HostileServer> {
  const env = { SIGNET_ISSUER: issuer, HOST: '127.0.0.1', ...options.env };
  const server = await startServer({ configuration, ...options, env });
  const address = `http://127.0.0.1:${server.port}`;
  return {
    ...server,
    ask: (request) => askRaw(server.port, { ...request, headers: { host: 'op.test', ...request.headers } }),
    browse: (observe) => createHttpBrowser(issuer, { server: address, ...(observe && { observe }) }),
  };
}

/** The pages that are files under app/, except those with a parameter, and those that views define. */
function listPages(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('/page.tsx'));
  const views = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('view.tsx'));
  const defined = views.flatMap((path) => [
    ...readFileSync(`lib/${path}`, 'utf8').matchAll(/\bdefinePage\(\{\n\s+path: '([^']+)'/g),
  ]);
  const own = files.filter((path) => !path.includes('[')).map((path) => `/${path.replace(/\/page\.tsx$/, '')}`);
  return [...own, ...defined.map(([, path = '']) => path)].sort();
}

/** Read from the files and the route table, so that new pages and routes are attacked as well. */
export const pagePaths = listPages();
export const submitPaths = routes
  .filter(({ path, methods }) => path.endsWith('/submit') && !path.includes('[') && methods.join() === 'POST')
  .map(({ path }) => path);
export const endpointPaths = protocolRoutes.map(({ path }) => path);
export const formPaths = [
  ...protocolRoutes.filter(({ methods }) => methods.includes('POST')).map(({ path }) => path),
  ...submitPaths,
  '/federation/x/backchannel-logout',
];

export const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** RFC 6749 §2.3.1. The secrets above need no encoding. */
export function basic(name: keyof typeof secrets): string {
  return `Basic ${Buffer.from(`${name}:${secrets[name]}`).toString('base64')}`;
}

/** The query of a request that leads to the sign-in page. Overrides set parameters, or remove them with undefined. */
export function authorizeQuery(overrides: Readonly<Record<string, string | undefined>> = {}): string {
  const parameters = {
    response_type: 'code',
    client_id: 'web',
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 's1',
    nonce: 'n1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...overrides,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(given).toString();
}

/** The value of a header that occurs at most once. */
export function headerOf(answer: RawAnswer, name: string): string | undefined {
  const values = answer.headers.get(name) ?? [];
  if (values.length > 1) throw new Error(`${name} came ${values.length} times`);
  return values[0];
}

/** Log lines about errors that no request may cause. */
export function errorLines(output: string): string[] {
  return output.split('\n').filter((line) => /"level":[56]0/.test(line));
}
