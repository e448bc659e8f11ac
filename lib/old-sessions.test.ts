import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountFormToken } from '#lib/account/person';
import { hashHandle } from '#lib/crypto/hash';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { parseTotpKey, totpKeysOf } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { readSessions } from '#lib/login/current-session';
import { readEnrolPage } from '#lib/login/enrol/read';
import { readFactorPage } from '#lib/login/second-factor/read';
import { readLoginPage } from '#lib/login/sign-in/read';
import type { Route } from '#lib/protocol/route';
import { authenticatedBy } from '#lib/sessions/browser-state';
import { signIn } from '#lib/sessions/sign-in';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { createTestProvider, encodeForm, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { takeMails, tokenIn } from '#lib/testing/queued-mails';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { createAuthenticator } from '#lib/testing/software-authenticator';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { routes } from './routes';

const administers = { scope: 'openid signet.admin.owner', client_id: 'console', client_name: 'Console' };
const file = {
  ...fixtures,
  groups: [{ name: 'silent' }, { name: 'finance' }],
  portal: { account_deletion: 'on', passkeys: 'on', registration: 'on', email_code: 'on', recovery: 'email' },
  clients: [...fixtures.clients, { ...fixtureClient('silent'), ...administers }],
};
const mail = { SMTP_URL: 'smtps://mail.example', SIGNET_MAIL_FROM: 'signet@op.test' };

/** One person for each row, so that what a row ends does not hide what the next one does. */
const kinds = ['old', 'protected', 'fresh'] as const;
type Kind = (typeof kinds)[number];
const nameOf = (kind: Kind, row: number) => `${kind}-${row}`;
const people = kinds.flatMap((kind) => routes.map((_, row) => nameOf(kind, row)));

const setup = 'A'.repeat(43);
const newPassword = 'eleven crooked ferries sail';

let provider: TestProvider;
let passwordHash: string;
beforeAll(async () => {
  provider = await createTestProvider({ ...file, users: [{ username: 'model', password }] }, mail);
  passwordHash = (await findUserByUsername(provider.context().db, 'model'))?.passwordHash ?? '';
  const users = people.map((username) => ({
    ...{ username, password_hash: passwordHash, claims: { email: `${username}@example.com`, email_verified: true } },
    groups: ['finance'],
  }));
  await provider.configure({ ...file, users });
}, 60_000);
afterAll(() => provider.close());

/** What an old session must not change. */
async function guardedFacts(sub: string): Promise<Readonly<Record<string, unknown>>> {
  const user = await provider.context().db.user.findUnique({
    where: { sub },
    select: {
      ...{ username: true, canonicalUsername: true, passwordHash: true, passwordCarries: true, admin: true },
      ...{ canonicalEmail: true, emailVerified: true, enabled: true },
      authenticator: { select: { sealed: true } },
      passkeys: { select: { id: true } },
      recoveryCodes: { select: { hash: true } },
      identities: { select: { provider: true, subject: true } },
      trustedDevices: { select: { id: true } },
      memberships: { select: { groupId: true, source: true, expiresAt: true } },
      access: true,
      accountLinks: { where: { kind: 'change_email', usedAt: null }, select: { email: true } },
    },
  });
  return { ...user, isThere: user !== null };
}

const clientsThatAdminister = () =>
  provider.context().db.client.findMany({ where: { settings: { contains: 'signet.admin' } } });

const storedGroups = () => provider.context().db.group.findMany({ orderBy: { key: 'asc' } });

async function subOf(username: string): Promise<string> {
  return (await findUserByUsername(provider.context().db, username))?.sub ?? expect.fail(`there is no ${username}`);
}

/** A person who is signed in, and posts to any address. */
type Caller = Person & { readonly post: (path: string, fields: FormFields) => Promise<HttpResponse> };

/** Signs in without the work of a password, in a browser of its own. */
async function signedIn(username: string): Promise<Caller> {
  const { db, settings, now, snapshot } = provider.context();
  const user = (await findUserByUsername(db, username)) ?? expect.fail(`there is no ${username}`);
  const person = createPerson(provider);
  const authentication = authenticatedBy([{ factor: 'password', at: now }]);
  const device = { userAgent: null, address: '192.0.2.1' };
  const { portal } = snapshot;
  const asked = { settings, portal, browserId: null, user, authentication, device, remember: true, now };
  const { setCookie } = await transaction(db, (tx) => signIn(tx, asked));
  for (const line of setCookie) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    person.cookies.set(name, value);
  }
  const post: Caller['post'] = async (path, fields) => {
    if (path.endsWith('/submit')) return person.submit(path.slice(1, -'/submit'.length), fields);
    const type = 'application/x-www-form-urlencoded';
    const headers = { origin: issuer, 'content-type': type, cookie: cookieHeaderOf(person) };
    return provider.send(path, { body: encodeForm(fields), headers });
  };
  return { ...person, post };
}

