import { TOTP } from 'otpauth';
import { hashHandle } from '#lib/crypto/hash';
import { masterSecret } from '#lib/crypto/master-secret';
import { createId } from '#lib/crypto/random';
import type { Database } from '#lib/db/database';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { createEmailCode } from '#lib/factors/email-code';
import type { EmailCodePurpose } from '#lib/factors/email-code-store';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import { createHttpBrowser, formFields, type HttpBrowser, locationOf } from '#lib/testing/http-browser';
import { givePasskey } from '#lib/testing/passkey-holder';
import { testSecret } from '#lib/testing/running-server';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import type { AccountLinkKind } from '#lib/users/account-link-store';
import { secondFactorKey } from '#lib/users/clear-attempts';
import { createLink } from '#lib/users/links/create-link';
import { createPasswordLink } from '#lib/users/password-link';
import { proven } from '#lib/vocabulary/account-proof';
import { processPerson, signInAt, startSignIn } from './configuration';

/** The servers, and their database for the links and codes that are sent by mail. */
export type RacePlace = { readonly issuer: string; readonly db: Database };

/**
 * Uses the single-use value once, on one of the processes.
 * @returns what it gave, which is different for each success. Null if it was refused. A browser that sends the same form
 * again gets the same answer for a minute (security #21)
 */
type Use = (origin: string, index: number) => Promise<string | null>;

/** A single-use value of an account and the number of parallel uses. */
export type AccountRace = {
  readonly name: string;
  readonly uses: number;
  readonly prepare: (place: RacePlace, uses: number) => Promise<Use>;
};

const newPassword = 'violet otter harbour forty-two';
const secret = masterSecret(testSecret);
const totpKey = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');

/** Each race has its own account, because some races end everything in it. */
const people = ['recovering', 'invited', 'proving', 'moving', 'mailed', 'holder', 'coded', 'app', 'written'];

/** The part of the configuration of both servers that the races need. */
export const accountRaceConfiguration = {
  portal: { registration: 'on', email_code: 'on', email_second_factor: 'on', passkeys: 'on' },
  users: people.map((username) => ({
    username,
    password: processPerson.password,
    claims: { email: addressOf(username), email_verified: true },
  })),
};

export const accountRaces: readonly AccountRace[] = [
  { name: 'a link to recover an account (security #90)', uses: 16, prepare: linkRace('recovering', 'recover') },
  { name: 'an invitation (security #90)', uses: 16, prepare: invitationRace },
  { name: 'a link that proves an address (security #90)', uses: 16, prepare: linkRace('proving', 'verify_email') },
  {
    name: 'a link that undoes a change of address (security #90)',
    uses: 16,
    prepare: linkRace('moving', 'undo_email'),
  },
  { name: 'a code of an authenticator, at as many sign-ins (security #93)', uses: 16, prepare: totpRace },
  { name: 'a recovery code, at as many sign-ins (security #95)', uses: 16, prepare: recoveryCodeRace },
  { name: 'a mailed code that signs in (security #93)', uses: 16, prepare: signInCodeRace },
  // A sign-in allows five attempts at a second factor, then it starts over.
  { name: 'a mailed code as second factor (security #93)', uses: 5, prepare: factorCodeRace },
  { name: 'a mailed code that makes an account (security #93)', uses: 16, prepare: signUpCodeRace },
  { name: 'the challenge of a passkey (security #96)', uses: 16, prepare: passkeyRace },
];

/** The path and the fields of the form behind each kind of link. */
const linkForms = {
  recover: ['/recover/reset', { new_password: newPassword }],
  verify_email: ['/verify', {}],
  change_email: ['/verify', {}],
  undo_email: ['/undo', {}],
} as const satisfies Record<AccountLinkKind, readonly [string, object]>;

function linkRace(username: string, kind: AccountLinkKind): AccountRace['prepare'] {
  return async ({ issuer, db }) => {
    const link = { kind, sub: await subOf(db, username), email: addressOf(username) };
    const context = { settings: { issuer, secret }, now: new Date() };
    const made = await transaction(db, (tx) => createLink(tx, link, context));
    const token = new URL(made.link).searchParams.get('token') ?? '';
    const [path, fields] = linkForms[kind];
    return postToLink(issuer, path, { token, decision: 'continue', ...fields });
  };
}

async function invitationRace({ issuer, db }: RacePlace): Promise<Use> {
  const link = { sub: await subOf(db, 'invited'), carries: null, now: new Date() };
  const { handle: token } = await transaction(db, (tx) => createPasswordLink(tx, link));
  return postToLink(issuer, '/setup', { token, password: newPassword, confirmation: newPassword });
}

function postToLink(issuer: string, path: string, fields: Readonly<Record<string, string>>): Use {
  return async (origin) => {
    const answer = await createHttpBrowser(issuer).post(`${origin}${path}/submit`, fields);
    return locationOf(answer).startsWith(`${issuer}${path}?done=`) ? createId() : null;
  };
}

async function totpRace(place: RacePlace, uses: number): Promise<Use> {
  await giveAuthenticator(place, 'app');
  const shown = await atFactor(place, { username: 'app', uses });
  const code = new TOTP({ secret: totpKey ?? '' }).generate();
  return (origin, index) => answerFactor(origin, shown[index], { method: 'totp', code });
}

