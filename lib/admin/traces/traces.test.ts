import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '#lib/audit/event-store';
import { sweepExpired } from '#lib/db/sweep';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { readFactorPage } from '#lib/login/second-factor/read';
import { handleToken } from '#lib/protocol/token';
import { runHandler } from '#lib/protocol/watch-request';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { answerDevice, deviceFixtures, pollDevice, reachConfirm, startDevice } from '#lib/testing/device';
import { createProofMaker } from '#lib/testing/dpop';
import { issueCode, redeem, refresh, secrets, userinfo } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, password, redirectUri } from '#lib/testing/person';
import { basic, bodyOf, encodeForm } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { maximumSteps } from '#lib/trace/step-detail';
import { proven } from '#lib/vocabulary/account-proof';
import { startTrace, stopTrace } from './change-trace';
import { readSignIn, readTrace, readTraces } from './read';

const apiSecret = 'orders-api-secret-0123456789';
const canaries = [secrets.web, apiSecret, password, 'canary-wrong-password', 'canary-state', 'canary-nonce', 'alice'];
let area: TestAdmin;

const orders = { name: 'orders', type: 'resource', claims: ['role'], secrets: [{ value: apiSecret }] };

const withWeb = (changes: object) => ({
  ...deviceFixtures,
  scopes: [...deviceFixtures.scopes.filter(({ name }) => name !== 'orders'), orders],
  clients: deviceFixtures.clients.map((client) => (client.client_id === 'web' ? { ...client, ...changes } : client)),
});

beforeAll(async () => {
  area = await createTestAdmin(withWeb({ access_token_format: 'reference' }));
});
afterAll(() => area.close());

async function start(clientId: string): Promise<string> {
  area.provider.advance(1);
  const id = await startTrace(await area.admin('bo'), clientId);
  await area.provider.context().refreshConfiguration();
  return id;
}

async function stop(id: string): Promise<void> {
  area.provider.advance(1);
  await stopTrace(await area.admin('root'), id);
  await area.provider.context().refreshConfiguration();
}

