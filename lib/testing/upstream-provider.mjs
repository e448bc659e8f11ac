import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('oidc-provider').Context} Context
 */

/**
 * The claims of each person's account. Anybody may sign in as anybody here.
 * @type {Readonly<Record<string, object>>}
 */
const accounts = {
  ada: { name: 'Ada Lovelace', preferred_username: 'ada', email: 'ada@upstream.example', email_verified: true },
  bob: { name: 'Bob', preferred_username: 'bob', email: 'bob@upstream.example', email_verified: true },
  tess: { name: 'Tess', preferred_username: 'tess', email: 'tess@upstream.example', email_verified: true },
  eve: { name: 'Eve', preferred_username: 'eve', email: 'alice@example.com', email_verified: false },
};

/**
 * A real OpenID Connect provider (oidc-provider) as the upstream of browser tests, with a page on which a person types who
 * they are, or cancels.
 * @param {{ port: number, client: { client_id: string, client_secret: string, redirect_uris: string[], post_logout_redirect_uris: string[] } }} options
 * @returns {Promise<{ issuer: string, close: () => Promise<void> }>}
 */
export async function startUpstreamProvider({ port, client }) {
  const issuer = `http://localhost:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'upstream' }] },
    cookies: { keys: ['a key of the browser tests'] },
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 3600, IdToken: 300, Interaction: 600, Session: 3600 },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: `upstream-${accountId}`, ...accounts[accountId] }),
    }),
    loadExistingGrant,
  });
  const server = createServer((request, response) => {
    const isOurs = request.url?.startsWith('/interaction/');
    const answer = isOurs ? interact(provider, request, response) : provider.callback()(request, response);
    Promise.resolve(answer).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(null)));
  return {
    issuer,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve(undefined));
      }),
  };
}

/** Gives the consent of every person who signs in. @param {Context} ctx */
async function loadExistingGrant(ctx) {
  const { client, session, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

/** @param {Provider} provider @param {Request} request @param {Response} response */
async function interact(provider, request, response) {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return showPage(response, signInForm(params.login_hint));
  const form = new URLSearchParams(await readBody(request));
  const result =
    form.get('decision') === 'cancel'
      ? { error: 'access_denied', error_description: 'The person cancelled' }
      : { login: { accountId: form.get('login') ?? '', amr: ['pwd'] } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function signInForm(hint = '') {
  const safe = String(hint).replace(/[^\w@.-]/g, '');
  return `<h1>Upstream</h1><form method="post"><input name="login" value="${safe}">
<button name="decision" value="sign_in">Sign in</button><button name="decision" value="cancel">Cancel</button></form>`;
}

/** @param {Context} ctx @param {string} form */
function logoutSource(ctx, form) {
  ctx.type = 'html';
  ctx.body = `<h1>Sign out upstream</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;
}

/** @param {Context} ctx */
function postLogoutSuccessSource(ctx) {
  ctx.type = 'html';
  ctx.body = '<h1>Signed out upstream</h1>';
}

/** @param {Response} response @param {string} body */
function showPage(response, body) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}

/** @param {Request} request */
async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