async function recoveryCodeRace(place: RacePlace, uses: number): Promise<Use> {
  const sub = await giveAuthenticator(place, 'written');
  // Whoever comes too late has failed, and the limit of an account is lower than the uses of two rounds.
  await place.db.rateLimit.deleteMany({ where: { key: secondFactorKey(sub, null) } });
  const codes = await createRecoveryCodes();
  await transaction(place.db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), codes, new Date()));
  const shown = await atFactor(place, { username: 'written', uses });
  const [code = ''] = codes.codes;
  return (origin, index) => answerFactor(origin, shown[index], { method: 'recovery', code });
}

async function factorCodeRace(place: RacePlace): Promise<Use> {
  const sub = await giveAuthenticator(place, 'coded');
  const [shown] = await atFactor(place, { username: 'coded', uses: 1 });
  if (shown === undefined) throw new Error('there is no sign-in');
  const code = await mailCode(place, shown, { purpose: 'second_factor', sub, email: addressOf('coded') });
  return (origin) => answerFactor(origin, shown, { method: 'email', code });
}

async function signInCodeRace(place: RacePlace): Promise<Use> {
  const shown = await openForm(place);
  await shown.browser.post('/login/submit', { ...shown.fields, username: 'mailed', decision: 'email_code' });
  const person = { sub: await subOf(place.db, 'mailed'), email: addressOf('mailed') };
  const code = await mailCode(place, shown, { purpose: 'sign_in', ...person });
  return (origin) => answers(origin, '/login/code/submit', shown, { code, decision: 'continue' });
}

let newcomers = 0;

async function signUpCodeRace(place: RacePlace): Promise<Use> {
  const shown = await openForm(place, { prompt: 'create' });
  newcomers += 1;
  const email = addressOf(`newcomer-${newcomers}`);
  await shown.browser.post('/signup/submit', { ...shown.fields, email, password: newPassword, decision: 'sign_up' });
  const code = await mailCode(place, shown, { purpose: 'sign_up', sub: null, email });
  return (origin) => answers(origin, '/signup/code/submit', shown, { code, decision: 'continue' });
}

async function passkeyRace(place: RacePlace): Promise<Use> {
  const { issuer, db } = place;
  const authenticator = createAuthenticator({ origin: issuer });
  await givePasskey({ context: () => ({ db, now: new Date(), settings: { issuer } }) }, authenticator, 'holder');
  const shown = await openForm(place);
  const challenge = await shown.browser.post('/login/passkey/challenge', { ...shown.fields, purpose: 'sign_in' });
  const passkey = authenticator.get(await challenge.json());
  return (origin) => answers(origin, '/login/submit', shown, { passkey, decision: 'passkey' });
}

/** A page in its browser, and the hidden inputs of its form. */
type Shown = { readonly browser: HttpBrowser; readonly fields: Readonly<Record<string, string>> };

async function openForm({ issuer }: RacePlace, parameters: Record<string, string> = {}): Promise<Shown> {
  const browser = createHttpBrowser(issuer);
  return shownAt(browser, await startSignIn(browser, issuer, parameters));
}

async function shownAt(browser: HttpBrowser, address: string): Promise<Shown> {
  const page = await (await browser.get(address)).text();
  return { browser, fields: Object.fromEntries(formFields(page)) };
}

/** Signs one person in `uses` times, up to the second factor. In sequence, because of the limit of attempts. */
async function atFactor({ issuer }: RacePlace, { username, uses }: { username: string; uses: number }) {
  const all: Shown[] = [];
  for (let count = 0; count < uses; count += 1) {
    const browser = createHttpBrowser(issuer);
    const login = await startSignIn(browser, issuer);
    all.push(await shownAt(browser, await signInAt(browser, login, { ...processPerson, username })));
  }
  return all;
}

function answerFactor(origin: string, shown: Shown | undefined, fields: Record<string, string>): ReturnType<Use> {
  if (shown === undefined) throw new Error('there are more uses than sign-ins');
  return answers(origin, '/login/factor/submit', shown, { ...fields, decision: 'continue' });
}

/**
 * Posts the form of a page.
 * @returns the code that the application got
 */
async function answers(origin: string, path: string, { browser, fields }: Shown, typed: Record<string, string>) {
  const answer = await browser.post(`${origin}${path}`, { ...fields, ...typed });
  return answer.status === 303 ? new URL(locationOf(answer)).searchParams.get('code') : null;
}

/** The code of an interaction that a mail would contain. It replaces the code that was mailed before. */
function mailCode(
  { db }: RacePlace,
  { fields }: Shown,
  code: { readonly purpose: EmailCodePurpose; readonly sub: string | null; readonly email: string },
): Promise<string> {
  const stored = { ...code, hash: hashHandle(fields.interaction ?? ''), isDecoy: false };
  return transaction(db, (tx) => createEmailCode(tx, stored, { secret, now: new Date() }));
}

/**
 * Adds an authenticator app that has not used a code to the account.
 * @returns its sub
 */
async function giveAuthenticator({ db }: RacePlace, username: string): Promise<string> {
  if (totpKey === null) throw new Error('the key is no key');
  const sub = await subOf(db, username);
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', sub), { key: totpKey, step: null }, { secret, now: new Date() }),
  );
  return sub;
}

async function subOf(db: Database, username: string): Promise<string> {
  return (await db.user.findFirstOrThrow({ where: { username }, select: { sub: true } })).sub;
}

function addressOf(username: string): string {
  return `${username}@people.test`;
}
