import { createServer } from 'node:http';
import {
  compactDecrypt,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
} from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#lib/clients/client';
import { transaction } from '#lib/db/transaction';
import { deleteUsers } from '#lib/sessions/delete-user';
import { signOutUser } from '#lib/sessions/sign-out';
import { authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { bodyOf, createTestProvider, issuer, type TestProvider } from '#lib/testing/provider';
import { endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { deliverDueNotices, issueLogoutToken } from './deliver-notices';

type Received = { readonly method: string; readonly type: string; readonly body: string };

const received: Received[] = [];
let answer = { status: 200, headers: {} };
/** Happens before the receiver answers. */
let beforeAnswer = async () => {};
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const { method = '', headers } = request;
    received.push({ method, type: headers['content-type'] ?? '', body: Buffer.concat(chunks).toString() });
    await beforeAnswer();
    response.writeHead(answer.status, answer.headers).end();
  });
});

let provider: TestProvider;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const file = signOutFixtures(`http://127.0.0.1:${port}/logout?x=1`);
  const [mail] = file.clients.slice(-1);
  const pair = { ...mail, client_id: 'pair', redirect_uris: ['https://pair.test/cb'], subject_type: 'pairwise' };
  const clients = [...file.clients, pair];
  provider = await createTestProvider({ ...file, clients }, { SIGNET_OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  receiver.close();
  await provider.close();
});
beforeEach(async () => {
  await provider.context().db.logoutNotice.deleteMany();
  received.length = 0;
  answer = { status: 200, headers: {} };
  beforeAnswer = async () => {};
});

const clock = () => provider.context().now;
const deliver = () => deliverDueNotices(provider.context, clock);
const notices = () => provider.context().db.logoutNotice.findMany({ orderBy: { clientId: 'asc' } });
const tokenIn = ({ body }: Received) => new URLSearchParams(body).get('logout_token') ?? '';
const onlyToken = () => tokenIn(received[0] ?? { method: '', type: '', body: '' });

async function signOutOf(...clients: string[]): Promise<{ person: Person; idToken: string }> {
  const [first = 'mail', ...others] = clients;
  const { person, idToken } = await signInAt(provider, first);
  for (const client of others) await signInAt(provider, client, person);
  await endSession(person, { id_token_hint: idToken });
  return { person, idToken };
}