/** The words of the buttons. What ends the session or the account comes last. */
const decisions = {
  account: 'save replace renew send resend remove remove_scope remove_all cancel not_me sign_out delete'.split(' '),
  interaction: 'save send create prove sign_in allow complete continue cancel'.split(' '),
};

/** The requests that lead to the pages of the sign-in. */
const doors: readonly ((person: Person) => Promise<HttpResponse>)[] = [
  (person) => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['phr'] } } });
    return person.get(authorizeRequest({ client_id: 'silent', claims }).path);
  },
  (person) => person.get('/account/sign-in?to=%2Faccount&factors=1&again=1'),
];

/** Forms with their hidden inputs, and what a new factor is bound to. */
type Place = { readonly inputs: FormFields; readonly boundTo: string; readonly challenge: string };

async function accountPlace(person: Person): Promise<Place | null> {
  const { current } = await readSessions(cookieHeaderOf(person), provider.context());
  if (current === null) return null;
  const csrf = accountFormToken(current, provider.context());
  return { inputs: { csrf }, boundTo: current.sid, challenge: '/account/passkeys/challenge' };
}

async function interactionPlace(person: Person, response: HttpResponse): Promise<Place | null> {
  const interaction = new URL(locationOf(response)).searchParams.get('interaction');
  if (interaction === null) return null;
  const input = { interaction, cookieHeader: cookieHeaderOf(person) };
  const pages = [
    await readEnrolPage(provider.context(), { ...input, factor: null, setup: null }),
    await readFactorPage(provider.context(), { ...input, method: null }),
    await readLoginPage(provider.context(), { ...input, account: 'choose' }),
  ];
  const csrf = pages.flatMap((page) => ('form' in page ? [page.form.csrf] : []))[0];
  if (csrf === undefined) return null;
  const inputs = { csrf, interaction };
  return { inputs, boundTo: hashHandle(interaction), challenge: '/login/passkey/challenge' };
}

/** Everything that the forms read, as somebody fills it in who wants to keep the account. */
async function filledIn(person: Caller, { inputs, boundTo, challenge }: Place, sub: string): Promise<FormFields> {
  const { settings, now } = provider.context();
  const [secret = ''] = totpKeysOf(setup, { sub, boundTo }, settings.secret);
  const given = await person.post(challenge, { ...inputs, purpose: 'registration' });
  const passkey = given.status === 200 ? createAuthenticator({ origin: issuer }).create(JSON.parse(given.body)) : '{}';
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() });
  return {
    ...{ ...inputs, setup, code, passkey, confirmed: '1', name: 'Thief' },
    ...{ email: `thief-${sub}@evil.test`.toLowerCase(), new_password: newPassword },
  };
}

type Walk = {
  readonly person: Caller;
  readonly username: string;
  readonly sub: string;
  /** Called after each form. */
  readonly then?: () => Promise<void>;
};

