import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { commonName, createCertificate, type TestCertificate } from '#lib/testing/certificates';
import { codeRequest, createHttpBrowser, type HttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { type Promised, reportPromises } from '../promises';
import { findProgram, type Place, type Product, products } from './products';

/**
 * npm run test:proxies [-- nginx]: runs each configuration of docs/behind-a-proxy.md whose product is installed in front
 * of the production build, and tries what the page promises. Names of products choose some of them.
 */
const page = readFileSync('docs/behind-a-proxy.md', 'utf8');
const placeholder = 'REPLACE-WITH-THE-OUTPUT-OF-openssl-rand-hex-32';
const secret = 'the-secret-of-the-frontend-for-certificates';
const person = { username: 'alice', password: 'correct horse battery staple' };
const callback = 'https://rp.test/cb';
const authority = createCertificate({ isAuthority: true, subject: [[[commonName, 'authority']]] });
const leaf = createCertificate({ issuer: authority });
const site = createCertificate({
  isAuthority: true,
  subject: [[[commonName, 'id.example.com']]],
  alternatives: [{ dNSName: 'id.example.com' }, { dNSName: 'mtls.id.example.com' }],
});

const configuration = {
  users: [person],
  clients: [
    {
      client_id: 'web',
      token_endpoint_auth_method: 'none',
      redirect_uris: [callback],
      require_consent: false,
      scope: 'openid',
    },
    {
      client_id: 'bank',
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks: { keys: [{ kty: 'EC', x5c: [leaf.der.toString('base64')] }] },
      grant_types: ['client_credentials'],
      scope: 'orders',
    },
  ],
  scopes: [{ name: 'orders', type: 'resource' }],
};

const tokenRequest = {
  path: '/connect/token',
  method: 'POST',
  body: 'grant_type=client_credentials&client_id=bank&scope=orders',
} as const;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Asked = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The port to connect to: of the issuer if left out. */
  readonly port?: number;
  readonly certificate?: TestCertificate;
};
type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string };
type Proxy = Place & { readonly product: Product; readonly server: RunningServer };

const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const promises: Promised[] = [];
for (const product of products) {
  if (wanted.length > 0 && !wanted.includes(product.name.toLowerCase())) continue;
  const program = findProgram(product.program);
  if (program === null) console.log(`${product.name} is not installed: its configuration was not run`);
  else promises.push(...(await tryProduct(product, program)));
}
reportPromises('The configurations of docs/behind-a-proxy.md', promises);

