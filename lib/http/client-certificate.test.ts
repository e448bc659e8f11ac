import { get as getTls } from 'node:https';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CertificateFormat, MtlsSettings } from '#lib/settings/mtls';
import { commonName, createCertificate, type TestCertificate } from '#lib/testing/certificates';
import { askRaw } from '#lib/testing/raw-http';
import { parseTrustedProxies } from './client-address';
import { readMtlsFacts, writeMtlsFacts } from './client-certificate';
import { defaultLimits } from './limits';
import { type RunningServer, runServer } from './run-server';
import { createTwoLaneServer, type Endpoint, type ServerParts } from './server';
import type { HttpRequest } from './types';

let leaf: TestCertificate;
let other: TestCertificate;
let authority: TestCertificate;
beforeAll(() => {
  authority = createCertificate({ isAuthority: true, subject: [[[commonName, 'authority']]] });
  leaf = createCertificate({ issuer: authority });
  other = createCertificate();
});

const running: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

const endpoint: Endpoint = { path: '/connect/token', methods: ['POST'], maxBodyBytes: 1024, audience: 'program' };

/** A server that records what its handlers get, and echoes requests for pages. */
async function start(overrides: Partial<ServerParts<Endpoint>>) {
  const seen: HttpRequest[] = [];
  const server = createTwoLaneServer<Endpoint>({
    issuer: 'https://op.test',
    limits: { ...defaultLimits, checkIntervalMs: 20 },
    proxies: parseTrustedProxies(['127.0.0.1']),
    mtls: null,
    headers: {},
    isMtlsPath: (path) => path === endpoint.path,
    findEndpoint: (path) => (path === endpoint.path ? endpoint : undefined),
    fastLane: true,
    answer: async (_, request) => {
      seen.push(request);
      return { status: 200, headers: {}, body: '' };
    },
    pages: async ({ headers }, response) => {
      response.end(JSON.stringify(headers));
    },
    observe: () => {},
    explain: (incoming) => () => incoming.requestId,
    onError: () => {},
    ...overrides,
  });
  const started = await runServer(server, { host: '127.0.0.1', port: 0 }, { drainMs: 0, timeoutMs: 1_000 });
  running.push(started);
  return { ...started, seen };
}

const behind = (format: CertificateFormat, verifies = false, secret: string | null = null): MtlsSettings => ({
  origin: 'https://mtls.op.test',
  source: { kind: 'proxy', format, verifies, secret },
});

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** What a handler gets from a request with these headers. */
async function ask(mtls: MtlsSettings | null, headers: Headers, overrides: Partial<ServerParts<Endpoint>> = {}) {
  const server = await start({ mtls, ...overrides });
  await askRaw(server.port, { path: endpoint.path, headers: { host: 'mtls.op.test', ...headers } });
  const [request] = server.seen;
  if (request === undefined) throw new Error('no handler was asked');
  return request;
}

const escaped = ({ pem }: TestCertificate) => encodeURIComponent(pem);
const base64 = ({ der }: TestCertificate) => der.toString('base64');

/** The headers of each format for a certificate, followed by the rest of a chain. */
const formats: readonly [CertificateFormat, string, (one: TestCertificate, chain?: TestCertificate) => string][] = [
  ['rfc9440', 'client-cert', (one) => `:${base64(one)}:`],
  ['nginx', 'x-ssl-client-cert', (one, chain) => escaped(one) + (chain ? escaped(chain) : '')],
  [
    'envoy',
    'x-forwarded-client-cert',
    (one, chain) =>
      `By=spiffe://a/b;Hash=0;Subject="CN=\\"x, y\\"";Cert="${escaped(one)}${chain ? `";Chain="${escaped(one)}${escaped(chain)}` : ''}"`,
  ],
  ['traefik', 'x-forwarded-tls-client-cert', (one, chain) => base64(one) + (chain ? `,${base64(chain)}` : '')],
  ['alb', 'x-amzn-mtls-clientcert', (one, chain) => escaped(one) + (chain ? escaped(chain) : '')],
];

