/**
 * oidc-provider on its own database, with the clients of bench/contenders.ts and the same algorithms, token formats and
 * rotation of refresh tokens. It signs in every visitor as the same person, after it has verified a password with
 * argon2id.
 *
 * usage: node bench/peer.mjs PORT DATABASE CLIENTS PASSWORD, where DATABASE is a URL like DATABASE_URL and CLIENTS is
 * JSON
 */
import { createServer } from 'node:http';
import { hash, verify } from '@node-rs/argon2';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { createAdapter } from './peer-adapter.mjs';

const [port = '', database = '', clients = '[]', password = ''] = process.argv.slice(2);
const passwordHash = await hash(password);
const hour = 3600;

/** The clients that get a JWT for an API, with its signature algorithm. */
const jwtClients = new Map([
  ['machine-es256', 'ES256'],
  ['machine-rs256', 'RS256'],
]);

/** @param {string} alg */
async function createKey(alg) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: alg };
}

const provider = new Provider(`http://localhost:${port}`, {
  adapter: await createAdapter(database),
  clients: JSON.parse(clients),
  jwks: { keys: await Promise.all(['RS256', 'ES256'].map(createKey)) },
  cookies: { keys: ['a key of the benchmark'] },
  scopes: ['openid', 'profile', 'offline_access', 'orders'],
  claims: { openid: ['sub'], profile: ['name'] },
  ttl: {
    AccessToken: hour,
    AuthorizationCode: 60,
    ClientCredentials: hour,
    DeviceCode: 600,
    Grant: hour,
    IdToken: 300,
    Interaction: hour,
    RefreshToken: 24 * hour,
    Session: hour,
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    dPoP: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_, client) => (jwtClients.has(client.clientId) ? 'urn:example:orders' : undefined),
      getResourceServerInfo: (_, resource, client) => ({
        scope: 'orders',
        audience: resource,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: jwtClients.get(client.clientId) } },
      }),
    },
  },
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, name: 'Alice' }) }),
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  rotateRefreshToken: true,
  interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
  async loadExistingGrant({ oidc }) {
    const known = oidc.session.grantIdFor(oidc.client.clientId);
    if (known) return provider.Grant.find(known);
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid profile offline_access');
    await grant.save();
    return grant;
  },
});

const handle = provider.callback();
// Between its turns a connection is idle for longer than Node would keep it open by default.
createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.url === '/metrics') return void response.end(`process_cpu_seconds_total ${cpuSeconds()}\n`);
  if (!request.url?.startsWith('/sign-in/')) return void handle(request, response);
  signIn(request, response).catch((error) => {
    response.writeHead(500).end(String(error));
  });
}).listen(Number(port), '127.0.0.1');

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function signIn(request, response) {
  if (!(await verify(passwordHash, password))) throw new Error('a wrong password');
  await provider.interactionFinished(request, response, { login: { accountId: 'alice' } });
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
