import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Decision } from '#lib/access-requests/decide';
import type { HttpResponse } from '#lib/http/types';
import { type AskedPortal, createAskedPortal, dayMs } from '#lib/testing/access-requests';
import { countStatements } from '#lib/testing/count-statements';
import { cookieHeaderOf } from '#lib/testing/device';
import { answerOf, authorizeRequest, createPerson, locationOf, type Person, password } from '#lib/testing/person';
import { readNoAccessPage } from '../read';
import { NoAccessView, noAccessPage } from '../view';

let portal: AskedPortal;
let ann: Person;
let page: HttpResponse;

beforeEach(async () => {
  portal = await createAskedPortal();
  ann = createPerson(portal.provider);
  const way = await ann.get(authorizeRequest({ client_id: 'ledger' }).path);
  page = await ann.signIn(way, 'ann');
  return portal.close;
});

const asked = (response = page) => {
  const interaction = new URL(locationOf(response)).searchParams.get('interaction') ?? '';
  return { interaction, cookieHeader: cookieHeaderOf(ann) };
};

async function shown(context = portal.provider.context()) {
  const model = await readNoAccessPage(context, asked());
  if (model.page !== 'no-access') throw new Error(`expected the page, found ${JSON.stringify(model)}`);
  return model;
}

const html = async () => renderToStaticMarkup(<NoAccessView locale="en" model={await shown()} />);
const hasForm = async () => (await html()).includes('value="request"');

async function press(decision: string, fields: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
  const { form, asking } = await shown();
  const bound = { interaction: form.interaction ?? '', csrf: form.csrf, person: asking?.person };
  return ann.submit('login/access', { ...bound, decision, ...fields });
}

const decide = async (decision: Decision) => portal.decide(await portal.only(), decision);