async function tryProduct(product: Product, program: string): Promise<Promised[]> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-proxy-'));
  // Apache and nginx change to an account of their own.
  chmodSync(folder, 0o755);
  const place = { folder, issuerPort: await freePort(), mtlsPort: await freePort() };
  const server = await startServer({
    configuration,
    env: {
      HOST: '127.0.0.1',
      SIGNET_ISSUER: `https://id.example.com:${place.issuerPort}`,
      SIGNET_TRUSTED_PROXIES: '127.0.0.1',
      SIGNET_MTLS_ORIGIN: `https://mtls.id.example.com:${place.mtlsPort}`,
      SIGNET_MTLS_HEADER: product.format,
      SIGNET_MTLS_HEADER_SECRET: secret,
    },
  });
  const child = startProxy(product, program, place, server.port);
  try {
    await accepting(place.issuerPort, child);
    return await tryPromises({ ...place, product, server });
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function startProxy(product: Product, program: string, place: Place, upstream: number): ChildProcess {
  const [, block = ''] = new RegExp(`^\`\`\`${product.block}\\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  if (block === '') throw new Error(`the page shows no configuration of ${product.name}`);
  const { folder } = place;
  writeFileSync(join(folder, 'fullchain.pem'), site.pem);
  writeFileSync(join(folder, 'key.pem'), site.privateKeyPem);
  writeFileSync(join(folder, 'haproxy.pem'), site.pem + site.privateKeyPem);
  writeFileSync(join(folder, 'clients-ca.pem'), authority.pem);
  const own = block
    .replaceAll('/etc/ssl/signet', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replaceAll(placeholder, secret);
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, product.write(own, place));
  return spawn(program, [...product.arguments(file, place)], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function accepting(port: number, child: ChildProcess): Promise<void> {
  for (let tried = 0; tried < 300; tried += 1) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await delay(100);
  }
  throw new Error('the proxy never listened');
}

async function tryPromises(proxy: Proxy): Promise<Promised[]> {
  const checks: readonly [promise: string, check: (proxy: Proxy) => Promise<string[]>][] = [
    ['the issuer is the address of the proxy', checkDiscovery],
    ['a sign-in leads on with a state of 4,096 characters', checkSignIn],
    ['an address of 23 KiB and a picture of 1.4 MB arrive', checkSizes],
    ['nobody chooses the address that the limits count', checkAddress],
    ['a certificate counts where it was presented', checkCertificate],
    ['a forged certificate counts nowhere', checkForgery],
    ['the mTLS origin has no pages', checkPages],
  ];
  const results: Promised[] = [];
  for (const [promise, check] of checks) {
    const broken = await check(proxy).catch((error: unknown) => [String(error)]);
    results.push({ promise: `${proxy.product.name}: ${promise}`, tried: 'once', broken });
  }
  return results;
}

function expecting(isKept: boolean, found: unknown): string[] {
  return isKept ? [] : [`found ${String(found)}`];
}

async function checkDiscovery(proxy: Proxy): Promise<string[]> {
  const { status, body } = await ask(proxy, { path: '/.well-known/openid-configuration' });
  if (status !== 200) return [`status ${status}`];
  const { issuer } = JSON.parse(body);
  return expecting(issuer === proxy.server.issuer, issuer);
}

async function checkSignIn(proxy: Proxy): Promise<string[]> {
  const state = 's'.repeat(4096);
  const { url } = codeRequest(proxy.server.issuer, {
    client_id: 'web',
    redirect_uri: callback,
    scope: 'openid',
    state,
  });
  const location = await signInByForm(browse(proxy), url, person);
  return expecting(location.startsWith(callback) && location.includes(state), location.slice(0, 200));
}

/** Whatever Signet says of them, Signet says it, and not the proxy. */
async function checkSizes(proxy: Proxy): Promise<string[]> {
  const path = `/connect/authorize?client_id=web&ui_locales=${'x'.repeat(23 * 1024)}`;
  const picture = Buffer.alloc(1_400_000, 'p');
  const headers = { 'content-type': 'multipart/form-data; boundary=p', origin: proxy.server.issuer };
  const answers = [
    await ask(proxy, { path }),
    await ask(proxy, { path: '/account/picture/submit', method: 'POST', headers, body: picture }),
  ];
  return answers.flatMap(({ status, headers }) =>
    expecting(headers['x-request-id'] !== undefined && status < 500, status),
  );
}

/** The sign-in before was sent with an address of its own in every header. */
async function checkAddress({ server }: Proxy): Promise<string[]> {
  const database = new BetterSqlite3(join(server.folder, 'signet.db'), { readonly: true });
  const rows = database.prepare(`SELECT "address" FROM "AuditEvent" WHERE "type" = 'sign_in.succeeded'`).pluck().all();
  database.close();
  return expecting(rows.length > 0 && rows.every((address) => address === '127.0.0.1'), JSON.stringify(rows));
}

async function checkCertificate(proxy: Proxy): Promise<string[]> {
  const asked = { ...tokenRequest, headers: { ...form, ...mtlsHost(proxy) }, port: proxy.mtlsPort };
  const { status, body } = await ask(proxy, { ...asked, certificate: leaf });
  if (status !== 200) return [`status ${status}: ${body.slice(0, 200)}`];
  const [, claims = ''] = String(JSON.parse(body).access_token).split('.');
  const bound = JSON.parse(Buffer.from(claims, 'base64url').toString()).cnf?.['x5t#S256'];
  return expecting(bound === undefined || bound === leaf.thumbprint, bound);
}

/** At both frontends and with either host. The secret is right, so only the proxy stands in the way: it replaces both headers. */
async function checkForgery(proxy: Proxy): Promise<string[]> {
  const { issuerPort, mtlsPort, product } = proxy;
  const forged = product.header(leaf.pem, leaf.der.toString('base64'));
  const broken: string[] = [];
  for (const port of [issuerPort, mtlsPort]) {
    for (const host of [mtlsHost(proxy), { host: `id.example.com:${issuerPort}` }]) {
      const headers = { ...form, ...forged, ...host, 'signet-mtls-secret': secret };
      const { status, body } = await ask(proxy, { ...tokenRequest, headers, port });
      // Caddy answers 200 without a body for a host that it does not serve.
      if (status >= 500 || body.includes('access_token'))
        broken.push(`status ${status} at ${port} with Host ${host.host}`);
    }
  }
  return broken;
}

async function checkPages(proxy: Proxy): Promise<string[]> {
  const statuses: number[] = [];
  for (const path of ['/login', '/account', '/connect/authorize', '/']) {
    statuses.push((await ask(proxy, { path, headers: mtlsHost(proxy), port: proxy.mtlsPort })).status);
  }
  return expecting(
    statuses.every((status) => status === 404 || status === 200) && statuses[2] === 404,
    statuses.join(', '),
  );
}

function mtlsHost({ mtlsPort }: Place): { readonly host: string } {
  return { host: `mtls.id.example.com:${mtlsPort}` };
}

function ask(
  proxy: Proxy,
  { path, method = 'GET', headers = {}, body = '', port, certificate }: Asked,
): Promise<Answer> {
  const host = headers.host ?? `id.example.com:${proxy.issuerPort}`;
  const own = { 'x-forwarded-for': '6.6.6.6', ...headers, host, 'content-length': String(Buffer.byteLength(body)) };
  const isMtls = port === proxy.mtlsPort;
  const identity = certificate === undefined ? {} : { cert: certificate.pem, key: certificate.privateKeyPem };
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: port ?? proxy.issuerPort,
      servername: isMtls ? 'mtls.id.example.com' : 'id.example.com',
      ca: site.pem,
      agent: false,
      method,
      path,
      headers: own,
      ...identity,
    } as const;
    const outgoing = request(options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    outgoing.once('error', reject).end(body);
  });
}

/** The browser of the tests, whose requests go to the proxy. */
function browse(proxy: Proxy): HttpBrowser {
  const send = async (url: URL | RequestInfo, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(url));
    const headers = Object.fromEntries(new Headers(init.headers));
    const answer = await ask(proxy, {
      path: pathname + search,
      method: init.method ?? 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: typeof init.body === 'string' ? init.body : '',
    });
    const received = new Headers();
    for (const [name, values] of Object.entries(answer.headers)) {
      for (const value of [values ?? []].flat()) received.append(name, value);
    }
    return new Response(answer.status === 303 || answer.status === 302 ? null : answer.body, {
      status: answer.status,
      headers: received,
    });
  };
  return createHttpBrowser(proxy.server.issuer, { send });
}
