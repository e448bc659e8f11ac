import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeIn, createHttpBrowser, type HttpBrowser, locationOf, signInByForm } from '#lib/testing/http-browser';
import { freePort, startServer } from '#lib/testing/running-server';

export const redirectUri = 'https://rp.test/cb';
export const secret = 'a-client-secret-with-enough-entropy-0123456789';
const password = 'correct horse battery staple';
/** The browsers of a run belong to several people, because an account may have only a few waiting attempts at once. */
const people = 32;
export const person = { username: nameOf(0), password };

/** A server to measure. */
export type Contender = {
  readonly name: string;
  readonly issuer: string;
  readonly port: number;
  /** Its discovery document. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Signs a person in with a password in a new browser, up to the code. @returns the Cookie header of the browser */
  readonly signIn: (authorizeUrl: string) => Promise<string>;
  /** Operations that it announces but does not offer in the measured form. */
  readonly lacks: readonly string[];
  /** Its PostgreSQL. By default it uses SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly stop: () => Promise<unknown>;
};

const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] };
const code = {
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
};

const device = {
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  response_types: [],
  redirect_uris: [],
};

const signetConfiguration = {
  scopes: [{ name: 'orders', type: 'resource', secrets: [{ value: secret }] }],
  clients: [
    { ...machine, client_id: 'machine-es256', scope: 'orders' },
    { ...machine, client_id: 'machine-rs256', scope: 'orders', access_token_signing_alg: 'RS256' },
    { ...machine, client_id: 'machine-reference', scope: 'orders', access_token_format: 'reference' },
    { ...code, client_id: 'web', access_token_format: 'reference', refresh_token_rotation: true },
    { ...code, client_id: 'web-jwt' },
    { ...device, client_id: 'tv', scope: 'openid profile' },
  ].map((client) => ({
    scope: 'openid profile offline_access',
    ...client,
    client_secrets: [{ value: secret }],
    require_consent: false,
  })),
  users: Array.from({ length: people }, (_, index) => ({
    username: nameOf(index),
    password,
    claims: { name: 'Alice' },
  })),
};

function nameOf(index: number): string {
  return `person-${index}`;
}

export type SignetOptions = {
  readonly databaseUrl?: string | undefined;
  readonly nodeArguments?: readonly string[];
  readonly build?: string;
  /** Returns another configuration than the usual one. */
  readonly configure?: (usual: typeof signetConfiguration) => object;
};

/**
 * Starts the production build on its own database.
 * @param options `databaseUrl`, by default SQLite in a temporary folder; `nodeArguments` for Node, for example
 * `--cpu-prof`; `build`, the checkout with the build; `configure`, to change the usual configuration
 */
export async function startSignet(
  name: string,
  { databaseUrl, configure = (usual) => usual, ...options }: SignetOptions = {},
): Promise<Contender> {
  const env = {
    SIGNET_TRUSTED_PROXIES: '127.0.0.1,::1',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const configuration = configure(signetConfiguration);
  const { issuer, port, stop } = await startServer({ configuration, env, ...options });
  // A server uses less CPU before it has rendered its first page.
  await (await fetch(`${issuer}/device`)).text();
  return {
    name,
    issuer,
    port,
    metadata: await discover(issuer),
    signIn: (url) =>
      collectCookies(issuer, async (browser) => {
        codeIn(await signInByForm(browser, url, { username: nameOf(randomInt(people)), password }));
      }),
    lacks: [],
    databaseUrl,
    stop: () => stop(),
  };
}

/**
 * Starts oidc-provider with an adapter of prepared statements, in its own process.
 * @param databaseUrl by default SQLite in a temporary folder
 */
export async function startPeer(name: string, databaseUrl?: string): Promise<Contender> {
  const machines = ['machine-es256', 'machine-rs256', 'machine-reference', 'orders'];
  const clients = [
    ...machines.map((id) => ({ ...machine, client_id: id, client_secret: secret })),
    { ...code, client_id: 'web', client_secret: secret },
    { ...device, client_id: 'tv', client_secret: secret },
  ];
  const running = await startProgram('bench/peer.mjs', databaseUrl, [JSON.stringify(clients), password]);
  return {
    ...running,
    name,
    signIn: (url) => collectCookies(running.issuer, (browser) => follow(browser, url)),
    // Its JWT access tokens are verified by the APIs themselves, and operators provide their own sign-in page.
    lacks: ['introspection, JWT', 'UserInfo, JWT', 'sign-in page'],
  };
}

/** Starts the floor program, which runs only the same statements and signatures. */
export async function startFloor(name: string, databaseUrl?: string): Promise<Contender> {
  const running = await startProgram('bench/floor.mjs', databaseUrl);
  return { ...running, name, signIn: async () => '', lacks: notOnTheFloor };
}

/** Operations that need more than a statement and a signature. */
const notOnTheFloor = [
  'client_credentials, JWT ES256, DPoP',
  'introspection, JWT',
  'UserInfo, JWT',
  'code with a session (authorize and token)',
  'sign-in page',
  'whole sign-in with a password',
];

async function startProgram(script: string, databaseUrl?: string, more: readonly string[] = []) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'signet-bench-'));
  const url = databaseUrl ?? `file:${join(folder, 'bench.db')}`;
  const child = spawn(process.execPath, [script, String(port), url, ...more], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const issuer = `http://localhost:${port}`;
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  return { issuer, port, metadata: await discover(issuer), databaseUrl, stop };
}

/** Waits for the server while it starts. */
async function discover(issuer: string): Promise<Contender['metadata']> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function collectCookies(issuer: string, work: (browser: HttpBrowser) => Promise<unknown>): Promise<string> {
  const cookies = new Map<string, string>();
  const observe = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value] = pair.split('=');
      if (value) cookies.set(name, pair);
    }
  };
  // Each browser has its own network, because each network has limits.
  const headers = { 'x-forwarded-for': randomAddress() };
  await work(createHttpBrowser(issuer, { observe, headers }));
  return [...cookies.values()].join('; ');
}

/** An address of a private network. */
export function randomAddress(): string {
  return `10.${Array.from({ length: 3 }, () => randomInt(256)).join('.')}`;
}

async function follow(browser: HttpBrowser, url: string): Promise<void> {
  let next = url;
  while (!next.startsWith(redirectUri)) next = new URL(locationOf(await browser.get(next)), next).href;
}