describe('asking on the page for people without access (decision 023)', () => {
  it('sends the reason, and then says that nobody has decided', async () => {
    expect(await hasForm()).toBe(true);
    const response = await press('request', { reason: ' March\r\nis near ' });
    expect(new URL(locationOf(response)).pathname).toBe('/login/access');
    expect(await portal.requests()).toEqual([
      expect.objectContaining({ username: 'ann', clientId: 'ledger', reason: 'March\nis near', state: 'pending' }),
    ]);
    expect(await html()).toContain('You asked for access just now. Nobody has decided yet.');
    expect(await hasForm()).toBe(false);
  });

  it('says when the person asked', async () => {
    await portal.ask('ann', 'ledger');
    const { provider } = portal;
    const later = { ...provider.context(), now: new Date(provider.context().now.getTime() + 10 * 60_000) };
    const text = renderToStaticMarkup(<NoAccessView locale="en" model={await shown(later)} />);
    expect(text).toContain('You asked 10 minutes ago. Nobody has decided yet.');
  });

  it.each([
    ['with', 'Ask Otto', 'Your request was declined on January 1, 2026: Ask Otto'],
    ['without', null, 'Your request was declined on January 1, 2026.'],
  ])('says that it was declined, %s a reason, and whom to ask', async (_, note, text) => {
    await portal.ask('ann', 'ledger');
    await decide({ kind: 'decline', note });
    const plain = (await html()).replace(/[\u2066-\u2069]/g, '');
    expect(plain).toContain(text);
    expect(plain).toContain('Ask your administrator.');
    expect(await hasForm()).toBe(false);
  });

  it('sends nothing beyond a limit, and shows whom to ask', async () => {
    const form = await shown();
    await portal.ask('ann', 'ledger');
    await decide({ kind: 'decline', note: null });
    const { interaction, csrf } = form.form;
    const fields = { interaction: interaction ?? '', csrf, person: form.asking?.person, decision: 'request' };
    expect(new URL(locationOf(await ann.submit('login/access', fields))).pathname).toBe('/login/access');
    expect(await portal.requests()).toHaveLength(1);
    expect(await html()).toContain('Ask your administrator.');
  });

  it.each([
    ['500 characters', 'x'.repeat(500), true],
    ['501 characters', 'x'.repeat(501), false],
    ['hidden characters', 'a\u202eb', false],
    ['none', '', true],
  ])('takes a reason of %s: %s', async (_, reason, isTaken) => {
    const response = await press('request', { reason });
    expect(await portal.requests()).toHaveLength(isTaken ? 1 : 0);
    expect(new URL(locationOf(response)).searchParams.get('problem')).toBe(isTaken ? null : 'reason');
    const opened = await noAccessPage.open(portal.provider.context(), {
      ...asked(response),
      one: (name) => new URL(locationOf(response)).searchParams.get(name),
    });
    if (opened.page !== 'read') throw new Error(opened.page);
    const drawn = renderToStaticMarkup(opened.draw({ locale: 'en', host: 'op.test' }));
    expect(drawn.includes('id="reason-error"')).toBe(!isTaken);
  });

  it.each([
    ['for everyone', { access: 'everyone' }],
    ['without approvers', { approver_groups: [] }],
  ])('is refused at a client %s', async (_, settings) => {
    const { form } = await shown();
    await portal.configureClient('ledger', settings);
    const fields = { interaction: form.interaction ?? '', csrf: form.csrf, decision: 'request' };
    expect((await ann.submit('login/access', fields)).status).toBe(400);
    expect(await portal.requests()).toEqual([]);
  });

  it('asks in the name of nobody but the person who saw the page (security #190)', async () => {
    const { form, asking } = await shown();
    const fields = { interaction: form.interaction ?? '', csrf: form.csrf, decision: 'request' };
    expect((await ann.submit('login/access', fields)).status).toBe(403);
    await ann.submit('login', { ...fields, username: 'bob', password, decision: 'sign_in' });
    expect((await shown()).user.username).toBe('bob');
    expect((await ann.submit('login/access', { ...fields, person: asking?.person })).status).toBe(403);
    expect(await portal.requests()).toEqual([]);
    await press('request');
    expect(await portal.requests()).toEqual([expect.objectContaining({ username: 'bob' })]);
  });

  it('asks for nothing that the person has by now', async () => {
    const { form, asking } = await shown();
    await portal.provider.configure({ users: [{ username: 'ann', groups: ['audit'] }] });
    const { interaction, csrf } = form;
    const fields = { interaction: interaction ?? '', csrf, person: asking?.person, decision: 'request' };
    await ann.submit('login/access', fields);
    expect(await portal.requests()).toEqual([]);
    expect(await shown()).toMatchObject({ isGranted: true, asking: null });
  });

  it('continues to the client once it is approved', async () => {
    await press('request');
    await decide({ kind: 'approve', role: 'admin', until: null });
    expect(answerOf(await press('continue'))).toHaveProperty('code');
  });

  it('says when access that was given ended', async () => {
    await portal.ask('ann', 'ledger');
    await decide({ kind: 'approve', role: 'admin', until: { day: '2026-01-01' } });
    const later = { ...portal.provider.context(), now: new Date('2026-01-02T00:00:00Z') };
    portal.provider.advance(dayMs / 2000);
    const way = await ann.get(authorizeRequest({ client_id: 'ledger' }).path);
    page = locationOf(way).includes('/login?') ? await ann.signIn(way, 'ann') : way;
    const model = await shown(later);
    expect(model.endedAt).toEqual(new Date('2026-01-01T23:59:59.999Z'));
    expect(model.asking?.mayAsk).toBe(true);
  });

  it('costs one statement more', async () => {
    const statements = async () => {
      const { db, count } = countStatements(portal.provider.context().db);
      await shown({ ...portal.provider.context(), db });
      return count();
    };
    const withRequests = await statements();
    await portal.configureClient('ledger', { approver_groups: [] });
    expect(withRequests).toBe((await statements()) + 1);
  });
});