describe('a logout token (Back-Channel Logout §2.4, semantics §6.2, security #108)', () => {
  it('is posted as a form and verifies with the published keys', async () => {
    const { idToken } = await signOutOf('mail');
    expect(await deliver()).toBe(1);
    expect(received).toMatchObject([{ method: 'POST', type: 'application/x-www-form-urlencoded' }]);
    const jwks = bodyOf(await provider.send('/.well-known/openid-configuration/jwks'));
    const { payload, protectedHeader } = await jwtVerify(onlyToken(), createLocalJWKSet({ keys: [], ...jwks }), {
      issuer,
      audience: 'mail',
      typ: 'logout+jwt',
      currentDate: provider.context().now,
    });
    const { sub, sid } = decodeJwt(idToken);
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toEqual({
      iss: issuer,
      aud: 'mail',
      iat: provider.context().now.getTime() / 1000,
      exp: provider.context().now.getTime() / 1000 + 120,
      jti: expect.stringMatching(/^[\w-]{22}$/),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      sub,
      sid,
    });
  });

  it('is signed with the algorithm of the client’s ID tokens (§2.6)', async () => {
    const bank = provider.context().snapshot.clients.get('bank');
    expect(bank?.idTokenSignedResponseAlg).toBe('ES256');
    if (bank === undefined) throw new Error('no bank');
    const { snapshot, now } = provider.context();
    const token = issueLogoutToken(
      bank,
      { sub: 'a', sid: 'b' },
      { issuer, keys: snapshot.keys, now, pairwiseSalt: null },
    );
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'logout+jwt' });
  });

  it.each([true, false])(
    'names the session if backchannel_logout_session_required is %s (§2.2)',
    async (isRequired) => {
      const { snapshot, now } = provider.context();
      const mail = snapshot.clients.get('mail');
      if (mail === undefined) throw new Error('no mail');
      const client = { ...mail, backchannelLogoutSessionRequired: isRequired };
      const issuing = { issuer, keys: snapshot.keys, now, pairwiseSalt: null };
      const { sub, sid } = decodeJwt(issueLogoutToken(client, { sub: 'a', sid: 'b' }, issuing));
      expect([sub, sid]).toEqual(['a', isRequired ? 'b' : undefined]);
    },
  );

  /** Delivers with the ID tokens of `mail` encrypted to these keys. */
  function deliverEncrypted(jwks: Client['jwks']) {
    const { snapshot } = provider.context();
    const mail = snapshot.clients.get('mail');
    if (mail === undefined) throw new Error('no mail');
    const client: Client = { ...mail, idTokenEncryptedResponseAlg: 'ECDH-ES', jwks };
    const clients = new Map<string, Client>([...snapshot.clients, ['mail', client]]);
    return deliverDueNotices(() => ({ ...provider.context(), snapshot: { ...snapshot, clients } }), clock);
  }

  it('that cannot be encrypted to the client is retried, and does not delay others', async () => {
    await signOutOf('mail', 'bank');
    const lowOrder = { kty: 'OKP', crv: 'X25519', x: Buffer.alloc(32).toString('base64url') } as const;
    expect(await deliverEncrypted({ keys: [lowOrder] })).toBe(2);
    expect(await notices()).toMatchObject([
      { clientId: 'bank', attempts: 1 },
      { clientId: 'mail', attempts: 1, deliveredAt: null },
    ]);
  });

  it('is encrypted like the client’s ID tokens, and waits for a missing key (§2.6 step 1)', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    await signOutOf('mail');
    await deliverEncrypted({ keys: [] });
    expect(received).toEqual([]);
    expect(await notices()).toMatchObject([{ attempts: 1 }]);
    provider.advance(11);
    await deliverEncrypted({ keys: [{ ...(await exportJWK(publicKey)), kty: 'EC' }] });
    const { plaintext } = await compactDecrypt(onlyToken(), privateKey);
    expect(decodeProtectedHeader(new TextDecoder().decode(plaintext))).toMatchObject({ typ: 'logout+jwt' });
    expect(await notices()).toMatchObject([{ attempts: 2, deliveredAt: expect.any(Date) }]);
  });

  it('is never accepted as an ID token: as id_token_hint it is refused', async () => {
    await signOutOf('mail');
    await deliver();
    const { person } = await signInAt(provider, 'mail');
    const bye = 'https://mail.test/bye';
    const asked = await endSession(person, { id_token_hint: onlyToken(), post_logout_redirect_uri: bye });
    expect(locationOf(asked)).toContain('/logout?request=');
  });

  it('is created for each attempt, so a retry has a new lifetime and jti', async () => {
    await signOutOf('mail');
    answer = { status: 503, headers: {} };
    await deliver();
    provider.advance(300);
    answer = { status: 200, headers: {} };
    await deliver();
    const [first, second] = received.map((one) => decodeJwt(tokenIn(one)));
    expect(second?.jti).not.toBe(first?.jti);
    expect(second?.exp).toBe(provider.context().now.getTime() / 1000 + 120);
  });
});

