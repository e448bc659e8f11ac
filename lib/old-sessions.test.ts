import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForAccess } from '#lib/access-requests/ask';
import { accountFormToken } from '#lib/account/person';
import { hashHandle } from '#lib/crypto/hash';
import { createId } from '#lib/crypto/random';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { insertPasskey } from '#lib/factors/passkeys/passkey-store';
import type { Proof } from '#lib/factors/proof';
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
  clients: [
    ...fixtures.clients,
    { ...fixtureClient('silent'), ...administers },
    // Everybody here decides who may use it.
    { ...fixtureClient('silent'), client_id: 'ledger', access: 'assigned', approver_groups: ['finance'] },
  ],
};
const mail = { SMTP_URL: 'smtps://mail.example', SIGNET_MAIL_FROM: 'signet@op.test' };

/** One person for each row, so that what a row ends does not hide what the next one does. */
const kinds = ['old', 'protected', 'fresh'] as const;
type Kind = (typeof kinds)[number];
const nameOf = (kind: Kind, row: number) => `${kind}-${row}`;
const people = kinds.flatMap((kind) => routes.map((_, row) => nameOf(kind, row)));
/** Who waits for an answer, one person for each kind. */
const askers = kinds.map((kind) => `asker-${kind}`);
/** Two-step verification can be turned on by somebody with a passkey. */
const switchesTwoStep = (username: string) =>
  kinds.some(
    (kind) =>
      username ===
      nameOf(
        kind,
        routes.findIndex(({ path }) => path === '/account/two-step/submit'),
      ),
  );

const setup = 'A'.repeat(43);
const newPassword = 'eleven crooked ferries sail';

let provider: TestProvider;
let passwordHash: string;
beforeAll(async () => {
  provider = await createTestProvider({ ...file, users: [{ username: 'model', password }] }, mail);
  passwordHash = (await findUserByUsername(provider.context().db, 'model'))?.passwordHash ?? '';
  const users = [...people, ...askers].map((username) => ({
    ...{ username, password_hash: passwordHash, claims: { email: `${username}@example.com`, email_verified: true } },
    groups: ['finance'],
  }));
  await provider.configure({ ...file, users });
  const context = provider.context();
  const client = context.snapshot.clients.get('ledger') ?? expect.fail('there is no client');
  for (const username of askers) {
    const person = { sub: await subOf(username), username };
    await askForAccess({ person, client, reason: null, address: null }, context);
  }
}, 60_000);
afterAll(() => provider.close());

/** What an old session must not change. */
async function guardedFacts(sub: string): Promise<Readonly<Record<string, unknown>>> {
  const user = await provider.context().db.user.findUnique({
    where: { sub },
    select: {
      ...{ username: true, canonicalUsername: true, passwordHash: true, passwordCarries: true, admin: true },
      ...{ canonicalEmail: true, emailVerified: true, enabled: true, twoStep: true },
      authenticator: { select: { sealed: true } },
      passkeys: { select: { id: true } },
      recoveryCodes: { select: { hash: true } },
      identities: { select: { provider: true, subject: true } },
      trustedDevices: { select: { id: true } },
      memberships: { select: { groupId: true, source: true, expiresAt: true } },
      assignments: { select: { target: true, source: true, expiresAt: true } },
      accessRequests: { select: { clientId: true, state: true } },
      access: true,
      accountLinks: { where: { kind: 'change_email', usedAt: null }, select: { email: true } },
    },
  });
  const exports = await provider.context().db.auditEvent.count({ where: { type: 'user.exported', targetId: sub } });
  return { ...user, isThere: user !== null, exports };
}

/** What whoever decides must not do to others with an old session. */
const decisionsAbout = (kind: Kind) => subOf(`asker-${kind}`).then(guardedFacts);

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
  const proofs: Proof[] = [{ factor: 'password', at: now }];
  if (switchesTwoStep(username)) {
    const passkey = { publicKey: '', transports: [], aaguid: '', name: '', deviceBound: false, backedUp: true };
    const made = { ...passkey, id: createId(), counter: 0, createdAt: now, lastUsedAt: null };
    await transaction(db, (tx) => insertPasskey(tx, proven('person', user.sub), made));
    proofs.push({ factor: 'passkey', at: now, userVerified: true, deviceBound: false });
  }
  const authentication = authenticatedBy(proofs);
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
  account: [
    ...'approve decline download turn_on turn_off'.split(' '),
    ...'save replace renew send resend remove remove_scope remove_all cancel not_me sign_out delete'.split(' '),
  ],
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

/** The request of the person who waits for the kind of this one. */
async function requestFor(username: string): Promise<string> {
  const kind = kinds.find((one) => username.startsWith(`${one}-`)) ?? expect.fail(`${username} has no kind`);
  const where = { sub: await subOf(`asker-${kind}`) };
  return (await provider.context().db.accessRequest.findFirstOrThrow({ where })).id;
}

type Filling = Pick<Walk, 'username' | 'sub'>;

/** Everything that the forms read, as somebody fills it in who wants to keep the account. */
async function filledIn(
  person: Caller,
  { inputs, boundTo, challenge }: Place,
  { username, sub }: Filling,
): Promise<FormFields> {
  const { settings, now } = provider.context();
  const [secret = ''] = totpKeysOf(setup, { sub, boundTo }, settings.secret);
  const given = await person.post(challenge, { ...inputs, purpose: 'registration' });
  const passkey = given.status === 200 ? createAuthenticator({ origin: issuer }).create(JSON.parse(given.body)) : '{}';
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() });
  return {
    ...{ ...inputs, setup, code, passkey, confirmed: '1', name: 'Thief' },
    ...{ email: `thief-${sub}@evil.test`.toLowerCase(), new_password: newPassword },
    ...{ request: await requestFor(username), role: '', until: '', note: '' },
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
    const filled = await filledIn(person, place, { username, sub });
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
      const asked = await decisionsAbout(kind);
      expect(asked).toMatchObject({ assignments: [], accessRequests: [{ state: 'pending' }] });
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
      expect(await decisionsAbout(kind)).toEqual(asked);
    },
    600_000,
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
    const compare = (path: string, before: Readonly<Record<string, unknown>>, after: typeof before) => {
      for (const [name, value] of Object.entries(before)) {
        if (JSON.stringify(after[name]) !== JSON.stringify(value)) changed.add(`${path} ${name}`);
      }
    };
    for (const [row, route] of routes.entries()) {
      const username = nameOf('fresh', row);
      const sub = await subOf(username);
      const [before, asked] = [await guardedFacts(sub), await decisionsAbout('fresh')];
      const person = await signedIn(username);
      const then = async () => compare(route.path, before, await guardedFacts(sub));
      await walk(route, { username, sub, person, then });
      compare(`${route.path} of others`, asked, await decisionsAbout('fresh'));
    }
    expect([...changed].sort()).toEqual(
      expect.arrayContaining([
        '/account/approvals/submit of others access',
        '/account/approvals/submit of others accessRequests',
        '/account/approvals/submit of others assignments',
        '/account/authenticator/submit authenticator',
        '/account/authenticator/submit recoveryCodes',
        '/account/delete/submit isThere',
        '/account/email/submit accountLinks',
        '/account/export/submit exports',
        '/account/passkeys/new/submit passkeys',
        '/account/password/submit passwordHash',
        '/account/two-step/submit twoStep',
        '/account/username/submit username',
        '/login/enrol/submit passkeys',
      ]),
    );
  }, 120_000);
});
