import { randomInt } from 'node:crypto';
import { codeIn, codeRequest, createHttpBrowser, signInByForm } from '#lib/testing/http-browser';
import { type Contender, person, redirectUri, secret } from '../contenders';
import type { Step } from '../load';
import { operations } from '../operations';

const refreshes = 3;

/** The steps that the users of a soak repeat, with the number of users. Everything they create expires within two minutes. */
export const activities: readonly {
  readonly name: string;
  readonly users: number;
  readonly prepare: (server: Contender) => Promise<Step>;
}[] = [
  { name: 'token of client credentials, JWT', users: 2, prepare: prepareOperation('client_credentials, JWT ES256') },
  { name: 'reference token, introspection', users: 3, prepare: async (server) => () => useReferenceToken(server) },
  { name: 'device and its first poll', users: 1, prepare: prepareOperation('device: start and a poll') },
  { name: 'person, from sign-in to revocation', users: 2, prepare: async (server) => () => livePerson(server) },
];

function prepareOperation(name: string) {
  return (server: Contender): Promise<Step> => {
    const operation = operations.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`there is no operation ${name}`);
    return operation.prepare(server);
  };
}

async function useReferenceToken({ port }: Contender): Promise<void> {
  const fields = { grant_type: 'client_credentials', scope: 'orders' };
  const { access_token: token } = await post(port, '/connect/token', 'machine-reference', fields);
  const { active } = await post(port, '/connect/introspect', 'orders', { token: String(token) });
  if (active !== true) throw new Error('a new token is not active');
}

/**
 * Signs in with a password and a new browser, redeems the code, refreshes and reads claims. Every other person revokes.
 */
async function livePerson({ port }: Contender): Promise<void> {
  const issuer = `http://localhost:${port}`;
  const address = Array.from({ length: 3 }, () => randomInt(256)).join('.');
  const browser = createHttpBrowser(issuer, { headers: { 'x-forwarded-for': `10.${address}` } });
  const scope = 'openid profile offline_access';
  const { url, verifier } = codeRequest(issuer, { client_id: 'web', redirect_uri: redirectUri, scope });
  const code = codeIn(await signInByForm(browser, url, person));
  let tokens = await post(port, '/connect/token', 'web', {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  for (let count = 0; count < refreshes; count += 1) {
    const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    tokens = await post(port, '/connect/token', 'web', fields);
  }
  const authorization = `Bearer ${tokens.access_token}`;
  const claims = await fetch(`http://127.0.0.1:${port}/connect/userinfo`, { headers: { authorization } });
  if ((await claims.json()).name !== 'Alice') throw new Error('UserInfo has other claims');
  if (randomInt(2) === 0) await post(port, '/connect/revocation', 'web', { token: String(tokens.refresh_token) });
}

async function post(
  port: number,
  path: string,
  id: string,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