/** Writes what is queued, then returns the trace and the endpoints and outcomes of each sign-in. */
async function read(id: string) {
  await area.provider.flushTraces();
  const trace = await readTrace(await area.admin(), id);
  const signIns = trace.signIns.map(({ steps }) => steps.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`));
  return { ...trace, signIns: signIns.toReversed(), ids: trace.signIns.map((signIn) => signIn.id).toReversed() };
}

async function everything(id: string): Promise<string> {
  const { ids } = await read(id);
  const admin = await area.admin();
  const details = await Promise.all(ids.map((stepId) => readSignIn(admin, id, stepId)));
  const { db } = area.provider.context();
  const rows = [await db.trace.findMany(), await db.traceStep.findMany(), await db.traceMark.findMany()];
  return JSON.stringify([details, rows]);
}

/**
 * A sign-in that starts with a wrong password, and everything that can follow it. @returns every bearer value that was
 * used
 */
async function wholeSignIn(): Promise<string[]> {
  const { provider } = area;
  const person = createPerson(provider);
  const asked = { scope: 'openid profile orders offline_access', state: 'canary-state', nonce: 'canary-nonce' };
  const { path, verifier } = authorizeRequest(asked);
  const login = await person.get(path);
  await person.signIn(login, 'alice', { password: 'canary-wrong-password' });
  const consent = await person.signIn(login);
  const code = new URL(locationOf(await person.allow(consent))).searchParams.get('code') ?? '';
  const first = bodyOf(await redeem(provider, { code, verifier }));
  await userinfo(provider, first.access_token);
  const introspect = { authorization: basic('orders', apiSecret) };
  await provider.post('/connect/introspect', { token: String(first.access_token) }, introspect);
  const second = bodyOf(await refresh(provider, first.refresh_token));
  const web = { authorization: basic('web', secrets.web) };
  await provider.post('/connect/revocation', { token: String(second.refresh_token) }, web);
  await person.get(`/connect/endsession?id_token_hint=${first.id_token}`);
  const handle = new URL(locationOf(login)).searchParams.get('interaction') ?? '';
  const tokens = [first, second].flatMap((one) => [one.access_token, one.refresh_token, one.id_token]);
  return [code, verifier, handle, ...tokens.map(String), ...[...person.cookies.values()]];
}

describe('a live trace', () => {
  it('shows a sign-in from the first request to the sign-out, and no secret of any step (security #152)', async () => {
    const id = await start('web');
    const passed = await wholeSignIn();
    const { signIns, trace } = await read(id);
    expect(signIns).toEqual([
      [
        '/connect/authorize login',
        '/login/submit invalid_credentials',
        '/login/submit consent',
        '/consent/submit answered',
        '/connect/token ok',
        '/connect/userinfo ok',
        '/connect/introspect ok',
        '/connect/token ok',
        '/connect/revocation ok',
        '/connect/endsession logout',
      ],
    ]);
    expect(trace).toMatchObject({ clientId: 'web', actorName: 'bo', running: true, secondsLeft: 900, full: false });
    const text = await everything(id);
    for (const canary of [...canaries, ...passed]) expect(text).not.toContain(`"${canary}"`);
    for (const canary of [...canaries.slice(0, -1), ...passed]) expect(text).not.toContain(canary);
    expect(passed.every((value) => value.length > 10)).toBe(true);
    await stop(id);
  });

  it('names a proof of possession and shows nothing of it, and marks its token (RFC 9449 §7.1)', async () => {
    const { provider } = area;
    const id = await start('web');
    const key = await createProofMaker(provider);
    const { code, verifier } = await issueCode(provider, { scope: 'openid', dpop_jkt: key.jkt });
    const proof = await key.prove();
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    const headers = { authorization: basic('web', secrets.web), dpop: proof };
    const token = String(bodyOf(await provider.post('/connect/token', fields, headers)).access_token);
    const path = '/connect/userinfo';
    const dpop = await key.prove({ path, method: 'GET', accessToken: token });
    await provider.send(path, { headers: { authorization: `DPoP ${token}`, dpop } });
    const { ids } = await read(id);
    const { steps } = await readSignIn(await area.admin(), id, ids[0] ?? '');
    const received = (endpoint: string) => steps.find((step) => step.endpoint === endpoint)?.received;
    expect(received('/connect/authorize')).toContainEqual({ name: 'dpop_jkt', value: key.jkt });
    expect(received('/connect/token')).toContainEqual({ name: 'DPoP proof', value: null });
    expect(received(path)).toEqual([
      { name: 'DPoP', value: null, length: token.length, mark: expect.stringMatching(/^[\w-]{6}$/) },
      { name: 'DPoP proof', value: null },
    ]);
    const text = await everything(id);
    for (const secret of [token, ...proof.split('.'), ...dpop.split('.')]) expect(text).not.toContain(secret);
    await stop(id);
  });

  it('stops once, even for a process whose clock is behind', async () => {
    const { db } = area.provider.context();
    const id = await start('web');
    const countStops = async () => (await listEvents(db, { types: ['trace.stopped'] }, 100)).length;
    await stop(id);
    const stops = await countStops();
    area.provider.advance(-1);
    await stopTrace(await area.admin('root'), id);
    area.provider.advance(1);
    expect(await countStops()).toBe(stops);
  });

  it('shows only the key of a signed request (RFC 9101 §5)', async () => {
    const id = await start('web');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({ client_id: 'web', state: 'canary-of-the-request' });
    const objects = [
      [`${part({ alg: 'ES256', kid: 'shop-1' })}.${claims}.${'A'.repeat(86)}`, 'key shop-1'],
      [`${part({ alg: 'ES256' })}.${claims}.${'A'.repeat(86)}`, 'key not named'],
      [['e30', 'AA', 'AA', 'AA', 'AA'].join('.'), null],
    ] as const;
    for (const [request, shown] of objects) {
      await area.provider.send(`/connect/authorize?${new URLSearchParams({ client_id: 'web', request })}`);
      const { ids } = await read(id);
      const found = await Promise.all(ids.map(async (one) => readSignIn(await area.admin(), id, one)));
      const received = found.flatMap(({ steps }) => steps.flatMap((step) => step.received));
      expect(received).toContainEqual({ name: 'signed request', value: shown });
    }
    const text = await everything(id);
    expect(text).not.toContain(claims);
    expect(text).not.toContain('canary-of-the-request');
    await stop(id);
  });

  it('shows request and response, and that both contain the same code', async () => {
    const id = await start('web');
    const issued = await issueCode(area.provider);
    await redeem(area.provider, issued);
    const { ids } = await read(id);
    const { steps } = await readSignIn(await area.admin(), id, ids[0] ?? '');
    const answered = steps.find(({ endpoint }) => endpoint === '/consent/submit')?.answered ?? [];
    const received = steps.at(-1)?.received ?? [];
    const mark = answered.find(({ name }) => name === 'code')?.mark;
    expect(mark).toMatch(/^[\w-]{6}$/);
    expect(received).toEqual(
      expect.arrayContaining([
        { name: 'Basic', value: null },
        { name: 'grant_type', value: 'authorization_code' },
        { name: 'code', value: null, length: 43, mark },
        { name: 'redirect_uri', value: 'https://rp.test/cb' },
        { name: 'code_verifier', value: null },
      ]),
    );
    expect(steps[0]).toMatchObject({ method: 'GET', to: '/login', network: '192.0.2.0/24', requestId: 'test-request' });
    await stop(id);
  });

  it('shows a refusal with its rule and reference in the sign-in it belongs to', async () => {
    const id = await start('web');
    const issued = await issueCode(area.provider);
    await redeem(area.provider, issued);
    await redeem(area.provider, issued);
    await area.provider.send(authorizeRequest({ redirect_uri: 'https://rp.test/other' }).path);
    await redeem(area.provider, { code: 'x', verifier: 'x' }, {}, basic('web', 'canary-wrong-password'));
    const { signIns, ids } = await read(id);
    expect(signIns.map((steps) => steps.at(-1))).toEqual([
      '/connect/token invalid_grant',
      '/connect/authorize invalid_request',
      '/connect/token invalid_client',
    ]);
    const { steps } = await readSignIn(await area.admin(), id, ids[1] ?? '');
    expect(steps[0]).toMatchObject({
      failed: true,
      status: 400,
      refusal: { rule: 'redirect_uri_not_registered', reference: expect.stringMatching(/^[0-9A-Z]{10}$/) },
    });
    expect(await everything(id)).not.toContain('canary');
    await stop(id);
  });

  it('calls a refused request fixed as soon as the client has the address', async () => {
    const id = await start('web');
    const other = 'https://rp.test/fixed-later';
    await area.provider.send(authorizeRequest({ redirect_uri: other }).path);
    await area.provider.flushExplanations();
    const results = async () => (await read(id)).trace && (await readTrace(await area.admin(), id)).signIns;
    expect(await results()).toMatchObject([{ failed: true, result: 'refused' }]);
    await area.provider.configure(withWeb({ access_token_format: 'reference', redirect_uris: [redirectUri, other] }));
    area.provider.advance(5);
    expect(await results()).toMatchObject([{ failed: true, result: 'fixed' }]);
    const { ids } = await read(id);
    const { steps } = await readSignIn(await area.admin(), id, ids[0] ?? '');
    expect(steps).toMatchObject([{ outcome: 'invalid_request', isFixed: true }]);
    await area.provider.configure(withWeb({ access_token_format: 'reference' }));
    await stop(id);
  });

  it('shows a wrong second factor, and nothing of the code that was typed (security #152)', async () => {
    const { provider } = area;
    const { db, now } = provider.context();
    const { sub } = await db.user.findFirstOrThrow({ where: { canonicalUsername: 'bob' } });
    await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: now } });
    await replaceRecoveryCodes(db, proven('person', sub), await createRecoveryCodes(), now);
    const id = await start('web');
    const person = createPerson(provider);
    const login = await person.get(authorizeRequest().path);
    const factor = await person.signIn(login, 'bob');
    const interaction = new URL(locationOf(factor)).searchParams.get('interaction');
    const input = { interaction, cookieHeader: cookieHeaderOf(person), method: 'recovery' };
    const page = await readFactorPage(provider.context(), input);
    if (page.page !== 'second-factor') throw new Error(`no second factor but ${JSON.stringify(page)}`);
    const { csrf } = page.form;
    const code = 'AAAAA-BBBBB';
    const fields = { interaction: interaction ?? '', csrf, method: 'recovery', code, decision: 'continue' };
    await person.submit('login/factor', fields);
    const { signIns, ids } = await read(id);
    expect(signIns).toEqual([
      ['/connect/authorize login', '/login/submit login/factor', '/login/factor/submit code_wrong'],
    ]);
    expect((await readTrace(await area.admin(), id)).signIns).toMatchObject([{ result: 'refused' }]);
    const { steps } = await readSignIn(await area.admin(), id, ids[0] ?? '');
    expect(steps.at(-1)?.received.map(({ name }) => name)).toEqual(['interaction', 'method', 'decision']);
    expect(await everything(id)).not.toMatch(/AAAAA|BBBBB/);
    await db.authenticator.delete({ where: { sub } });
    await stop(id);
  });

  it('follows pushed requests and devices', async () => {
    const { provider } = area;
    const web = await start('web');
    const { path } = authorizeRequest();
    const fields = Object.fromEntries(new URL(path, 'https://op.test').searchParams);
    const authorization = basic('web', secrets.web);
    const { request_uri } = bodyOf(await provider.post('/connect/par', fields, { authorization }));
    const query = encodeForm({ client_id: 'web', request_uri: String(request_uri) });
    await createPerson(provider).get(`/connect/authorize?${query}`);
    expect((await read(web)).signIns).toEqual([['/connect/par ok', '/connect/authorize login']]);
    await stop(web);

    const tv = await start('tv');
    const started = await startDevice(provider);
    const person = createPerson(provider);
    await answerDevice(provider, person, await reachConfirm(person, started.userCode), 'allow');
    await pollDevice(provider, started.deviceCode);
    expect((await read(tv)).signIns).toEqual([
      [
        '/connect/deviceauthorization issued',
        '/device/submit login',
        '/login/submit device',
        '/device/submit device',
        '/connect/token ok',
      ],
    ]);
    const text = await everything(tv);
    for (const secret of [started.userCode, started.deviceCode, password]) expect(text).not.toContain(secret);
    await stop(tv);
  });

  it('records only the requests of its client', async () => {
    const id = await start('web2');
    await wholeSignIn();
    expect((await read(id)).signIns).toEqual([]);
    await stop(id);
  });

  it('has events that name who started and who stopped it, and is started only once', async () => {
    const id = await start('web');
    expect(await start('web')).toBe(id);
    await stop(id);
    await stop(id);
    const { db } = area.provider.context();
    const events = await listEvents(db, { types: ['trace.started', 'trace.stopped'], clientId: 'web' }, 2);
    expect(events).toMatchObject([
      { type: 'trace.stopped', actorName: 'root', targetId: 'web', details: JSON.stringify({ trace: id }) },
      { type: 'trace.started', actorName: 'bo', targetId: 'web', clientName: 'Web shop', address: '192.0.2.7' },
    ]);
    expect((await readTraces(await area.admin(), 'web'))[0]).toMatchObject({ id, stoppedBy: 'root', running: false });
  });

  it('ends by itself after 15 minutes, even if no process reloads the configuration', async () => {
    const id = await start('silent');
    area.provider.advance(901);
    await redeem(area.provider, { code: 'x', verifier: 'x' }, {}, basic('silent', secrets.web));
    expect((await read(id)).signIns).toEqual([]);
    expect((await read(id)).trace).toMatchObject({ running: false, stoppedBy: null });
  });

  it('of a clock that was ahead for a moment is over, even if no process reloads the configuration (security #201)', async () => {
    area.provider.advance(7200);
    const id = await start('silent');
    area.provider.advance(-7200);
    const ask = () => redeem(area.provider, { code: 'x', verifier: 'x' }, {}, basic('silent', secrets.web));
    await ask();
    expect((await read(id)).signIns).toEqual([]);
    expect((await read(id)).trace).toMatchObject({ running: false });
    const next = await start('silent');
    expect(next).not.toBe(id);
    await ask();
    expect((await read(next)).signIns).toHaveLength(1);
    await stop(next);
  });

  it('records nothing after its end, even for a token of a traced sign-in', async () => {
    const id = await start('web');
    const tokens = bodyOf(await redeem(area.provider, await issueCode(area.provider, { scope: 'openid profile' })));
    const seen = (await read(id)).trace.seen;
    area.provider.advance(901);
    const other = await start('native');
    expect((await userinfo(area.provider, tokens.access_token)).status).toBe(200);
    expect((await read(id)).trace.seen).toBe(seen);
    await stop(other);
  });

  it('has a limit of steps, and shows that there were more', async () => {
    const id = await start('m2m');
    for (let index = 0; index < maximumSteps + 5; index += 1) {
      await area.provider.post('/connect/token', { client_id: 'm2m', grant_type: 'x' });
      if (index % 300 === 0) await area.provider.flushTraces();
    }
    const { trace } = await read(id);
    expect(trace).toMatchObject({ full: true, seen: maximumSteps + 5 });
    expect(await area.provider.context().db.traceStep.count({ where: { traceId: id } })).toBe(maximumSteps);
    await stop(id);
  });

  it.each(['nobody', ''])('is not started for %s', async (clientId) => {
    await expect(start(clientId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is deleted a day later with its steps', async () => {
    const { db, now } = area.provider.context();
    await sweepExpired(db, new Date(now.getTime() + 2 * 86_400_000));
    expect([await db.trace.count(), await db.traceStep.count(), await db.traceMark.count()]).toEqual([0, 0, 0]);
  });
});

describe('while nothing is traced', () => {
  it('a token takes no statement, and its handler gets the context unwrapped (performance)', async () => {
    await area.provider.context().refreshConfiguration();
    const context = area.provider.context();
    const { db, count } = countStatements(context.db);
    const authorization = basic('m2m', secrets.m2m);
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', path: '/connect/token', query: '', clientAddress: '192.0.2.1', headers };
    const asked = { ...request, body: encodeForm({ grant_type: 'client_credentials' }) };
    const noteExchange = () => {
      throw new Error('nothing is to be noted');
    };
    const given = { ...context, db, noteExchange };
    let got: unknown;
    const answer = await runHandler(
      (one, own) => {
        got = own;
        return handleToken(one, own);
      },
      asked,
      given,
    );
    expect([answer.status, count(), got === given]).toEqual([200, 0, true]);
  });
});
