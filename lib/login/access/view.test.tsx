import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endAssignments } from '#lib/groups/end-assignments';
import { endMemberships } from '#lib/groups/end-memberships';
import type { HttpResponse } from '#lib/http/types';
import { readConsentPage } from '#lib/login/consent/read';
import { readLoginPage } from '#lib/login/sign-in/read';
import { countStatements } from '#lib/testing/count-statements';
import { cookieHeaderOf } from '#lib/testing/device';
import { fixtureClient, fixtures, issueCode, redeem, secrets } from '#lib/testing/fixtures';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person } from '#lib/testing/person';
import { basic, bodyOf, createTestProvider, type FormFields, type TestProvider } from '#lib/testing/provider';
import { readNoAccessPage } from './read';
import { NoAccessView, noAccessPage } from './view';

const silent = fixtureClient('silent');
const { password: _, ...alice } = fixtures.users[0] ?? { password: '' };
const ledger = {
  ...silent,
  client_id: 'ledger',
  client_name: 'Ledger',
  access: 'assigned',
  access_groups: ['staff'],
  roles: [{ name: 'admin' }],
};

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider({ ...fixtures, groups: [{ name: 'staff' }], clients: [ledger] });
});
afterAll(() => provider.close());
beforeEach(async () => {
  await provider.configure({
    portal: {},
    clients: [ledger],
    users: [
      { ...alice, groups: [], assignments: [] },
      { username: 'bob', claims: { name: 'Bob' }, groups: [] },
    ],
  });
});

/** Signs somebody in at the client, and returns the address that the browser is led to. */
async function arrive(person: Person, request: FormFields = {}, username = 'alice'): Promise<HttpResponse> {
  const response = await person.get(authorizeRequest({ client_id: 'ledger', ...request }).path);
  return locationOf(response).includes('/login?') ? person.signIn(response, username) : response;
}

const interactionOf = (response: HttpResponse) => new URL(locationOf(response)).searchParams.get('interaction') ?? '';

function read(person: Person, response: HttpResponse) {
  const asked = { interaction: interactionOf(response), cookieHeader: cookieHeaderOf(person) };
  return readNoAccessPage(provider.context(), asked);
}

async function shown(person: Person, response: HttpResponse) {
  const page = await read(person, response);
  if (page.page !== 'no-access') throw new Error(`expected the page, found ${JSON.stringify(page)}`);
  return page;
}

async function press(person: Person, response: HttpResponse, decision: string): Promise<HttpResponse> {
  const { form } = await shown(person, response);
  return person.submit('login/access', { interaction: form.interaction ?? '', csrf: form.csrf, decision });
}

const buttonsOf = (html: string) =>
  [...html.matchAll(/value="(continue|other_account|cancel)"/g)].map(([, value]) => value);
const pathOf = (response: HttpResponse) => new URL(locationOf(response)).pathname;
const give = () => provider.configure({ users: [{ ...alice, groups: ['staff'] }] });

