import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpRequest } from '#lib/http/types';
import { reserveAddress } from '#lib/ratelimit/reserve-address';
import { readBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';
import { beforeTransaction } from '#lib/testing/around-transaction';
import {
  answerDevice,
  cookieHeaderOf,
  deviceFixtures,
  enterCode,
  pollDevice,
  reachConfirm,
  seeDevicePage,
  startDevice,
} from '#lib/testing/device';
import { issueCode } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import {
  bodyOf,
  createTestProvider,
  encodeForm,
  type FormFields,
  issuer,
  type TestProvider,
} from '#lib/testing/provider';
import { recordedBy } from '#lib/testing/recorded-by';
import { plainFrame } from '#lib/theme/brand';
import { consentPurpose } from '../form-binding';
import { readLoginPage } from '../sign-in/read';
import { handleLoginSubmit } from '../sign-in/submit';
import { readDevicePage } from './read';
import { handleDeviceSubmit } from './submit';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(deviceFixtures);
});
afterAll(() => provider.close());

/** Each test has its own address, so that its wrong codes do not count for another one. */
let addresses = 0;
function newPerson(own = provider): Person {
  addresses += 1;
  return createPerson(own, `203.0.113.${addresses}`);
}

async function signedIn(username = 'alice'): Promise<Person> {
  const person = newPerson();
  await person.signIn(await person.get(authorizeRequest().path), username);
  return person;
}

const pollError = async (deviceCode: string, clientId = 'tv') =>
  bodyOf(await pollDevice(provider, deviceCode, { client_id: clientId })).error;

/** A form as the handler of its path gets it. */
function postedBy(person: Person, path: string, fields: FormFields): HttpRequest {
  const cookie = cookieHeaderOf(person);
  const headers = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded', cookie };
  return { method: 'POST', path, query: '', headers, body: encodeForm(fields), clientAddress: '203.0.113.1' };
}

const openPage = (userCode: string | null, interaction: string | null = null, person?: Person) =>
  readDevicePage(provider.context(), {
    interaction,
    userCode,
    cookieHeader: person === undefined ? undefined : cookieHeaderOf(person),
  });

