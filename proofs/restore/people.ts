import { TOTP } from 'otpauth';
import { masterSecret } from '#lib/crypto/master-secret';
import type { Database } from '#lib/db/database';
import { openDatabase } from '#lib/db/open';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import {
  codeIn,
  codeRequest,
  createHttpBrowser,
  formFields,
  type HttpBrowser,
  locationOf,
} from '#lib/testing/http-browser';
import { givePasskey } from '#lib/testing/passkey-holder';
import { testSecret } from '#lib/testing/running-server';
import { createAuthenticator, type SoftwareAuthenticator } from '#lib/testing/software-authenticator';
import { proven } from '#lib/vocabulary/account-proof';
import { ask, redirectUri, type Tokens } from './client';

/** A person with the credentials that they sign in with. */
export type Person = {
  readonly username: string;
  readonly password: string;
  /** Each person has their own network, as behind a proxy. */
  readonly address: string;
  /** The second factor or passkey of the account. */
  readonly holds: Holding;
};

type Holding =
  | { readonly kind: 'password' }
  | { readonly kind: 'totp'; readonly key: string }
  | { readonly kind: 'recovery'; readonly codes: string[] }
  | { readonly kind: 'passkey'; readonly authenticator: SoftwareAuthenticator };

export type HoldingKind = Holding['kind'];

export const peopleOfKind = { password: 20, totp: 4, recovery: 4, passkey: 4 } as const satisfies Record<
  HoldingKind,
  number
>;

/** The users for the configuration, each with their own password. */
export const accounts = Object.entries(peopleOfKind).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, index) => ({
    username: `${kind}-${index}`,
    password: `violet otter ${kind} harbour ${index}`,
  })),
);

/** Adds the second factor or passkey to each account. */
export async function equipPeople(databaseUrl: string, issuer: string): Promise<Person[]> {
  const { db, close } = await openDatabase(databaseUrl);
  try {
    const people: Person[] = [];
    for (const [index, account] of accounts.entries()) {
      const holds = await equip(db, { username: account.username, issuer });
      people.push({ ...account, address: `10.0.${index}.1`, holds });
    }
    return people;
  } finally {
    await close();
  }
}

const secret = masterSecret(testSecret);
const totpKey = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');

async function equip(db: Database, { username, issuer }: { username: string; issuer: string }): Promise<Holding> {
  const [kind = ''] = username.split('-');
  if (kind === 'passkey') {
    const authenticator = createAuthenticator({ origin: issuer });
    await givePasskey({ context: () => ({ db, now: new Date(), settings: { issuer } }) }, authenticator, username);
    return { kind, authenticator };
  }
  if (totpKey === null || kind === 'password') return { kind: 'password' };
  const { sub } = await db.user.findFirstOrThrow({ where: { username }, select: { sub: true } });
  const now = new Date();
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', sub), { key: totpKey, step: null }, { secret, now }),
  );
  if (kind === 'totp') return { kind, key: totpKey };
  const codes = await createRecoveryCodes();
  await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, now));
  return { kind: 'recovery', codes: [...codes.codes] };
}

export type SignedIn = { readonly browser: HttpBrowser; readonly tokens: Tokens };

/**
 * Signs in a person to a client in a new browser, with their password and second factor, or with a passkey.
 * @param step the number of the authenticator app's current code to use, because each code works only once
 */
export async function signIn(
  issuer: string,
  person: Person,
  { clientId = 'app', step = 0 }: { readonly clientId?: string; readonly step?: 0 | 1 } = {},
): Promise<SignedIn> {
  const browser = createHttpBrowser(issuer, { headers: { 'x-forwarded-for': person.address } });
  const parameters = { client_id: clientId, redirect_uri: redirectUri, scope: 'openid offline_access' };
  const { url, verifier } = codeRequest(issuer, parameters);
  const login = locationOf(await browser.get(url));
  const shown = await fieldsAt(browser, login);
  const target = await prove({ browser, issuer, person, step }, shown);
  const tokens = await ask(issuer, {
    client_id: clientId,
    grant_type: 'authorization_code',
    code: codeIn(target),
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  return { browser, tokens };
}

type Attempt = {
  readonly browser: HttpBrowser;
  readonly issuer: string;
  readonly person: Person;
  readonly step: 0 | 1;
};

/** @returns the redirect of the last form */
async function prove({ browser, issuer, person, step }: Attempt, shown: Record<string, string>): Promise<string> {
  const { username, password, holds } = person;
  if (holds.kind === 'passkey') {
    const asked = await browser.post(`${issuer}/login/passkey/challenge`, { ...shown, purpose: 'sign_in' });
    const passkey = holds.authenticator.get(await asked.json());
    return locationOf(await browser.post(`${issuer}/login/submit`, { ...shown, passkey, decision: 'passkey' }));
  }
  const typed = { ...shown, username, password, decision: 'sign_in' };
  const next = locationOf(await browser.post(`${issuer}/login/submit`, typed));
  if (holds.kind === 'password') return next;
  const answer =
    holds.kind === 'totp'
      ? { method: 'totp', code: new TOTP({ secret: holds.key }).generate({ timestamp: Date.now() + step * 30_000 }) }
      : { method: 'recovery', code: holds.codes.shift() ?? '' };
  const fields = { ...(await fieldsAt(browser, next)), ...answer, decision: 'continue' };
  return locationOf(await browser.post(`${issuer}/login/factor/submit`, fields));
}

async function fieldsAt(browser: HttpBrowser, address: string): Promise<Record<string, string>> {
  return Object.fromEntries(formFields(await (await browser.get(address)).text()));
}