describe.each(formats)('a certificate in the headers of %s (RFC 8705 §6.5)', (format, name, write) => {
  it('is read from a trusted proxy at the mTLS origin, which removes its header', async () => {
    const { clientCertificate, isMtls, headers } = await ask(behind(format), { [name]: write(leaf) });
    expect(isMtls).toBe(true);
    expect(clientCertificate).toEqual({ der: leaf.der, thumbprint: leaf.thumbprint, verified: false });
    expect(headers[name]).toBeUndefined();
  });

  it('is the leaf, regardless of later certificates (CVE-2023-2422)', async () => {
    const { clientCertificate } = await ask(behind(format), { [name]: write(leaf, other) });
    expect(clientCertificate?.thumbprint).toBe(leaf.thumbprint);
  });

  it('has the thumbprint of its DER form, not of its text', async () => {
    const { clientCertificate } = await ask(behind(format), { [name]: write(leaf) });
    expect(clientCertificate?.thumbprint).toMatch(/^[\w-]{43}$/);
    expect(clientCertificate?.thumbprint).toBe(leaf.thumbprint);
  });

  it.each<[string, Headers, Partial<ServerParts<Endpoint>>]>([
    ['absent', {}, {}],
    ['empty', { [name]: '' }, {}],
    ['malformed', { [name]: 'x' }, {}],
    [
      'no certificate',
      {
        [name]: write({
          pem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
          der: Buffer.from('AAAA'),
        } as TestCertificate),
      },
      {},
    ],
    ['broken percent-encoding', { [name]: '%zz' }, {}],
  ])('counts as absent when it is %s', async (_, headers) => {
    const { clientCertificate, isMtls } = await ask(behind(format), headers);
    expect(clientCertificate).toBeNull();
    expect(isMtls).toBe(true);
  });

  it('counts as absent when the header is repeated', async () => {
    const twice = { [name]: [write(other), write(leaf)] };
    expect((await ask(behind(format), twice)).clientCertificate).toBeNull();
  });

  it.each<[string, Headers, Partial<ServerParts<Endpoint>>, MtlsSettings | null]>([
    ['from a peer that is no trusted proxy', {}, { proxies: parseTrustedProxies(['10.0.0.1']) }, behind(format)],
    ['at the issuer', { host: 'op.test' }, {}, behind(format)],
    ['at another port of the host', { host: 'mtls.op.test:8443' }, {}, behind(format)],
    ['while mTLS is off', {}, {}, null],
  ])('counts as absent %s, and its header is removed', async (_, headers, overrides, mtls) => {
    const request = await ask(mtls, { [name]: write(leaf), ...headers }, overrides);
    expect(request).toMatchObject({ clientCertificate: null, isMtls: false });
    expect(request.headers[name]).toBeUndefined();
  });

  it('counts as absent with direct TLS, where the header is removed too (CVE-2024-10039)', async () => {
    const direct: MtlsSettings = {
      origin: 'https://mtls.op.test',
      source: { kind: 'listener', port: 1, certFile: '', keyFile: '', caFile: null },
    };
    const request = await ask(direct, { [name]: write(leaf) });
    expect(request).toMatchObject({ clientCertificate: null, isMtls: false });
    expect(request.headers[name]).toBeUndefined();
  });

  it('never reaches the code behind Next in its header, but as facts of the server', async () => {
    const server = await start({ mtls: behind(format), fastLane: false });
    const sent = { host: 'mtls.op.test', [name]: write(leaf), 'x-signet-mtls': `verified ${base64(other)}` };
    const { body } = await askRaw(server.port, { path: endpoint.path, headers: sent });
    const headers = JSON.parse(body);
    expect(headers[name]).toBeUndefined();
    expect(readMtlsFacts(headers['x-signet-mtls']).clientCertificate?.thumbprint).toBe(leaf.thumbprint);
  });
});

describe('whether a certificate is verified', () => {
  const name = 'x-ssl-client-cert';

  it.each<[string, Headers, boolean]>([
    ['SUCCESS', { 'x-ssl-client-verify': 'SUCCESS' }, true],
    ['FAILED', { 'x-ssl-client-verify': 'FAILED:unable to get local issuer certificate' }, false],
    ['nothing', {}, false],
    ['two things', { 'x-ssl-client-verify': ['SUCCESS', 'SUCCESS'] }, false],
  ])('nginx says itself: %s', async (_, headers, verified) => {
    const request = await ask(behind('nginx'), { [name]: escaped(leaf), ...headers });
    expect(request.clientCertificate?.verified).toBe(verified);
    expect(request.headers['x-ssl-client-verify']).toBeUndefined();
  });

  it('SIGNET_MTLS_PROXY_VERIFIES says for another proxy', async () => {
    const headers = { 'client-cert': `:${base64(leaf)}:`, 'x-ssl-client-verify': 'SUCCESS' };
    expect((await ask(behind('rfc9440', true), headers)).clientCertificate?.verified).toBe(true);
    expect((await ask(behind('rfc9440'), headers)).clientCertificate?.verified).toBe(false);
  });

  it('an ALB that verifies has a header of its own: the one of passthrough mode does not count', async () => {
    const passthrough = { 'x-amzn-mtls-clientcert': escaped(leaf) };
    expect((await ask(behind('alb', true), passthrough)).clientCertificate).toBeNull();
    const verify = { 'x-amzn-mtls-clientcert-leaf': escaped(leaf) };
    expect((await ask(behind('alb', true), verify)).clientCertificate?.verified).toBe(true);
  });
});