describe('the code entry (ux §1.5)', () => {
  it('is empty, or contains the code of the link to compare, which is never enough by itself', async () => {
    const empty = {
      page: 'device',
      frame: plainFrame,
      userCode: '',
      isPrefilled: false,
      problem: null,
      isNumeric: false,
      fields: { login_hint: null, ui_locales: null, acr_values: null },
    };
    expect(await openPage(null)).toEqual(empty);
    expect(await openPage('not a code')).toEqual(empty);
    const { userCode, deviceCode } = await startDevice(provider);
    const prefilled = { ...empty, userCode, isPrefilled: true };
    expect(await openPage(userCode.toLowerCase())).toEqual(prefilled);
    const alice = await signedIn();
    expect(await openPage(userCode, null, alice)).toEqual(prefilled);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it('leads through the sign-in to the confirmation, without the code in an address', async () => {
    const { userCode } = await startDevice(provider);
    const person = newPerson();
    const entered = await enterCode(person, userCode);
    expect(locationOf(entered)).toMatch(new RegExp(`^${issuer}/login\\?interaction=[\\w-]{43}$`));
    const after = await person.signIn(entered);
    expect(locationOf(after)).toMatch(new RegExp(`^${issuer}/device\\?interaction=[\\w-]{43}$`));
    expect((await seeDevicePage(provider, person, after)).page).toBe('device-confirm');
  });

  it('leads a signed-in person straight to the confirmation', async () => {
    const { userCode } = await startDevice(provider);
    const response = await enterCode(await signedIn(), userCode);
    expect(locationOf(response)).toMatch(/\/device\?interaction=/);
  });

  it.each([
    (code: string) => code.toLowerCase(),
    (code: string) => code.replace('-', ''),
    (code: string) => ` ${code.replace('-', ' ')} `,
    (code: string) => code.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ])('accepts any spelling of the code (RFC 8628 §6.1, security #73) %#', async (spell) => {
    const { userCode } = await startDevice(provider);
    expect(locationOf(await enterCode(newPerson(), spell(userCode)))).toContain('/login?');
  });

  it('gives the same answer for unknown, malformed, expired and used codes, and keeps the input', async () => {
    const person = newPerson();
    const expired = await startDevice(provider, { client_id: 'quick' });
    const used = await startDevice(provider);
    const owner = newPerson();
    await answerDevice(provider, owner, await reachConfirm(owner, used.userCode), 'allow');
    provider.advance(21);
    for (const typed of ['BBBB-BBBB', "'--", expired.userCode, used.userCode]) {
      const back = await enterCode(person, typed);
      const page = await seeDevicePage(provider, person, back);
      expect(page).toMatchObject({ page: 'device', problem: 'unknown_code', userCode: typed, isPrefilled: false });
    }
  });

  it('asks for a missing code, without counting an attempt', async () => {
    const person = newPerson();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const page = await seeDevicePage(provider, person, await enterCode(person, '  '));
      expect(page).toMatchObject({ page: 'device', problem: 'missing_code' });
    }
  });

  it('limits posts without a code from an address: each leaves a row (security #182)', async () => {
    const person = newPerson();
    await enterCode(person, '');
    const { db } = provider.context();
    const where = { key: `sign-in-begun:203.0.113.${addresses}` };
    await db.rateLimit.update({ where, data: { count: 10_000 } });
    const rows = await db.interaction.count();
    expect((await enterCode(person, '')).status).toBe(429);
    expect(await db.interaction.count()).toBe(rows);
  });

  it('shows a keypad if every device has digits', async () => {
    const own = await createTestProvider({
      ...deviceFixtures,
      clients: deviceFixtures.clients.filter(({ client_id }) => client_id === 'keypad'),
    });
    const page = await readDevicePage(own.context(), { interaction: null, userCode: null, cookieHeader: undefined });
    expect(page).toMatchObject({ isNumeric: true });
    const { userCode } = await startDevice(own, { client_id: 'keypad' });
    expect(locationOf(await enterCode(newPerson(own), userCode.replaceAll('-', ' ')))).toContain('/login?');
    await own.close();
  });

  it.each([
    ['was disabled', { enabled: false }],
    ['lost the grant', { grant_types: ['refresh_token'] }],
  ])('does not accept the code of a client that %s', async (_, change) => {
    const own = await createTestProvider(deviceFixtures);
    const { userCode } = await startDevice(own);
    const tv = deviceFixtures.clients.find(({ client_id }) => client_id === 'tv');
    await own.configure({ clients: [{ ...tv, ...change }] });
    expect(locationOf(await enterCode(newPerson(own), userCode))).toContain('/device?');
    await own.close();
  });

  it('leads nowhere for a client that lost every requested scope', async () => {
    const own = await createTestProvider(deviceFixtures);
    const { userCode } = await startDevice(own);
    const tv = deviceFixtures.clients.find(({ client_id }) => client_id === 'tv');
    await own.configure({ clients: [{ ...tv, scope: 'email' }] });
    const { status, headers } = await enterCode(newPerson(own), userCode);
    expect([status, headers.location]).toEqual([400, undefined]);
    await own.close();
  });
});

describe('guessing codes (RFC 8628 §5.1, security #72, design: sign-in attempts)', () => {
  it('stops for five minutes after five wrong ones in a browser, even for a right one', async () => {
    const { userCode } = await startDevice(provider);
    const person = newPerson();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await enterCode(person, `BBBB-BBB${'BCDFG'[attempt]}`)).status).toBe(303);
    }
    const refused = await enterCode(person, userCode);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    provider.advance(301);
    expect((await enterCode(person, userCode)).status).toBe(303);
  });

  it('stops after five in a browser, even simultaneous ones from many networks', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    await enterCode(person, 'BBBB-BBBB');
    const { cookies } = person;
    const guesses = Array.from({ length: 50 }, (_, number) => {
      const elsewhere = createPerson(provider, `198.18.0.${number}`);
      for (const [name, value] of cookies) elsewhere.cookies.set(name, value);
      return enterCode(elsewhere, 'CCCC-CCCC');
    });
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(46);
    expect((await enterCode(person, userCode)).status).toBe(429);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it('stops after twenty from an address, regardless of the browser cookie', async () => {
    const guess = () => enterCode(createPerson(provider, '2001:db8::77'), 'BBBB-BBBB');
    const answers = await Promise.all(Array.from({ length: 50 }, guess));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    const neighbour = createPerson(provider, '2001:db8::ffff');
    expect((await enterCode(neighbour, 'BBBB-BBBB')).status).toBe(429);
  });

  it('counts only wrong ones', async () => {
    const person = newPerson();
    const { db, now } = provider.context();
    const perAddress = { name: 'user-code-address', perAddress: 20, windowSeconds: 300 };
    await reserveAddress(db, `203.0.113.${addresses}`, { ...perAddress, uses: 19 }, now);
    for (let count = 0; count < 7; count += 1) {
      const { userCode } = await startDevice(provider);
      expect((await enterCode(person, userCode)).status).toBe(303);
    }
  });
});