describe('the notices of a sign-out', () => {
  it('are written with it, one for each client with an address, and not sent yet (security #108)', async () => {
    await signOutOf('app', 'mail', 'shop', 'bank', 'mail');
    expect((await notices()).map(({ clientId }) => clientId)).toEqual(['bank', 'mail']);
    expect(received).toEqual([]);
  });

  it('are written by a sign-out everywhere, too', async () => {
    const { idToken } = await signInAt(provider, 'mail');
    const { sub = '', sid } = decodeJwt(idToken);
    const { db, now } = provider.context();
    await transaction(db, (tx) => signOutUser(tx, { sub, now }));
    expect(await notices()).toContainEqual(expect.objectContaining({ clientId: 'mail', sub, sid, attempts: 0 }));
  });

  it('have the pairwise sub of a person who is deleted meanwhile (OpenID Connect Core §8.1)', async () => {
    const person = createPerson(provider);
    const asked = { client_id: 'pair', redirect_uri: 'https://pair.test/cb' };
    await person.signIn(await person.get(authorizeRequest(asked).path), 'bob');
    const { idToken } = await signInAt(provider, 'pair', person);
    const { db, now } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { username: 'bob' } });
    expect(decodeJwt(idToken).sub).not.toBe(sub);
    await transaction(db, (tx) => signOutUser(tx, { sub, now }));
    await deleteUsers(db, [sub], { dialect: db.prepared.dialect, now });
    expect(await deliver()).toBe(1);
    expect(decodeJwt(onlyToken())).toMatchObject({ aud: 'pair', sub: decodeJwt(idToken).sub });
  });

  it('are written once for two sign-outs at once (security #107)', async () => {
    const { person, idToken } = await signInAt(provider, 'mail');
    await Promise.all([1, 2, 3].map(() => endSession(person, { id_token_hint: idToken })));
    expect(await notices()).toHaveLength(1);
  });

  it('are delivered once by several processes at once (§2.5)', async () => {
    await signOutOf('mail');
    const tried = await Promise.all([deliver(), deliver(), deliver()]);
    expect(tried.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(received).toHaveLength(1);
    provider.advance(600);
    expect(await deliver()).toBe(0);
  });

  it('are not sent by another process while a slow receiver has one (security #108)', async () => {
    await signOutOf('mail');
    let others = 0;
    beforeAnswer = async () => {
      provider.advance(15);
      others += await deliver();
    };
    expect([await deliver(), others]).toEqual([1, 0]);
    expect(received).toHaveLength(1);
    expect(await notices()).toMatchObject([{ attempts: 1, deliveredAt: provider.context().now }]);
  });

  it('are claimed and dated when their turn comes, in a delivery that takes minutes (security #108)', async () => {
    await signOutOf('mail');
    const context = provider.context();
    provider.advance(300);
    let others = 0;
    beforeAnswer = async () => {
      others += await deliver();
    };
    expect([await deliverDueNotices(() => context, clock), others]).toEqual([1, 0]);
    expect(decodeJwt(onlyToken()).iat).toBe(provider.context().now.getTime() / 1000);
  });

  /** One more than a round delivers. */
  async function queueRounds(): Promise<void> {
    const { db, now } = provider.context();
    const times = { createdAt: now, nextAttemptAt: now, expiresAt: new Date(now.getTime() + 900_000) };
    const rows = Array.from({ length: 21 }, (_, index) => ({ id: `n${index}`, sid: `s${index}`, sub: 'x', ...times }));
    await db.logoutNotice.createMany({ data: rows.map((row) => ({ ...row, clientId: 'mail' })) });
  }

  it('are not sent to a client that was disabled during an earlier round (security #108)', async () => {
    await queueRounds();
    let context = provider.context();
    const mail = context.snapshot.clients.get('mail');
    if (mail === undefined) throw new Error('there is no such client');
    const clients = new Map([...context.snapshot.clients, ['mail', { ...mail, enabled: false }]]);
    beforeAnswer = async () => {
      context = { ...context, snapshot: { ...context.snapshot, clients } };
    };
    expect(await deliverDueNotices(() => context, clock)).toBe(21);
    expect(received).toHaveLength(20);
  });

  it('wait for another process after a round when this one stops (decision 005)', async () => {
    await queueRounds();
    const stopping = new AbortController();
    beforeAnswer = async () => stopping.abort();
    expect(await deliverDueNotices(provider.context, clock, stopping.signal)).toBe(20);
    expect(await deliver()).toBe(1);
  });

  it('are tried again by another process when one dies during an attempt', async () => {
    await signOutOf('mail');
    const context = provider.context();
    const db = new Proxy(context.db, {
      get(target, name) {
        if (name === 'logoutNotice' && received.length > 0) throw new Error('the process died');
        return Reflect.get(target, name);
      },
    });
    await expect(deliverDueNotices(() => ({ ...context, db }), clock)).rejects.toThrow('the process died');
    provider.advance(29);
    expect(await deliver()).toBe(0);
    provider.advance(1);
    expect(await deliver()).toBe(1);
  });

  /** The context without an active key for the client `bank`. `problems` gets what is logged. */
  function withoutKey(problems: object[] = []) {
    const context = provider.context();
    const { snapshot } = context;
    const keys = new Map([...snapshot.keys].filter(([, { alg }]) => alg !== 'ES256'));
    const log = { ...context.log, error: (fields: object) => problems.push(fields) };
    return { ...context, log, snapshot: { ...snapshot, keys } };
  }

  it.each([
    ['the client refuses', 'mail', 5, () => deliver()],
    ['have no active key', 'bank', 0, () => deliverDueNotices(() => withoutKey(), clock)],
  ])('that %s are tried five times over some minutes, then given up', async (_, client, sent, attempt) => {
    await signOutOf(client);
    answer = { status: 500, headers: {} };
    const waits = [0, 10, 30, 90, 240];
    for (const seconds of waits) {
      if (seconds > 0) {
        provider.advance(seconds - 1);
        expect(await attempt()).toBe(0);
        provider.advance(1);
      }
      expect(await attempt()).toBe(1);
    }
    expect(received).toHaveLength(sent);
    expect(await notices()).toEqual([]);
  });

  it('that cannot be signed do not delay others, and the log has the cause', async () => {
    await signOutOf('mail', 'bank');
    const problems: object[] = [];
    expect(await deliverDueNotices(() => withoutKey(problems), clock)).toBe(2);
    expect(await notices()).toMatchObject([
      { clientId: 'bank', attempts: 1, deliveredAt: null },
      { clientId: 'mail', deliveredAt: provider.context().now },
    ]);
    expect(problems).toMatchObject([{ clientId: 'bank', err: { message: 'no active signing key for ES256' } }]);
  });

  it.each([
    ['300', { status: 300, headers: {} }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.test/' } }],
    ['400', { status: 400, headers: {} }],
    ['404', { status: 404, headers: {} }],
  ])('are not delivered by %s (security #124)', async (_, response) => {
    await signOutOf('mail');
    answer = response;
    await deliver();
    expect(await notices()).toMatchObject([{ attempts: 1, deliveredAt: null }]);
  });

  it.each([
    ['was disabled', { enabled: false }],
    ['lost its address', { backchannelLogoutUri: null }],
  ])('are not sent to a client that %s meanwhile', async (_, change) => {
    await signOutOf('mail');
    const context = provider.context();
    const mail = context.snapshot.clients.get('mail');
    if (mail === undefined) throw new Error('there is no such client');
    const clients = new Map([...context.snapshot.clients, ['mail', { ...mail, ...change }]]);
    await deliverDueNotices(() => ({ ...context, snapshot: { ...context.snapshot, clients } }), clock);
    expect(received).toEqual([]);
    expect(await notices()).toMatchObject([{ attempts: 1, deliveredAt: null }]);
  });

  it('count as delivered with 204 as with 200 (§2.8)', async () => {
    await signOutOf('mail');
    answer = { status: 204, headers: {} };
    await deliver();
    expect(await notices()).toMatchObject([{ attempts: 1, deliveredAt: provider.context().now }]);
  });

  it('are never sent to an address that the guard refuses (security #123)', async () => {
    const own = await createTestProvider(signOutFixtures('http://127.0.0.1:9/logout'));
    const { person, idToken } = await signInAt(own, 'mail');
    expect((await endSession(person, { id_token_hint: idToken })).status).toBe(303);
    expect(await deliverDueNotices(own.context, () => own.context().now)).toBe(1);
    expect(await own.context().db.logoutNotice.findMany()).toMatchObject([{ attempts: 1, deliveredAt: null }]);
    await own.close();
  });
});