describe('headers of envoy', () => {
  it('name the certificate of the nearest proxy last: what comes before is the claim of the caller', async () => {
    const header = `Hash=1;Cert="${escaped(other)}",By=x;Cert="${escaped(leaf)}"`;
    const { clientCertificate } = await ask(behind('envoy'), { 'x-forwarded-client-cert': header });
    expect(clientCertificate?.thumbprint).toBe(leaf.thumbprint);
  });

  it.each([
    ['without one in the last element', (cert: string) => `Cert="${cert}",By=x;Hash=2`],
    ['with two in one element', (cert: string) => `Cert="${cert}";Cert="${cert}"`],
    ['with an open quote', (cert: string) => `Cert="${cert}`],
    ['with an element in a quoted value', (cert: string) => `Subject=",Cert=${cert}"`],
  ])('are none %s', async (_, write) => {
    const { clientCertificate } = await ask(behind('envoy'), { 'x-forwarded-client-cert': write(escaped(leaf)) });
    expect(clientCertificate).toBeNull();
  });
});

it('a certificate that is URL-encoded by an older Traefik is read too', async () => {
  const header = encodeURIComponent(`${base64(leaf)},${base64(other)}`);
  const { clientCertificate } = await ask(behind('traefik'), { 'x-forwarded-tls-client-cert': header });
  expect(clientCertificate?.thumbprint).toBe(leaf.thumbprint);
});

it('every header about certificates is removed, regardless of the configuration', async () => {
  const names = [
    'client-cert',
    'client-cert-chain',
    'x-ssl-client-cert',
    'x-ssl-client-verify',
    'x-forwarded-client-cert',
  ];
  names.push(
    'x-forwarded-tls-client-cert',
    'x-forwarded-tls-client-cert-info',
    'x-amzn-mtls-clientcert',
    'x-amzn-mtls-clientcert-leaf',
  );
  for (const mtls of [null, behind('rfc9440')]) {
    const { headers } = await ask(mtls, Object.fromEntries(names.map((name) => [name, `:${base64(leaf)}:`])));
    for (const name of names) expect(headers[name], name).toBeUndefined();
  }
});

it('the facts reach the code behind Next', () => {
  const clientCertificate = { der: leaf.der, thumbprint: leaf.thumbprint, verified: true };
  const mtlsProblem = null;
  for (const facts of [
    { isMtls: false, clientCertificate: null, mtlsProblem },
    { isMtls: false, clientCertificate: null, mtlsProblem: 'it came with Host "evil\u00e9\r\n"' },
    { isMtls: true, clientCertificate: null, mtlsProblem },
    { isMtls: true, clientCertificate, mtlsProblem },
    { isMtls: true, clientCertificate: { ...clientCertificate, verified: false }, mtlsProblem },
  ]) {
    expect(readMtlsFacts(writeMtlsFacts(facts))).toEqual(facts);
  }
});

describe('SIGNET_MTLS_HEADER_SECRET (security #194)', () => {
  const secret = 'the-secret-of-the-mtls-frontend-0';
  const header = 'signet-mtls-secret';

  it.each(formats)('lets the header of %s count beside it alone', async (format, name, write) => {
    const certificate = { [name]: write(leaf) };
    const { clientCertificate, headers } = await ask(behind(format, false, secret), {
      ...certificate,
      [header]: secret,
    });
    expect(clientCertificate?.thumbprint).toBe(leaf.thumbprint);
    expect(headers[header]).toBeUndefined();
  });

  it.each<[string, Headers]>([
    ['is absent', {}],
    ['is empty', { [header]: '' }],
    ['is another one', { [header]: `${secret}x` }],
    ['is a part of it', { [header]: secret.slice(0, -1) }],
    ['is repeated', { [header]: [secret, secret] }],
    ['came in another case', { [header]: secret.toUpperCase() }],
  ])('hides the certificate when it %s', async (_, headers) => {
    const request = await ask(behind('rfc9440', true, secret), { 'client-cert': `:${base64(leaf)}:`, ...headers });
    expect(request).toMatchObject({ isMtls: false, clientCertificate: null });
    expect(request.mtlsProblem).toContain('SIGNET_MTLS_HEADER_SECRET');
    expect(JSON.stringify(request)).not.toContain(secret);
  });
});

