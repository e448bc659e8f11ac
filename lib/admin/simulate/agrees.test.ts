import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#lib/http/types';
import { readLoginPage } from '#lib/login/sign-in/read';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { fixtureClient, fixtures } from '#lib/testing/fixtures';
import { authorizeRequest, createPerson, type Person, password, redirectUri } from '#lib/testing/person';
import type { FormFields } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { type Simulation, simulate } from './simulate';

const hub = { name: 'hub', display_name: 'Hub', type: 'github', client_id: 'x', client_secret: 'y'.repeat(32) };
const silent = fixtureClient('silent');
const email = { email: 'two@example.com', email_verified: true };

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    ...fixtures,
    identity_providers: [hub],
    tenants: [{ name: 'acme', display_name: 'Acme' }],
    portal: { second_factor: 'optional' },
    clients: [
      ...fixtures.clients,
      { ...silent, client_id: 'assigned', access: 'assigned' },
      { ...silent, client_id: 'strong', minimum_acr: 'urn:signet:acr:2' },
      { ...silent, client_id: 'hub-only', local_login: false, identity_providers: { allow: ['hub'] } },
      { ...silent, client_id: 'nowhere', local_login: false, identity_providers: { allow: [] } },
    ],
    users: [
      ...fixtures.users,
      { username: 'elsewhere', password, tenants: 'none' },
      { username: 'twostep', password, claims: email },
      { username: 'renew', password },
    ],
  });
  const { db, now } = area.provider.context();
  const { sub } = await db.user.findFirstOrThrow({ where: { canonicalUsername: 'twostep' } });
  await db.authenticator.create({ data: { sub, sealed: 'x', createdAt: now } });
  await db.user.updateMany({ where: { canonicalUsername: 'renew' }, data: { mustSetPassword: true } });
});
afterAll(() => area.close());

/** Where a request leads somebody without a session, and where the sign-in of a person leads. */
type Way = { readonly first: string; readonly after: string | null };

/** The answer in the words of the simulator. */
function wordOf({ status, headers: { location } }: HttpResponse): string {
  if (typeof location !== 'string') return status >= 400 ? 'refused' : `${status}`;
  const { pathname, searchParams } = new URL(location);
  const error = searchParams.get('error');
  if (location.startsWith(`${redirectUri}?`)) return error === null ? 'complete' : `refused ${error}`;
  const pages: Record<string, string> = {
    '/login/factor': 'factor',
    '/login/enrol': 'enrol',
    '/login/access': 'access',
  };
  return pages[pathname] ?? pathname.slice(1);
}

/** The sign-in page, or where it sends the person at once. */
async function pageOf(login: HttpResponse, browser: Person): Promise<string> {
  const interaction = new URL(String(login.headers.location)).searchParams.get('interaction');
  const input = { interaction, cookieHeader: cookieHeaderOf(browser) };
  const found = await readLoginPage(area.provider.context(), input);
  if (found.page === 'redirect') return `provider ${found.location.split('/')[2]}`;
  return found.page === 'problem' ? 'nowhere' : found.page;
}

async function really(changes: FormFields, user: string | null, browser: Person): Promise<Way> {
  const login = await browser.get(authorizeRequest(changes).path);
  const first = wordOf(login) === 'login' ? await pageOf(login, browser) : wordOf(login);
  return { first, after: first !== 'login' || user === null ? null : wordOf(await browser.signIn(login, user)) };
}

function simulated(simulation: Simulation): Way {
  switch (simulation.outcome) {
    case 'refused':
      return { first: simulation.goesTo === null ? 'refused' : `refused ${simulation.error}`, after: null };
    case 'no_access':
      return { first: 'login', after: 'access' };
    case 'accepted': {
      const { signIn, next, setsPassword, silent: none } = simulation;
      if (none !== null) return { first: `refused ${none.signedOut}`, after: null };
      const first = signIn.go === 'provider' ? `provider ${signIn.provider}` : signIn.go;
      if (first !== 'login' || next === null) return { first, after: first === 'login' ? 'login' : null };
      return { first, after: setsPassword ? 'setup' : next.step };
    }
    default:
      return simulation satisfies never;
  }
}

