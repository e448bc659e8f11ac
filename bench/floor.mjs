/**
 * The minimum cost of an answer: node:http, one prepared statement of the driver, one signature. It has none of the
 * checks of a provider. It shows how much could still be saved.
 *
 * usage: node bench/floor.mjs PORT DATABASE, where DATABASE is a URL like DATABASE_URL
 */
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { openFloorDatabase } from './floor-database.mjs';

const [port = '', database = ''] = process.argv.slice(2);
const issuer = `http://localhost:${port}`;
const db = await openFloorDatabase(database);
const keys = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
};

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  introspection_endpoint: `${issuer}/introspect`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
};

/** Documents of the size of a provider's. */
const documents = new Map([
  ['/.well-known/openid-configuration', Buffer.from(JSON.stringify({ ...metadata, filler: 'x'.repeat(3500) }))],
  ['/jwks', Buffer.from(JSON.stringify({ keys: [], filler: 'x'.repeat(1000) }))],
]);

/** @type {Record<string, (form: URLSearchParams, client: string) => Promise<object>>} */
const grants = {
  async client_credentials(_, client) {
    const answer = { token_type: 'Bearer', expires_in: 3600, scope: 'orders' };
    if (client !== 'machine-reference') {
      return {
        access_token: signJwt(client === 'machine-rs256' ? 'RS256' : 'ES256', { client_id: client }),
        ...answer,
      };
    }
    const token = createHandle();
    await db.insertToken(hashOf(token), JSON.stringify({ active: true, client_id: client }), inAnHour());
    return { access_token: token, ...answer };
  },
  async authorization_code() {
    const made = makeTokens();
    await db.insertToken(made.access.hash, '{"name":"Alice"}', inAnHour());
    await db.insertFamily(made.refresh.hash, inAnHour());
    return made.answer;
  },
  async refresh_token(form) {
    const used = hashOf(form.get('refresh_token') ?? '');
    const token = await db.findRefreshToken(used, Date.now());
    if (token === undefined) throw new Error('no such refresh token');
    const made = makeTokens();
    await db.rotate({
      used,
      family: token.family,
      next: made.refresh.hash,
      access: made.access.hash,
      claims: '{"name":"Alice"}',
      now: Date.now(),
      end: inAnHour(),
    });
    return made.answer;
  },
};

function makeTokens() {
  const [access, refresh] = [createHandle(), createHandle()];
  const answer = {
    access_token: access,
    refresh_token: refresh,
    id_token: signJwt('ES256', { sub: 'alice', aud: 'web' }),
    token_type: 'Bearer',
    expires_in: 3600,
  };
  return { access: { hash: hashOf(access) }, refresh: { hash: hashOf(refresh) }, answer };
}

// Between its turns a connection is idle for longer than Node would keep it open by default.
createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const document = documents.get(path);
  if (document !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(document);
  if (path === '/metrics') return void response.end(`process_cpu_seconds_total ${cpuSeconds()}\n`);
  if (path === '/authorize') {
    const location = `${new URLSearchParams(query).get('redirect_uri')}?code=${createHandle()}`;
    return void response.writeHead(302, { location }).end();
  }
  const chunks = /** @type {Buffer[]} */ ([]);
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    answer(path, form, request.headers.authorization ?? '').then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
}).listen(Number(port), '127.0.0.1');

/** @param {string} path @param {URLSearchParams} form @param {string} authorization */
async function answer(path, form, authorization) {
  if (path === '/introspect')
    return JSON.parse((await db.findToken(hashOf(form.get('token') ?? ''), Date.now())) ?? '');
  const [, credentials = ''] = authorization.split(' ');
  if (path === '/userinfo') return JSON.parse((await db.findToken(hashOf(credentials), Date.now())) ?? '');
  const [client = ''] = Buffer.from(credentials, 'base64').toString().split(':');
  const grant = grants[form.get('grant_type') ?? ''];
  if (grant === undefined) throw new Error('no such grant');
  return grant(form, client);
}

/** @param {keyof typeof keys} alg @param {object} claims */
function signJwt(alg, claims) {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const input = `${encode({ alg, typ: 'JWT' })}.${encode({ iss: issuer, exp, jti: createHandle(), ...claims })}`;
  const options = { key: keys[alg], ...(alg === 'ES256' && { dsaEncoding: /** @type {const} */ ('ieee-p1363') }) };
  return `${input}.${sign('sha256', Buffer.from(input), options).toString('base64url')}`;
}

/** @param {object} value */
function encode(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function createHandle() {
  return randomBytes(32).toString('base64url');
}

/** @param {string} text */
function hashOf(text) {
  return hash('sha256', text, 'base64url');
}

function inAnHour() {
  return Date.now() + 3_600_000;
}

function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