/** Sends a row everything that a browser with this session could send. */
async function walk({ path, methods, audience, takesFile }: Route, { person, username, sub, then }: Walk) {
  const target = path.replaceAll(/\[\w+\]/g, 'silent');
  if (methods.includes('GET')) {
    const query = authorizeRequest({ client_id: 'silent' }).path.split('?')[1];
    await person.get(`${target}?${query}`);
  }
  if (!methods.includes('POST') || takesFile || audience !== 'browser') return;
  const isOfAccount = path.startsWith('/account/');
  const places = isOfAccount
    ? [() => accountPlace(person)]
    : doors
        .slice(0, path.startsWith('/login/') ? doors.length : 1)
        .map((open) => async () => interactionPlace(person, await open(person)));
  for (const find of places) {
    const place = await find();
    if (place === null) continue;
    const filled = await filledIn(person, place, sub);
    for (const decision of decisions[isOfAccount ? 'account' : 'interaction']) {
      // The deletion asks for the account's own name.
      const name = decision === 'delete' ? username : `renamed ${username}`;
      for (const factor of decision === 'save' && !isOfAccount ? ['totp', 'passkey'] : ['totp']) {
        const typed = { username: name, identifier: name, factor, method: factor };
        await person.post(target, { ...filled, ...typed, decision });
        await then?.();
      }
    }
  }
}

describe('the cookie of an old session (security #190)', () => {
  it.each(['old', 'protected'] as const)(
    'changes nothing by any row of the route table: %s',
    async (kind) => {
      const clients = await clientsThatAdminister();
      expect(clients).toHaveLength(1);
      const groups = await storedGroups();
      expect(groups).toHaveLength(2);
      const callers: Caller[] = [];
      for (const row of routes.keys()) callers.push(await signedIn(nameOf(kind, row)));
      provider.advance(301);
      const { db, now, settings } = provider.context();
      const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? expect.fail('the key is no key');
      for (const [row, route] of routes.entries()) {
        const username = nameOf(kind, row);
        const sub = await subOf(username);
        const app = { sub, key, step: null };
        if (kind === 'protected') {
          await transaction(db, (tx) =>
            saveAuthenticator(tx, proven('person', app.sub), app, { secret: settings.secret, now }),
          );
        }
        const before = await guardedFacts(sub);
        await walk(route, { username, sub, person: callers[row] ?? expect.fail('nobody') });
        expect([route.path, await guardedFacts(sub)]).toEqual([route.path, before]);
      }
      expect(await clientsThatAdminister()).toEqual(clients);
      expect(await storedGroups()).toEqual(groups);
    },
    120_000,
  );

  it('leaves the owner able to recover, and asks them for no factor of somebody else', async () => {
    const username = nameOf(
      'old',
      routes.findIndex(({ path }) => path === '/login/enrol/submit'),
    );
    const owner = createPerson(provider);
    await takeMails(provider.context());
    await owner.submit('recover', { identifier: username, decision: 'continue' });
    const [sent] = await takeMails(provider.context());
    expect(sent).toMatchObject({ kind: 'recover', to: `${username}@example.com` });
    const typed = { token: tokenIn(sent), new_password: newPassword, decision: 'continue' };
    await owner.submit('recover/reset', typed);
    expect(await guardedFacts(await subOf(username))).not.toMatchObject({ passwordHash });
  });
});

describe('the cookie of a fresh session', () => {
  it('changes all of this by the same walk', async () => {
    const changed = new Set<string>();
    for (const [row, route] of routes.entries()) {
      const username = nameOf('fresh', row);
      const sub = await subOf(username);
      const before = Object.entries(await guardedFacts(sub));
      const then = async () => {
        const after = await guardedFacts(sub);
        for (const [name, value] of before) {
          if (JSON.stringify(after[name]) !== JSON.stringify(value)) changed.add(`${route.path} ${name}`);
        }
      };
      await walk(route, { username, sub, person: await signedIn(username), then });
    }
    expect([...changed].sort()).toEqual(
      expect.arrayContaining([
        '/account/authenticator/submit authenticator',
        '/account/authenticator/submit recoveryCodes',
        '/account/delete/submit isThere',
        '/account/email/submit accountLinks',
        '/account/passkeys/new/submit passkeys',
        '/account/password/submit passwordHash',
        '/account/username/submit username',
        '/login/enrol/submit passkeys',
      ]),
    );
  }, 120_000);
});