const ask = async (changes: FormFields, user: string | null) =>
  simulate(authorizeRequest(changes).path, user, await area.admin());

describe('the simulator says what then happens', () => {
  it.each<[what: string, changes: FormFields, user: string, Way]>([
    ['a first sign-in', {}, 'alice', { first: 'login', after: 'consent' }],
    ['an address in place of the username', {}, 'alice@example.com', { first: 'login', after: 'consent' }],
    ['a client without consent', { client_id: 'silent' }, 'alice', { first: 'login', after: 'complete' }],
    ['prompt=login', { client_id: 'silent', prompt: 'login' }, 'alice', { first: 'login', after: 'complete' }],
    ['max_age=0', { client_id: 'silent', max_age: '0' }, 'alice', { first: 'login', after: 'complete' }],
    ['prompt=consent', { client_id: 'silent', prompt: 'consent' }, 'alice', { first: 'login', after: 'consent' }],
    ['a disabled account', {}, 'off', { first: 'login', after: 'login' }],
    ['nobody of this name', {}, 'nobody', { first: 'login', after: 'login' }],
    ['another tenant', { acr_values: 'tenant:acme' }, 'elsewhere', { first: 'login', after: 'login' }],
    ['two-step verification', { client_id: 'silent' }, 'twostep', { first: 'login', after: 'factor' }],
    ['a level, and no factor for it', { client_id: 'strong' }, 'bob', { first: 'login', after: 'enrol' }],
    ['a level, and a factor for it', { client_id: 'strong' }, 'twostep', { first: 'login', after: 'factor' }],
    ['a new password that is required', { client_id: 'silent' }, 'renew', { first: 'login', after: 'setup' }],
    ['no access', { client_id: 'assigned' }, 'bob', { first: 'login', after: 'access' }],
    ['one provider alone', { client_id: 'hub-only' }, 'alice', { first: 'provider hub', after: null }],
    ['a named provider', { acr_values: 'idp:hub' }, 'alice', { first: 'provider hub', after: null }],
    ['no way to sign in', { client_id: 'nowhere' }, 'alice', { first: 'nowhere', after: null }],
    ['prompt=none', { prompt: 'none' }, 'alice', { first: 'refused login_required', after: null }],
    ['an unknown client', { client_id: 'nobody' }, 'alice', { first: 'refused', after: null }],
    ['a disabled client', { client_id: 'gone' }, 'alice', { first: 'refused', after: null }],
    ['another redirect URI', { redirect_uri: 'https://rp.test/c' }, 'alice', { first: 'refused', after: null }],
    ['a scope that is not allowed', { scope: 'invoices' }, 'alice', { first: 'refused invalid_scope', after: null }],
  ])('%s', async (_, changes, user, way) => {
    expect(simulated(await ask(changes, user)), 'simulated').toEqual(way);
    expect(await really(changes, user, createPerson(area.provider)), 'really').toEqual(way);
  });

  it.each<[what: string, changes: FormFields, error: string | null]>([
    ['consent is missing', {}, 'consent_required'],
    ['nothing is missing', { client_id: 'silent' }, null],
    ['there is no access', { client_id: 'assigned' }, 'access_denied'],
    ['the level is too low', { client_id: 'strong' }, 'login_required'],
  ])('with prompt=none and a session, where %s', async (_, changes, error) => {
    const browser = createPerson(area.provider);
    await browser.signIn(await browser.get(authorizeRequest({ client_id: 'silent' }).path), 'bob');
    const asked = { ...changes, prompt: 'none' };
    const simulation = await ask(asked, 'bob');
    if (simulation.outcome === 'refused') throw new Error(simulation.description);
    const said = simulation.outcome === 'no_access' ? simulation.silent : simulation.silent?.signedIn;
    expect(said, 'simulated').toBe(error);
    const { first } = await really(asked, 'bob', browser);
    expect(first, 'really').toBe(error === null ? 'complete' : `refused ${error}`);
  });
});
