import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#lib/db/transaction';
import { saveAuthenticator } from '#lib/factors/authenticator-store';
import { replaceRecoveryCodes } from '#lib/factors/recovery-code-store';
import { createRecoveryCodes } from '#lib/factors/recovery-codes';
import { parseTotpKey } from '#lib/factors/totp';
import type { HttpResponse } from '#lib/http/types';
import { answerDevice, deviceClient, enterCode, pollDevice, seeDevicePage, startDevice } from '#lib/testing/device';
import { fixtureClient, fixtures, redeem, refresh, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { findUserByUsername } from '#lib/users/user-store';
import { proven } from '#lib/vocabulary/account-proof';
import { readFactorPage } from './second-factor/read';

const key = parseTotpKey('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') ?? never();
const silent = fixtureClient('silent');
const wishing = { ...silent, client_id: 'wishing', default_acr_values: ['phr', 'urn:signet:acr:2'] };
const [tv, bank] = [
  { ...deviceClient, client_name: 'Living room TV' },
  { ...deviceClient, client_id: 'bank-tv', minimum_acr: 'urn:signet:acr:2' },
];
const configuration = {
  ...fixtures,
  clients: [fixtureClient('web'), silent, wishing, tv, bank],
  portal: { second_factor: 'off' },
};
const [one, two] = ['urn:signet:acr:1', 'urn:signet:acr:2'];

let provider: TestProvider;
let sub: string;
beforeAll(async () => {
  provider = await createTestProvider(configuration);
  sub = ((await findUserByUsername(provider.context().db, 'alice')) ?? never()).sub;
});
afterAll(() => provider.close());

beforeEach(async () => {
  const { db, settings, now } = provider.context();
  await transaction(db, (tx) =>
    saveAuthenticator(tx, proven('person', sub), { key, step: null }, { secret: settings.secret, now }),
  );
});
afterEach(async () => {
  const { db } = provider.context();
  for (const table of [db.authenticator, db.recoveryCode, db.accountNotice, db.factorFailure, db.rateLimit]) {
    await (table as typeof db.rateLimit).deleteMany();
  }
  await provider.configure(configuration);
  // Codes of the next test belong to later steps.
  provider.advance(120);
});

const code = () => new TOTP({ secret: key }).generate({ timestamp: provider.context().now.getTime() });
const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;

/** Shows another factor on the page that a response led to. */
async function prove(person: Person, response: HttpResponse, fields: FormFields) {
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  const input = { interaction, cookieHeader: cookieHeaderOf(person), method: null };
  const page = await readFactorPage(provider.context(), input);
  if (page.page !== 'second-factor') throw new Error(`no page of a factor but ${JSON.stringify(page)}`);
  return person.submit('login/factor', { interaction, csrf: page.form.csrf, decision: 'continue', ...fields });
}
const proveByApp = (person: Person, response: HttpResponse) =>
  prove(person, response, { method: 'totp', code: code() });

/** Signs in with the password, and with the app if it is asked for. */
async function signIn(parameters: FormFields = {}, person = createPerson(provider)) {
  const { path, verifier } = authorizeRequest({ client_id: 'silent', ...parameters });
  const first = await person.signIn(await person.get(path));
  const last = pathOf(first) === '/login/factor' ? await proveByApp(person, first) : first;
  return { person, verifier, code: answerOf(last).code ?? '' };
}

async function tokensOf(issued: { code: string; verifier: string }, clientId = 'silent') {
  return bodyOf(await redeem(provider, issued, {}, basic(clientId, secrets.web)));
}
const claimsOf = (token: unknown) => decodeJwt(String(token));
const essential = (values: readonly string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } });

describe('the acr of a token', () => {
  it.each<[string, FormFields, string]>([
    ['the name of the level where nothing was asked for', {}, one],
    ['the first wish that was reached', { acr_values: `phr ${two} ${one}` }, two],
    ['a lower one that a higher level reaches', { acr_values: one, claims: essential([two]) }, two],
    ['the first of essential values, which both are reached', { claims: essential([two, one]) }, two],
    ['the first of essential values although a higher one follows', { claims: essential([one, two]) }, one],
    ['the level’s own name where nobody knows the wish', { acr_values: 'gold' }, one],
  ])('is %s', async (_, parameters, acr) => {
    const { access_token, id_token } = await tokensOf(await signIn(parameters));
    expect([claimsOf(id_token).acr, claimsOf(access_token).acr]).toEqual([acr, acr]);
  });

  it('stays with amr and auth_time when the token is refreshed, regardless of later policies', async () => {
    const scope = 'openid profile offline_access';
    const issued = await tokensOf(await signIn({ acr_values: two, scope }));
    const before = claimsOf(issued.id_token);
    expect(before).toMatchObject({ acr: two, amr: ['pwd', 'otp', 'mfa'] });
    await provider.configure({ ...configuration, portal: { second_factor: 'required', acr_aliases: { gold: 2 } } });
    provider.advance(600);
    const renewed = bodyOf(await refresh(provider, issued.refresh_token, {}, basic('silent', secrets.web)));
    const { acr, amr, auth_time } = before;
    expect(claimsOf(renewed.id_token)).toMatchObject({ acr, amr, auth_time });
    expect(claimsOf(renewed.access_token)).toMatchObject({ acr: two });
  });
});