describe('the page for people without access (decision 023)', () => {
  it('names the application and the account, and answers with 403', async () => {
    const person = createPerson(provider);
    const response = await arrive(person);
    expect(pathOf(response)).toBe('/login/access');
    const page = await shown(person, response);
    expect(page).toMatchObject({ user: { username: 'alice', name: 'Alice Smith' }, canChange: true, endedAt: null });
    const asked = { interaction: interactionOf(response), cookieHeader: cookieHeaderOf(person), one: () => null };
    const opened = await noAccessPage.open(provider.context(), asked);
    expect(opened).toMatchObject({ page: 'read', status: 403 });
    const html = renderToStaticMarkup(<NoAccessView locale="en" model={page} />);
    expect(html).toContain('data-page="no-access"');
    expect(html).toContain('You don’t have access to Ledger yet');
    expect(buttonsOf(html)).toEqual(['continue', 'other_account', 'cancel']);
    expect(html).not.toContain('staff');
  });

  it.each<[string, string | null, object | null, unknown]>([
    ['nothing', null, null, null],
    ['an address', 'team@example.com', null, { text: 'team@example.com', href: 'mailto:team@example.com' }],
    ['mailto:', 'mailto:team@example.com', null, { text: 'team@example.com', href: 'mailto:team@example.com' }],
    ['a page', 'https://help.example/', null, { text: 'https://help.example/', href: 'https://help.example/' }],
    ['a text', 'the finance desk', null, { text: 'the finance desk', href: null }],
    ['another scheme, which is no link', 'javascript:alert(1)', null, { text: 'javascript:alert(1)', href: null }],
    ['the support of the tenant', null, { support: 'https://acme.example/help' }, 'support'],
    ['both', 'desk', { support: 'https://acme.example/help' }, { text: 'desk', href: null }],
  ])('says whom to ask: %s', async (_name, contact, own, expected) => {
    const tenant = own && { name: 'acme', display_name: 'Acme', links: own };
    const of = { ...ledger, access_contact: contact, tenant: own && 'acme' };
    await provider.configure({ ...(tenant && { tenants: [tenant] }), clients: [of] });
    const person = createPerson(provider);
    const page = await shown(person, await arrive(person));
    expect(page.contact).toEqual(expected);
    const html = renderToStaticMarkup(<NoAccessView locale="ar" model={page} />);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const links = { support: ['https://acme.example/help'], other: [] };
    const href = page.contact === 'support' || page.contact === null ? null : page.contact.href;
    expect([...main.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(
      href === null ? links[expected === 'support' ? 'support' : 'other'] : [href],
    );
  });

  it.each(['group', 'role'])('says when access by a %s ended, before and after the job removed it', async (kind) => {
    const { db, now } = provider.context();
    const end = new Date(now.getTime() + 60_000);
    const entry = { expires_at: end.toISOString() };
    const own =
      kind === 'group'
        ? { groups: [{ group: 'staff', ...entry }] }
        : { assignments: [{ client: 'ledger', role: 'admin', ...entry }] };
    await provider.configure({ users: [{ ...alice, ...own }] });
    provider.advance(60);
    const person = createPerson(provider);
    const response = await arrive(person);
    const last = new Date(end.getTime() - 1);
    expect((await shown(person, response)).endedAt).toEqual(last);
    await endMemberships(db, end);
    await endAssignments(db, { now: end, roles: new Map(), clientNames: new Map() });
    expect(await db.membership.count()).toBe(0);
    const page = await shown(person, response);
    expect(page.endedAt).toEqual(last);
    const html = renderToStaticMarkup(<NoAccessView locale="en" model={page} />);
    expect(html).toContain('Your access ended on January 1, 2026.');
  });

  it('offers no other account where the request names the person (id_token_hint)', async () => {
    await give();
    const person = createPerson(provider);
    const granted = answerOf(await arrive(person, { response_type: 'code' })).code;
    expect(granted).toBeDefined();
    const issued = await issueCode(provider, { client_id: 'ledger' }, person);
    const { id_token: hint } = bodyOf(await redeem(provider, issued, {}, basic('ledger', secrets.web)));
    await provider.configure({ users: [{ ...alice, groups: [] }] });
    const response = await arrive(person, { id_token_hint: String(hint) });
    const page = await shown(person, response);
    expect(page.canChange).toBe(false);
    expect(buttonsOf(renderToStaticMarkup(<NoAccessView locale="en" model={page} />))).toEqual(['continue', 'cancel']);
    expect((await press(person, response, 'other_account')).status).toBe(400);
  });

  it('takes as many statements as consent, and one more where people can ask', async () => {
    const statements = async (client: object, open: typeof readNoAccessPage | typeof readConsentPage) => {
      await provider.configure({ clients: [{ ...ledger, ...client }] });
      const person = createPerson(provider);
      const response = await arrive(person);
      const context = provider.context();
      const { db, count } = countStatements(context.db);
      await open({ ...context, db }, { interaction: interactionOf(response), cookieHeader: cookieHeaderOf(person) });
      return count();
    };
    const consent = await statements({ access: 'everyone', require_consent: true }, readConsentPage);
    expect(await statements({}, readNoAccessPage)).toBeLessThanOrEqual(consent + 1);
    const closed = await statements({}, readNoAccessPage);
    expect(await statements({ approver_groups: ['staff'] }, readNoAccessPage)).toBe(closed + 1);
  });

  it('returns to the client with access_denied, once', async () => {
    const person = createPerson(provider);
    const response = await arrive(person);
    const answer = answerOf(await press(person, response, 'cancel'));
    expect(answer).toMatchObject({ error: 'access_denied', state: 's1' });
    expect(answer.error_description).toMatch(/^The user may not use this application \(reference \w+\)$/);
    expect(await read(person, response)).toMatchObject({ page: 'problem', problem: 'interaction_finished' });
  });

  it('tries again: the same page without access, and the answer with it', async () => {
    const person = createPerson(provider);
    const response = await arrive(person);
    expect(pathOf(await press(person, response, 'continue'))).toBe('/login/access');
    await give();
    const page = await shown(person, response);
    expect(page).toMatchObject({ isGranted: true });
    const html = renderToStaticMarkup(<NoAccessView locale="en" model={page} />);
    expect(buttonsOf(html)).toEqual(['continue']);
    const asked = { interaction: interactionOf(response), cookieHeader: cookieHeaderOf(person), one: () => null };
    expect(await noAccessPage.open(provider.context(), asked)).toMatchObject({ status: 200 });
    expect(answerOf(await press(person, response, 'continue'))).toHaveProperty('code');
  });

  it('leads to consent once access is there, and never answers a GET', async () => {
    await provider.configure({ clients: [{ ...ledger, require_consent: true }] });
    const person = createPerson(provider);
    const response = await arrive(person);
    await give();
    expect(await read(person, response)).toMatchObject({ location: expect.stringMatching(/^\/consent\?/) });
  });

  it('leads to the chooser, where accounts with access come first', async () => {
    await provider.configure({ users: [{ username: 'bob', claims: { name: 'Bob' }, groups: ['staff'] }] });
    const person = createPerson(provider);
    await person.signIn(await person.get(authorizeRequest({ client_id: 'ledger' }).path), 'bob');
    const again = await person.get(authorizeRequest({ client_id: 'ledger', prompt: 'login' }).path);
    const response = await person.signIn(again, 'alice');
    const chooser = await press(person, response, 'other_account');
    expect(locationOf(chooser)).toContain('account=choose');
    const asked = {
      interaction: interactionOf(chooser),
      cookieHeader: cookieHeaderOf(person),
      account: 'choose' as const,
    };
    const page = await readLoginPage(provider.context(), asked);
    if (page.page !== 'login') throw new Error(page.page);
    expect(page.accounts.map(({ username }) => username)).toEqual(['bob', 'alice']);
    const fields = { interaction: interactionOf(chooser), csrf: page.form.csrf, account: page.accounts[0]?.sid ?? '' };
    expect(answerOf(await person.submit('login', { ...fields, decision: 'continue' }))).toHaveProperty('code');
  });

  it.each([
    ['request', 400],
    ['', 400],
  ])('knows no button %j', async (decision, status) => {
    const person = createPerson(provider);
    expect(await press(person, await arrive(person), decision)).toMatchObject({ status });
  });

  it('takes forms of its own page and browser alone (security #20)', async () => {
    const person = createPerson(provider);
    const response = await arrive(person);
    const { form } = await shown(person, response);
    const fields = { interaction: form.interaction ?? '', decision: 'cancel' };
    expect((await person.submit('login/access', { ...fields, csrf: 'x' })).status).toBe(403);
    const { csrf } = form;
    expect((await person.submit('login/access', { ...fields, csrf }, { origin: 'https://evil.test' })).status).toBe(
      403,
    );
    expect((await createPerson(provider).submit('login/access', { ...fields, csrf })).status).toBe(403);
  });

  it('is for requests of clients alone', async () => {
    const person = createPerson(provider);
    expect(await readNoAccessPage(provider.context(), { interaction: 'x', cookieHeader: undefined })).toMatchObject({
      page: 'problem',
    });
    const { path } = authorizeRequest({ client_id: 'ledger' });
    expect(await read(person, await person.get(path))).toMatchObject({ location: expect.stringMatching(/^\/login\?/) });
  });
});

describe('new accounts on the way to a client (decision 023)', () => {
  const at = async (client: object) => {
    await provider.configure({ portal: { registration: 'on' }, clients: [{ ...ledger, ...client }] });
    const person = createPerson(provider);
    return pathOf(await person.get(authorizeRequest({ client_id: 'ledger', prompt: 'create' }).path));
  };

  it.each([
    ['for everyone', { access: 'everyone' }, '/signup'],
    ['with people who approve', { approver_groups: ['staff'] }, '/signup'],
    ['without', {}, '/login'],
  ])('%s', async (_, client, path) => {
    expect(await at(client)).toBe(path);
  });
});