describe('a request that does not count as one to the mTLS origin says why', () => {
  it.each<[string, Headers, Partial<ServerParts<Endpoint>>, string]>([
    ['the Host that arrived', { host: 'op.test' }, {}, 'Host "op.test", not with "mtls.op.test:8443"'],
    ['a Host without its port', { host: 'mtls.op.test' }, {}, 'Host "mtls.op.test", not with "mtls.op.test:8443"'],
    ['the peer', {}, { proxies: parseTrustedProxies(['10.0.0.1']) }, 'it came from 127.0.0.1, which is not in'],
  ])('%s', async (_, headers, overrides, problem) => {
    const mtls = { ...behind('nginx'), origin: 'https://mtls.op.test:8443' };
    const request = await ask(mtls, { host: 'mtls.op.test:8443', ...headers }, overrides);
    expect(request.mtlsProblem).toContain(problem);
  });
});

describe('the mTLS origin has its endpoints alone (RFC 8705 §5, security #194)', () => {
  const direct: MtlsSettings = {
    origin: 'https://mtls.op.test',
    source: { kind: 'listener', port: 1, certFile: '', keyFile: '', caFile: null },
  };
  const untrusting = { proxies: parseTrustedProxies([]) };

  it.each<[string, MtlsSettings, Partial<ServerParts<Endpoint>>]>([
    ['behind a proxy', behind('nginx'), {}],
    ['behind a proxy without the fast lane', behind('nginx'), { fastLane: false }],
    ['behind a proxy whose address is not listed', behind('nginx'), untrusting],
    ['beside a listener, on the port of the pages', direct, untrusting],
  ])('%s', async (_, mtls, overrides) => {
    const { port } = await start({
      mtls,
      findEndpoint: (path) => (path === '/x' ? undefined : endpoint),
      ...overrides,
    });
    const statusOf = async (path: string, host: string) => (await askRaw(port, { path, headers: { host } })).status;
    for (const host of ['mtls.op.test', 'MTLS.OP.TEST:443']) {
      expect(await statusOf(endpoint.path, host)).toBe(200);
      for (const path of ['/login', '/x', '/connect/authorize', '/_signet/x.js']) {
        expect(await statusOf(path, host), path).toBe(404);
      }
    }
    expect(await statusOf('/x', 'op.test')).toBe(200);
    expect(await statusOf('/connect/authorize', 'op.test')).toBe(200);
  });
});

describe('the listener for mTLS', () => {
  const listener: MtlsSettings = {
    origin: 'https://mtls.op.test',
    source: { kind: 'listener', port: 1, certFile: '', keyFile: '', caFile: null },
  };

  async function startTls(ca: readonly string[]) {
    const tls = { cert: leaf.pem, key: leaf.privateKeyPem, ca: [...ca] };
    return start({ mtls: listener, tls });
  }

  /** @returns the status */
  function askTls(port: number, client: TestCertificate | null, path = endpoint.path): Promise<number | undefined> {
    const identity = client === null ? {} : { cert: client.pem, key: client.privateKeyPem };
    return new Promise((resolve, reject) => {
      // The server's certificate does not matter here.
      const options = { port, host: '127.0.0.1', path, agent: false, rejectUnauthorized: false, ...identity } as const;
      getTls(options, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  }

  it('accepts any certificate or none, and reports which one its authorities issued', async () => {
    const { port, seen } = await startTls([authority.pem]);
    for (const client of [leaf, other, null]) expect(await askTls(port, client)).toBe(200);
    expect(seen.map(({ clientCertificate }) => clientCertificate)).toEqual([
      { der: leaf.der, thumbprint: leaf.thumbprint, verified: true },
      { der: other.der, thumbprint: other.thumbprint, verified: false },
      null,
    ]);
    expect(seen.every(({ isMtls }) => isMtls)).toBe(true);
  });

  it('verifies nothing without its own authorities', async () => {
    const { port, seen } = await startTls([]);
    await askTls(port, leaf);
    expect(seen[0]?.clientCertificate).toMatchObject({ thumbprint: leaf.thumbprint, verified: false });
  });

  it('has no pages', async () => {
    const { port } = await startTls([]);
    expect(await askTls(port, leaf, '/login')).toBe(404);
  });
});
