import { createLocalJWKSet, jwtVerify } from 'jose';
import { codeIn, codeRequest, locationOf } from '#lib/testing/http-browser';
import { ask, postToken, redirectUri, refreshing, subjectOf, type Tokens } from './client';
import { accounts, type Person, type SignedIn, signIn } from './people';

/** The sessions, codes and tokens of people and applications at the time of the backup. */
export type Witnesses = {
  readonly signedIn: ReadonlyMap<string, SignedIn>;
  /** The `sub` for a client with pairwise subjects, by username. */
  readonly pairwise: ReadonlyMap<string, string>;
  /** Refresh tokens that were already replaced. */
  readonly spent: readonly string[];
  readonly revoked: readonly string[];
  /** Forms that redeem codes that were not redeemed before the backup. */
  readonly codes: readonly Readonly<Record<string, string>>[];
};

/** The people whose refresh token is used or revoked before the backup. */
const spending = 'password-1';
const revoking = 'password-2';

export const clinic = 'clinic';

/** Signs in every person and uses the applications. */
export async function gatherWitnesses(issuer: string, people: readonly Person[]): Promise<Witnesses> {
  const signedIn = new Map<string, SignedIn>();
  const pairwise = new Map<string, string>();
  for (const person of people) signedIn.set(person.username, await signIn(issuer, person));
  for (const person of people.filter(({ holds }) => holds.kind === 'password')) {
    const { tokens } = await signIn(issuer, person, { clientId: clinic });
    pairwise.set(person.username, subjectOf(tokens.id_token));
  }
  const spent = tokensOf(signedIn, spending);
  const successor = await ask(issuer, refreshing(spent.refresh_token));
  const kept = signedIn.get(spending);
  if (kept !== undefined) signedIn.set(spending, { ...kept, tokens: successor });
  const revoked = tokensOf(signedIn, revoking).refresh_token;
  await fetch(`${issuer}/connect/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'app', token: revoked }),
  });
  const codes = [];
  for (const { username } of accounts.slice(3, 13)) codes.push(await askCode(issuer, signedIn.get(username)));
  return { signedIn, pairwise, spent: [spent.refresh_token], revoked: [revoked], codes };
}

/** Requests a code in a browser where someone is signed in. @returns the form that redeems it */
async function askCode(issuer: string, signedIn: SignedIn | undefined): Promise<Readonly<Record<string, string>>> {
  const parameters = { client_id: 'app', redirect_uri: redirectUri, scope: 'openid offline_access', prompt: 'none' };
  const { url, verifier } = codeRequest(issuer, parameters);
  if (signedIn === undefined) throw new Error('nobody is signed in');
  const code = codeIn(locationOf(await signedIn.browser.get(url)));
  const fields = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: redirectUri };
  return { ...fields, code, code_verifier: verifier };
}

function tokensOf(signedIn: ReadonlyMap<string, SignedIn>, username: string): Tokens {
  const found = signedIn.get(username);
  if (found === undefined) throw new Error(`${username} did not sign in`);
  return found.tokens;
}

/** One line for each browser that lost its session. */
export function findLostSessions(issuer: string, { signedIn }: Witnesses): Promise<string[]> {
  return failuresOf(signedIn, async (kept) => void (await askCode(issuer, kept)));
}

/** One line for each access token that UserInfo refuses and each ID token that the keys do not verify. */
export async function findDeadTokens(issuer: string, { signedIn }: Witnesses): Promise<string[]> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration/jwks`);
  const keys = createLocalJWKSet(await answer.json());
  const living = new Map([...signedIn].filter(([username]) => username !== revoking));
  return failuresOf(living, async ({ tokens }) => {
    await jwtVerify(tokens.id_token, keys, { issuer, audience: 'app' });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const { status } = await fetch(`${issuer}/connect/userinfo`, { headers });
    if (status !== 200) throw new Error(`UserInfo answers ${status}`);
  });
}

/** One line for each live refresh token that gets no successor. */
export function findDeadRefreshTokens(issuer: string, { signedIn }: Witnesses): Promise<string[]> {
  const living = new Map([...signedIn].filter(([username]) => username !== revoking));
  return failuresOf(living, async ({ tokens }) => void (await ask(issuer, refreshing(tokens.refresh_token))));
}

/** One line for each form that must be refused but gets tokens. */
export async function findRevived(
  issuer: string,
  forms: readonly Readonly<Record<string, string>>[],
): Promise<string[]> {
  const revived: string[] = [];
  for (const form of forms) {
    const { status, body } = await postToken(issuer, form);
    if (status !== 400 || body.error !== 'invalid_grant') revived.push(`${status} ${JSON.stringify(body)}`);
  }
  return revived;
}

export async function findUnredeemable(issuer: string, { codes }: Witnesses): Promise<string[]> {
  return failuresOf(new Map(codes.map((form, index) => [`code ${index}`, form])), async (form) => {
    await ask(issuer, form);
  });
}

/** Runs the work for each item. @returns one line for each failure */
export async function failuresOf<T>(
  items: ReadonlyMap<string, T>,
  work: (item: T, name: string) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = [];
  for (const [name, item] of items) {
    await work(item, name).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
  }
  return failures;
}