describe('one code for many people (security #78)', () => {
  const showTo = async (userCode: string, people: number) => {
    for (let count = 0; count < people; count += 1) await enterCode(newPerson(), userCode);
  };
  /** In the audit log and in the log. The log line of another process comes after its answer. */
  const alarms = async () => [
    await provider.context().db.auditEvent.count({ where: { type: 'device_code.shared', clientId: 'tv' } }),
    provider.events.filter((event) => JSON.stringify(event) === '{"event":"device_code_shared","clientId":"tv"}')
      .length,
  ];
  const oneMore = (counts: readonly number[]) => counts.map((count) => count + 1);

  it('is refused, and raises an alarm, when a sixth browser enters it', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const before = await alarms();
    await showTo(userCode, 5);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
    const sixth = newPerson();
    const answer = await enterCode(sixth, userCode);
    expect(await seeDevicePage(provider, sixth, answer)).toMatchObject({ problem: 'unknown_code' });
    expect(await pollError(deviceCode)).toBe('access_denied');
    await expect.poll(alarms).toEqual(oneMore(before));
    await showTo(userCode, 3);
    await expect.poll(alarms).toEqual(oneMore(before));
  });

  it('raises one alarm when several browsers pass the limit at once', async () => {
    const { userCode } = await startDevice(provider);
    const before = await alarms();
    await showTo(userCode, 5);
    await Promise.all(Array.from({ length: 4 }, () => enterCode(newPerson(), userCode)));
    await expect.poll(alarms).toEqual(oneMore(before));
  });

  it('is counted for as long as the code lives', async () => {
    const own = await createTestProvider(deviceFixtures);
    const { userCode, deviceCode } = await startDevice(own, { client_id: 'patient' });
    const enterBy = (people: readonly Person[]) => Promise.all(people.map((person) => enterCode(person, userCode)));
    const error = async () => bodyOf(await pollDevice(own, deviceCode, { client_id: 'patient' })).error;
    await enterBy(Array.from({ length: 5 }, () => newPerson(own)));
    own.advance(86_000);
    expect(await error()).toBe('authorization_pending');
    await enterBy([newPerson(own)]);
    expect(await error()).toBe('access_denied');
    await own.close();
  });

  it('is counted only while a device waits with it', async () => {
    const counted = () => provider.context().db.rateLimit.count({ where: { key: { startsWith: 'device-code' } } });
    const before = await counted();
    await showTo('BBBB-BBBB', 1);
    expect(await counted()).toBe(before);
    await showTo((await startDevice(provider)).userCode, 1);
    expect(await counted()).toBe(before + 2);
  });

  it('is also refused to the person who claimed it first', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const victim = newPerson();
    const page = await seeDevicePage(provider, victim, await reachConfirm(victim, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    await showTo(userCode, 20);
    const { interaction, csrf } = page.form;
    const late = await victim.submit('device', { interaction: interaction ?? '', csrf, decision: 'allow' });
    expect(late.status).toBe(410);
    expect(await pollError(deviceCode)).toBe('access_denied');
  });

  it('counts browsers, not attempts: one person may enter it repeatedly', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    for (let count = 0; count < 10; count += 1) expect((await enterCode(person, userCode)).status).toBe(303);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });
});