describe('default_acr_values of a client', () => {
  it('are a preference: the first level within the person’s reach is requested', async () => {
    const { id_token } = await tokensOf(await signIn({ client_id: 'wishing' }), 'wishing');
    expect(claimsOf(id_token)).toMatchObject({ acr: two, amr: ['pwd', 'otp', 'mfa'] });
  });

  it('do not cause an error when the person reaches none', async () => {
    await provider.context().db.authenticator.deleteMany();
    const { id_token } = await tokensOf(await signIn({ client_id: 'wishing' }), 'wishing');
    expect(claimsOf(id_token)).toMatchObject({ acr: one });
  });

  it('have lower precedence than acr_values', async () => {
    const { id_token } = await tokensOf(await signIn({ client_id: 'wishing', acr_values: one }), 'wishing');
    expect(claimsOf(id_token)).toMatchObject({ acr: one, amr: ['pwd'] });
  });
});

describe('a device', () => {
  const notices = () => provider.context().db.accountNotice.findMany({ where: { kind: 'device_connected' } });

  it('requires the level of its client before it is connected', async () => {
    const { userCode, deviceCode } = await startDevice(provider, { client_id: 'bank-tv' });
    const person = createPerson(provider);
    const factor = await person.signIn(await enterCode(person, userCode));
    expect(pathOf(factor)).toBe('/login/factor');
    const confirm = await proveByApp(person, factor);
    await answerDevice(provider, person, confirm, 'allow');
    const tokens = bodyOf(await pollDevice(provider, deviceCode, { client_id: 'bank-tv' }));
    expect(claimsOf(tokens.id_token)).toMatchObject({ acr: two, amr: ['pwd', 'otp', 'mfa'] });
  });

  it('steps up a session below that level', async () => {
    const { person } = await signIn();
    const { userCode } = await startDevice(provider, { client_id: 'bank-tv' });
    const entered = await enterCode(person, userCode);
    expect(await seeDevicePage(provider, person, entered)).not.toMatchObject({ page: 'device-confirm' });
    await proveByApp(person, entered);
    expect(await seeDevicePage(provider, person, entered)).toMatchObject({ page: 'device-confirm' });
  });

  it.each([
    ['where that was', '198.51.100.77', '198.51.100.77'],
    ['no place where none is known', '', undefined],
  ])('is reported to its person when it is connected, with its name and %s', async (_, from, address) => {
    const before = (await notices()).length;
    const { userCode } = await startDevice(provider, {});
    const person = createPerson(provider, from);
    const confirm = await person.signIn(await enterCode(person, userCode));
    expect(await notices()).toHaveLength(before);
    await answerDevice(provider, person, confirm, 'allow');
    const told = (await notices()).at(-1);
    const details = JSON.parse(String(told?.details));
    expect([told?.sub, details.app, details.address]).toEqual([sub, 'Living room TV', address]);
  });
});

describe('a person who uses recovery codes', () => {
  it('is notified of each, and once more when three are left', async () => {
    const { db, now } = provider.context();
    const recovery = await createRecoveryCodes();
    await transaction(db, (tx) => replaceRecoveryCodes(tx, proven('person', sub), recovery, now));
    const told = async () => {
      const kinds = await db.accountNotice.groupBy({ by: ['kind'], where: { sub }, _count: true });
      const count = (kind: string) => kinds.find((found) => found.kind === kind)?._count ?? 0;
      return [count('recovery_code_used'), count('recovery_codes_low')];
    };
    await db.recoveryCode.updateMany({ where: { sub }, data: { usedAt: now } });
    const unused = await db.recoveryCode.findMany({ where: { sub }, take: 5 });
    await db.recoveryCode.updateMany({
      where: { sub, hash: { in: unused.map(({ hash }) => hash) } },
      data: { usedAt: null },
    });
    const [usedBefore = 0, lowBefore = 0] = await told();
    const seen: number[][] = [];
    for (const typed of recovery.codes) {
      const person = createPerson(provider);
      const { path } = authorizeRequest({ client_id: 'silent', acr_values: two });
      const factor = await person.signIn(await person.get(path));
      const done = await prove(person, factor, { method: 'recovery', code: typed });
      if (pathOf(done) === '/cb') {
        const [used = 0, low = 0] = await told();
        seen.push([used - usedBefore, low - lowBefore]);
      }
      await db.factorFailure.deleteMany();
      await db.rateLimit.deleteMany();
    }
    expect(seen).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 1],
      [5, 1],
    ]);
  });
});

function never(): never {
  throw new Error('missing in the fixtures');
}