describe('the confirmation (ux §1.6, RFC 8628 §5.4, security #77)', () => {
  it('shows application, account, scopes, and where and when the device asked', async () => {
    const { userCode } = await startDevice(provider, { scope: 'openid profile' }, '198.51.100.23');
    provider.advance(130);
    const person = newPerson();
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    expect(page).toMatchObject({
      client: { name: 'Living room TV' },
      user: { username: 'alice', name: 'Alice Smith' },
      userCode: null,
      requestedFrom: '198.51.100.23',
      ageSeconds: 130,
    });
    expect(page.scopes.map(({ name }) => name)).toEqual(['openid', 'profile']);
    expect(page.requestedAt.getTime()).toBe(provider.context().now.getTime() - 130_000);
  });

  it('shows the code of a link, and not a typed or changed one', async () => {
    const first = await startDevice(provider);
    const second = await startDevice(provider);
    const alice = await signedIn();
    const see = async (typed: string, prefilled: string) =>
      seeDevicePage(provider, alice, await enterCode(alice, typed, { prefilled }));
    expect(await see(first.userCode, first.userCode)).toMatchObject({ userCode: first.userCode });
    expect(await see(second.userCode, first.userCode)).toMatchObject({ userCode: null });
  });

  it('is required each time, regardless of earlier consent (ux §1.6)', async () => {
    const own = await createTestProvider(deviceFixtures);
    const tv = deviceFixtures.clients.find(({ client_id }) => client_id === 'tv');
    await own.configure({ clients: [{ ...tv, require_consent: false }] });
    const person = newPerson(own);
    for (let round = 0; round < 2; round += 1) {
      const { userCode, deviceCode } = await startDevice(own);
      const response = await reachConfirm(person, userCode);
      expect((await seeDevicePage(own, person, response)).page).toBe('device-confirm');
      expect(bodyOf(await pollDevice(own, deviceCode)).error).toBe('authorization_pending');
    }
    await own.close();
  });

  it('follows a new sign-in when the last one is older than the client allows', async () => {
    const { userCode } = await startDevice(provider, { client_id: 'strict' });
    const person = await signedIn();
    provider.advance(299);
    expect(locationOf(await enterCode(person, userCode))).toContain('/device?');
    provider.advance(2);
    const entered = await enterCode(person, userCode);
    expect(locationOf(entered)).toContain('/login?');
    expect(locationOf(await person.signIn(entered))).toContain('/device?');
  });

  it.each([
    [
      'allow',
      'device-done',
      undefined,
      { type: 'device_code.approved', scope: ['openid', 'profile', 'orders', 'offline_access'] },
    ],
    ['deny', 'device-denied', 'access_denied', { type: 'device_code.denied', scope: [] }],
  ] as const)('%s ends at the page %s, which can be loaded again', async (decision, result, error, told) => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    const confirm = await reachConfirm(person, userCode);
    const events = await recordedBy(provider.context().db, { types: [told.type] }, async () => {
      const done = await answerDevice(provider, person, confirm, decision);
      expect(await seeDevicePage(provider, person, done)).toMatchObject({ page: result });
      expect(await seeDevicePage(provider, person, done)).toMatchObject({ page: result });
    });
    expect(await pollError(deviceCode)).toBe(error);
    expect(events).toMatchObject([{ outcome: 'success', actorName: 'alice', clientId: 'tv' }]);
    const details = { scope: told.scope, requested_from: '198.51.100.7' };
    expect(events.map((event) => JSON.parse(event.details))).toEqual([details]);
  });

  it('notes the client at the session, which ends its tokens with it', async () => {
    const { db } = provider.context();
    const noted = () => db.sessionClient.count({ where: { clientId: 'tv' } });
    const before = await noted();
    const { userCode } = await startDevice(provider);
    const person = newPerson();
    const confirm = await reachConfirm(person, userCode);
    expect(await noted()).toBe(before);
    await answerDevice(provider, person, confirm, 'allow');
    expect(await noted()).toBe(before + 1);
  });

  it('answers once: a second post changes nothing (design: single use)', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf };
    const post = (decision: string) => person.submit('device', { ...fields, decision });
    const answers = await Promise.all([post('deny'), post('deny')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect((await post('allow')).status).toBe(409);
    expect(await pollError(deviceCode)).toBe('access_denied');
  });

  it('is too late after the code has expired', async () => {
    const { userCode, deviceCode } = await startDevice(provider, { client_id: 'quick' });
    const person = newPerson();
    const response = await reachConfirm(person, userCode);
    const page = await seeDevicePage(provider, person, response);
    if (page.page !== 'device-confirm') throw new Error(page.page);
    provider.advance(21);
    expect(await seeDevicePage(provider, person, response)).toMatchObject({ problem: 'device_expired', status: 410 });
    const { interaction, csrf } = page.form;
    const late = await person.submit('device', { interaction: interaction ?? '', csrf, decision: 'allow' });
    expect(late.status).toBe(410);
    expect(await pollError(deviceCode, 'quick')).toBe('expired_token');
  });

  it.each(['allow', 'deny'])('is too late after the expired request was deleted: %s', async (decision) => {
    const { userCode } = await startDevice(provider, { client_id: 'quick' });
    const person = newPerson();
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    provider.advance(21);
    await provider.context().db.deviceRequest.deleteMany({ where: { clientId: 'quick' } });
    const { interaction, csrf } = page.form;
    const late = await person.submit('device', { interaction: interaction ?? '', csrf, decision });
    expect(late.status).toBe(410);
  });

  it.each([
    ['one that is too late', 21, {}, 410],
    ['one without the token of its page', 0, { csrf: 'x' }, 403],
  ])('has the look of the tenant where it is refused: %s', async (_, seconds, fields, status) => {
    await provider.configure({ tenants: [{ name: 'acme', display_name: 'Acme Works' }] });
    const { userCode } = await startDevice(provider, { client_id: 'quick', acr_values: 'tenant:acme' });
    const person = newPerson();
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    provider.advance(seconds);
    const { interaction, csrf } = page.form;
    const sent = { interaction: interaction ?? '', csrf, decision: 'allow', ...fields };
    const refused = await person.submit('device', sent);
    expect([refused.status, refused.body.includes('Acme Works')]).toEqual([status, true]);
  });
});

describe('who may answer (security #76, #79)', () => {
  it('is the first person: others neither see nor answer it, nor find it by the code', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const bob = await signedIn('bob');
    const before = await enterCode(newPerson(), userCode);
    expect(locationOf(before)).toContain('/login?');
    const alice = newPerson();
    const confirm = await reachConfirm(alice, userCode);
    expect(await seeDevicePage(provider, bob, await enterCode(bob, userCode))).toMatchObject({
      problem: 'unknown_code',
    });
    const again = await enterCode(alice, userCode);
    expect((await seeDevicePage(provider, alice, again)).page).toBe('device-confirm');
    await answerDevice(provider, alice, confirm, 'allow');
    expect(bodyOf(await pollDevice(provider, deviceCode))).toHaveProperty('access_token');
  });

  it('is not a second person who had entered the code before', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const bob = newPerson();
    const bobsLogin = await enterCode(bob, userCode);
    const alice = newPerson();
    const confirm = await reachConfirm(alice, userCode);
    const late = await bob.signIn(bobsLogin, 'bob');
    expect(await seeDevicePage(provider, bob, late)).toMatchObject({ page: 'problem', problem: 'device_expired' });
    expect(await pollError(deviceCode)).toBe('authorization_pending');
    await answerDevice(provider, alice, confirm, 'deny');
    expect(await pollError(deviceCode)).toBe('access_denied');
  });

  it.each(['allow', 'deny'])(
    'is not a second person who posts %s without the page (security #76)',
    async (decision) => {
      const { userCode, deviceCode } = await startDevice(provider);
      const bob = newPerson();
      const login = await enterCode(bob, userCode);
      const alice = newPerson();
      const confirm = await reachConfirm(alice, userCode);
      await bob.signIn(login, 'bob');
      const { settings, db } = provider.context();
      const { sub } = await db.user.findUniqueOrThrow({ where: { canonicalUsername: 'bob' } });
      const interaction = new URL(locationOf(login)).searchParams.get('interaction') ?? '';
      const binding = readBinding(cookieHeaderOf(bob), settings);
      if (binding === null) throw new Error('no binding');
      // The token of the page that Bob does not see.
      const csrf = csrfToken(settings.secret, binding, consentPurpose(interaction, sub));
      expect((await bob.submit('device', { interaction, csrf, decision })).status).toBe(410);
      expect(await pollError(deviceCode)).toBe('authorization_pending');
      expect(locationOf(await answerDevice(provider, alice, confirm, 'allow'))).toContain('/device?');
      expect(bodyOf(await pollDevice(provider, deviceCode))).toHaveProperty('access_token');
    },
  );

  it('is one of several people who answer at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { userCode, deviceCode } = await startDevice(provider);
      const before = await countGrants();
      const people = [newPerson(), newPerson(), newPerson()];
      const names = ['alice', 'bob', 'alice'];
      const logins = await Promise.all(people.map((person) => enterCode(person, userCode)));
      const confirms = await Promise.all(
        people.map((person, index) =>
          person.signIn(logins[index] ?? { status: 0, headers: {}, body: '' }, names[index]),
        ),
      );
      const answers = await Promise.all(
        people.map((person, index) =>
          answerDevice(provider, person, confirms[index] ?? { status: 0, headers: {}, body: '' }, 'allow').catch(
            () => null,
          ),
        ),
      );
      expect(answers.filter((answer) => answer?.status === 303)).toHaveLength(1);
      expect(bodyOf(await pollDevice(provider, deviceCode))).toHaveProperty('access_token');
      expect(await countGrants()).toBe(before + 1);
    }
  });

  const countGrants = () => provider.context().db.grant.count({ where: { clientId: 'tv' } });

  it('is not somebody in another browser', async () => {
    const { userCode } = await startDevice(provider);
    const alice = newPerson();
    const confirm = await reachConfirm(alice, userCode);
    const other = await signedIn('alice');
    expect(await seeDevicePage(provider, other, confirm)).toMatchObject({ problem: 'interaction_other_browser' });
  });

  it('is another person who signs in on the page instead', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    const confirm = await reachConfirm(person, userCode);
    provider.advance(1);
    const opened = new URL(locationOf(confirm)).searchParams.get('interaction') ?? '';
    const input = { interaction: opened, cookieHeader: cookieHeaderOf(person), account: 'new' } as const;
    const login = await readLoginPage(provider.context(), input);
    if (login.page !== 'login') throw new Error(login.page);
    const typed = { interaction: opened, csrf: login.form.csrf, username: 'bob', password, decision: 'sign_in' };
    const answer = await person.submit('login', typed);
    const page = await seeDevicePage(provider, person, answer);
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const { interaction, csrf } = page.form;
    await person.submit('device', { interaction: interaction ?? '', csrf, decision: 'allow' });
    provider.advance(6);
    const tokens = bodyOf(await pollDevice(provider, deviceCode, { client_id: 'tv' }));
    expect(tokens).toHaveProperty('access_token');
  });

  it('is the person who saw the page, not one who signed in since (security #79)', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    provider.advance(1);
    await person.signIn(await person.get(authorizeRequest({ prompt: 'login' }).path), 'bob');
    const { interaction, csrf } = page.form;
    const posted = await person.submit('device', { interaction: interaction ?? '', csrf, decision: 'allow' });
    expect(posted.status).toBe(403);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it.each(['allow', 'deny'])('is not somebody whose sign-in became too old on the page: %s', async (decision) => {
    const person = await signedIn();
    provider.advance(1);
    const { userCode, deviceCode } = await startDevice(provider, { client_id: 'strict' });
    const page = await seeDevicePage(provider, person, await enterCode(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    provider.advance(300);
    const { interaction, csrf } = page.form;
    const answer = await person.submit('device', { interaction: interaction ?? '', csrf, decision });
    expect(locationOf(answer)).toContain('/login?');
    expect(await pollError(deviceCode, 'strict')).toBe('authorization_pending');
  });

  it.each(['allow', 'deny'])('is not somebody who was signed out meanwhile: %s (security #104)', async (decision) => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    const page = await seeDevicePage(provider, person, await reachConfirm(person, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const context = provider.context();
    const { db, now } = context;
    const signedOut = beforeTransaction(db, () => db.session.updateMany({ data: { endedAt: now } }));
    const fields = { interaction: page.form.interaction ?? '', csrf: page.form.csrf, decision };
    const request = postedBy(person, '/device/submit', fields);
    const answer = await handleDeviceSubmit(request, { ...context, db: signedOut });
    expect(locationOf(answer)).toContain('/login?');
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it.each(['allow', 'deny'])('is not somebody without a sign-in: %s', async (decision) => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    const login = locationOf(await enterCode(person, userCode));
    const interaction = new URL(login).searchParams.get('interaction') ?? '';
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    if (page.page !== 'login') throw new Error(page.page);
    const answer = await person.submit('device', { interaction, csrf: page.form.csrf, decision });
    expect(locationOf(answer)).toBe(login);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it.each([
    ['the code', { decision: 'continue' }],
    ['an answer', { decision: 'allow' }],
  ])('is not a page of another origin that posts %s (security #79)', async (_, fields) => {
    const { userCode } = await startDevice(provider);
    const alice = await signedIn();
    const posted = await alice.submit('device', { ...fields, user_code: userCode }, { origin: 'https://evil.test' });
    expect(posted.status).toBe(403);
    expect(posted.headers).not.toHaveProperty('set-cookie');
  });

  it.each<[string, Record<string, string | undefined>, FormFields]>([
    ['from another origin', { origin: 'https://evil.test' }, {}],
    ['from a sibling', { origin: 'https://x.op.test' }, {}],
    ['from an opaque origin', { origin: 'null' }, {}],
    ['without an origin', { origin: undefined }, {}],
    ['without an origin by another site', { origin: undefined, 'sec-fetch-site': 'cross-site' }, {}],
    ['without the token', {}, { csrf: undefined }],
    ['with a token of its own making', {}, { csrf: 'x'.repeat(43) }],
  ])('is not a form posted %s with a known interaction (security #79)', async (_, headers, fields) => {
    const { userCode, deviceCode } = await startDevice(provider);
    const alice = newPerson();
    const page = await seeDevicePage(provider, alice, await reachConfirm(alice, userCode));
    if (page.page !== 'device-confirm') throw new Error(page.page);
    const form = { interaction: page.form.interaction ?? '', csrf: page.form.csrf };
    for (const decision of ['allow', 'deny']) {
      expect((await alice.submit('device', { ...form, decision, ...fields }, headers)).status).toBe(403);
      expect(await pollError(deviceCode)).toBe(decision === 'allow' ? 'authorization_pending' : 'slow_down');
    }
    expect((await alice.submit('device', { ...form, decision: 'deny' })).status).toBe(303);
    expect(await pollError(deviceCode)).toBe('access_denied');
  });

  it.each([
    [{ decision: 'allow' }, 400],
    [{ decision: 'approve' }, 400],
    [{}, 400],
    [{ decision: 'allow', interaction: 'x'.repeat(43) }, 404],
  ])('is not somebody who posts %j', async (fields, status) => {
    expect((await (await signedIn()).submit('device', fields)).status).toBe(status);
  });

  it('leaves authorization requests alone', async () => {
    const { person } = await issueCode(provider);
    provider.advance(1);
    const login = await person.get(authorizeRequest({ prompt: 'login' }).path);
    const interaction = new URL(locationOf(login)).searchParams.get('interaction') ?? '';
    expect(await openPage(null, interaction, person)).toMatchObject({ problem: 'interaction_unknown' });
    expect((await person.submit('device', { interaction, decision: 'allow' })).status).toBe(400);
  });
});

describe('the sign-in for a device', () => {
  it('names the device, prefills its login_hint, and can be canceled: the device is denied', async () => {
    const { userCode, deviceCode } = await startDevice(provider, { login_hint: 'alice' });
    const person = newPerson();
    const entered = await enterCode(person, userCode);
    const interaction = new URL(locationOf(entered)).searchParams.get('interaction') ?? '';
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    expect(page).toMatchObject({
      client: { name: 'Living room TV' },
      username: 'alice',
      canCancel: true,
      cancelReturns: false,
    });
    if (page.page !== 'login') throw new Error(page.page);
    const { csrf } = page.form;
    const events = await recordedBy(provider.context().db, { types: ['device_code.denied'] }, async () => {
      const left = await person.submit('login', { interaction, csrf, decision: 'cancel' });
      expect(await seeDevicePage(provider, person, left)).toMatchObject({ page: 'device-denied' });
    });
    expect(await pollError(deviceCode)).toBe('access_denied');
    expect(events).toMatchObject([{ actorKind: 'anonymous', clientId: 'tv' }]);
  });

  /** The fields of the sign-in page that a code leads to. */
  async function signInFields(person: Person, userCode: string) {
    const interaction = new URL(locationOf(await enterCode(person, userCode))).searchParams.get('interaction') ?? '';
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(person) });
    if (page.page !== 'login') throw new Error(page.page);
    return { interaction, csrf: page.form.csrf };
  }

  it.each(['login', 'realm', 'signup', 'federation'])('can be canceled from /%s', async (form) => {
    const { userCode, deviceCode } = await startDevice(provider);
    const person = newPerson();
    await person.submit(form, { ...(await signInFields(person, userCode)), decision: 'cancel' });
    expect(await pollError(deviceCode)).toBe('access_denied');
  });

  it('does not deny a code that somebody claimed meanwhile (security #76)', async () => {
    const { userCode, deviceCode } = await startDevice(provider);
    const stranger = newPerson();
    const fields = await signInFields(stranger, userCode);
    const owner = newPerson();
    const confirm = await reachConfirm(owner, userCode);
    const left = await stranger.submit('login', { ...fields, decision: 'cancel' });
    expect(await seeDevicePage(provider, stranger, left)).toMatchObject({ page: 'device-denied' });
    expect(await pollError(deviceCode)).toBe('authorization_pending');
    expect(locationOf(await answerDevice(provider, owner, confirm, 'allow'))).toContain('/device?');
    expect(bodyOf(await pollDevice(provider, deviceCode))).toHaveProperty('access_token');
  });

  it('counts each cancellation as an entry of a code, so that nobody can deny devices by guessing', async () => {
    const person = newPerson();
    for (let left = 0; left < 5; left += 1) {
      const { userCode } = await startDevice(provider);
      const cancel = { ...(await signInFields(person, userCode)), decision: 'cancel' };
      expect((await person.submit('login', cancel)).status).toBe(303);
    }
    const { userCode, deviceCode } = await startDevice(provider);
    expect((await enterCode(person, userCode)).status).toBe(429);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it('cannot be canceled past the limit', async () => {
    const person = newPerson();
    const { userCode, deviceCode } = await startDevice(provider);
    const cancel = { ...(await signInFields(person, userCode)), decision: 'cancel' };
    for (let wrong = 0; wrong < 5; wrong += 1) await enterCode(person, 'BBBB-BBBB');
    const { status, headers } = await person.submit('login', cancel);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await pollError(deviceCode)).toBe('authorization_pending');
  });

  it('is finished after it was canceled', async () => {
    const person = newPerson();
    const { userCode } = await startDevice(provider);
    const cancel = { ...(await signInFields(person, userCode)), decision: 'cancel' };
    await person.submit('login', cancel);
    expect((await person.submit('login', cancel)).status).toBe(409);
  });

  it('is canceled once, when both forms have read that it waits (design: interaction)', async () => {
    const person = newPerson();
    const cancel = { ...(await signInFields(person, (await startDevice(provider)).userCode)), decision: 'cancel' };
    const context = provider.context();
    const db = beforeTransaction(context.db, () => person.submit('login', cancel));
    const request = postedBy(person, '/login/submit', cancel);
    const events = await recordedBy(provider.context().db, { types: ['device_code.denied'] }, async () => {
      expect((await handleLoginSubmit(request, { ...context, db })).status).toBe(409);
    });
    expect(events).toHaveLength(1);
  });

  it('follows the rules of the client: no password where it allows none (semantics §4.3)', async () => {
    const { userCode } = await startDevice(provider, { client_id: 'corporate' });
    const alice = await signedIn();
    const entered = await enterCode(alice, userCode);
    const interaction = new URL(locationOf(entered)).searchParams.get('interaction') ?? '';
    expect(locationOf(entered)).toContain('/login?');
    const page = await readLoginPage(provider.context(), { interaction, cookieHeader: cookieHeaderOf(alice) });
    expect(page).toMatchObject({ page: 'problem', problem: 'no_way_to_sign_in' });
  });

  it('keeps the name after a wrong password', async () => {
    const { userCode } = await startDevice(provider);
    const person = newPerson();
    const entered = await enterCode(person, userCode);
    const back = await person.signIn(entered, 'alice', { password: 'wrong' });
    expect(locationOf(back)).toBe(locationOf(entered));
    expect(locationOf(await person.signIn(back, 'alice'))).toContain('/device?');
  });
});

it.each([
  ['/activate', '/device'],
  ['/link', '/device'],
  ['/activate?user_code=WDJB-MJHT', '/device?user_code=WDJB-MJHT'],
])('%s leads to the page for the code (ux §1.5.1)', async (path, expected) => {
  const answer = await provider.send(path);
  expect([answer.status, locationOf(answer)]).toEqual([303, `${issuer}${expected}`]);
});
