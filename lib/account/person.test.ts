import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#lib/context';
import { form } from '#lib/forms/form';
import { once, text } from '#lib/forms/read-posted';
import { wording } from '#lib/i18n/translate';
import type { Route } from '#lib/protocol/route';
import { answerKept, signInToAccount } from '#lib/testing/account';
import { fixtures } from '#lib/testing/fixtures';
import { createPerson, locationOf } from '#lib/testing/person';
import { createTestProvider, type FormFields, issuer, type TestProvider } from '#lib/testing/provider';
import { cookieHeaderOf } from '#lib/testing/sign-out';
import { findAccountAnswer, openAnswer, sealAnswer } from './account-answer';
import { accountFormToken, done, fresh, person, type SignedIn } from './person';

let provider: TestProvider;
beforeAll(async () => {
  provider = await createTestProvider(fixtures);
});
afterAll(() => provider.close());

const said = wording('account.name.done');
const path = '/account/email/submit';

const asking = form(path, {
  who: person,
  proof: 'none',
  fields: { decision: text(20), id: text(20) },
  handle: async (post, _, __, context) => {
    const confirm = { heading: wording('account.profile.name'), text: said, button: wording('action.save') };
    return post.isConfirmed ? done(said, post, context) : { again: { confirm } };
  },
});

/** What the handlers of the next two forms got. */
const got: object[] = [];
const fields = { email: text(100), new_password: once(100) };
const handle = async (post: SignedIn, _: unknown, __: unknown, context: Context) => {
  got.push(post);
  return done(said, post, context);
};
const open = form(path, { who: person, proof: 'none', fields, handle });
const guarded = form(path, { who: person, proof: fresh, fields, handle });

/** Posts directly to a handler. */
async function post({ handler }: Route, holder: Awaited<ReturnType<typeof signInToAccount>>, fields: object) {
  const csrf = accountFormToken(await holder.session(), provider.context());
  const headers = {
    origin: issuer,
    'content-type': 'application/x-www-form-urlencoded',
    cookie: cookieHeaderOf(holder),
  };
  const body = new URLSearchParams({ csrf, ...fields }).toString();
  const request = { method: 'POST', path, query: '', clientAddress: '192.0.2.1' };
  const response = await handler({ ...request, headers, body }, provider.context());
  for (const line of [response.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    holder.cookies.set(name, value);
  }
  return response;
}

describe('a form of the account', () => {
  it('has a proof for the writers only if it requires a fresh sign-in (security #190)', async () => {
    const holder = await signInToAccount(provider);
    const { sub } = await holder.session();
    await post(open, holder, {});
    await post(guarded, holder, {});
    provider.advance(301);
    await post(open, holder, {});
    await post(guarded, holder, {});
    const proofs = got.map((given) => ('proof' in given ? given.proof : null));
    expect(proofs).toEqual([null, { kind: 'person', sub }, null]);
  });

  it.each([
    ['from another site', { origin: 'https://evil.test' }],
    ['from a sibling domain', { origin: 'https://x.op.test' }],
    ['without Origin', { origin: undefined }],
    ['with an opaque Origin', { origin: 'null' }],
  ])('is refused %s (security #100)', async (_, headers) => {
    const holder = await signInToAccount(provider);
    expect((await holder.send('account/name', { name: 'Mallory' }, headers)).status).toBe(403);
    expect((await holder.session()).user.claims.name).not.toBe('Mallory');
  });

  it('is refused as plain text, and with a repeated field (security #100)', async () => {
    const holder = await signInToAccount(provider);
    expect((await holder.send('account/name', { name: 'A' }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await holder.send('account/name', { name: ['A', 'B'] })).status).toBe(400);
  });

  it('is refused with the token of another session, even of the same person (security #100)', async () => {
    const [holder, other] = [await signInToAccount(provider), await signInToAccount(provider)];
    const csrf = accountFormToken(await other.session(), provider.context());
    for (const token of ['', 'x', csrf]) {
      expect((await holder.send('account/name', { csrf: token, name: 'Mallory' })).status).toBe(403);
    }
  });

  it('of another session leads back to its page, which has a new token', async () => {
    const holder = await signInToAccount(provider);
    const { status, body } = await holder.send('account/name', { csrf: 'of another session', name: 'Mallory' });
    expect([status, body]).toEqual([403, expect.stringContaining('href="/account/name"')]);
  });

  /** Ends the session of a person while a form is open, and sends the form. */
  async function sendLate(page: string, fields: FormFields) {
    const holder = await signInToAccount(provider);
    const { sid, sub, csrf } = await holder
      .session()
      .then((session) => ({ ...session, csrf: accountFormToken(session, provider.context()) }));
    const { db, now } = provider.context();
    await db.session.update({ where: { sid }, data: { endedAt: now } });
    return { holder, sub, answer: await holder.submit(page, { csrf, ...fields }) };
  }

  it('leads from an ended session to the sign-in, and from there to the page with what was typed (security #104)', async () => {
    const { holder, sub, answer } = await sendLate('account/name', { name: 'Alice L.', new_password: 'a secret' });
    expect(locationOf(answer)).toMatch(/^https:\/\/op\.test\/account\/sign-in\?to=%2Faccount%2Fname&answer=[\w.-]+$/);
    const back = new URL(locationOf(await holder.signIn(await holder.get(locationOf(answer).slice(issuer.length)))));
    expect(back.pathname).toBe('/account/name');
    const reader = { sub, path: '/account/name', cookieHeader: cookieHeaderOf(holder) };
    const read = (changes: object) =>
      findAccountAnswer(back.searchParams.get('answer') ?? '', { ...reader, ...changes }, provider.context());
    expect(read({})).toEqual({ kind: 'typed', typed: { name: 'Alice L.' } });
    expect(read({ path: '/account/username' })).toBeNull();
    expect(read({ cookieHeader: cookieHeaderOf(await signInToAccount(provider)) })).toBeNull();
  });

  it('asks for the second factor at that sign-in already, if the page needs one', async () => {
    const { answer } = await sendLate('account/email', { email: 'new@example.com' });
    expect(new URL(locationOf(answer)).searchParams.get('factors')).toBe('1');
  });

  it.each([
    ['account/name', { name: '' }, '/account/name'],
    ['account/notices', { notices: '1' }, '/account'],
  ])('%s leads from an ended session to the page that has the form', async (page, fields, path) => {
    const { answer } = await sendLate(page, fields);
    expect(locationOf(answer)).toBe(`${issuer}/account/sign-in?to=${encodeURIComponent(path)}`);
  });

  it('asks for a new sign-in, and keeps what was typed (security #183)', async () => {
    const holder = await signInToAccount(provider);
    provider.advance(2 * 3600);
    const login = await post(guarded, holder, { email: 'new@example.com', new_password: 'a secret' });
    expect(locationOf(login)).toMatch(/^https:\/\/op\.test\/login\?interaction=/);
    const row = await provider.context().db.portalSignIn.findFirstOrThrow({ where: { area: '/account/email' } });
    expect(row).toMatchObject({ again: true, changesFactors: true });
    const back = await holder.signIn(login);
    const { sub } = await holder.session();
    const { path: page, kept } = answerKept(provider, back, sub);
    expect([page, kept]).toEqual(['/account/email', { kind: 'typed', typed: { email: 'new@example.com' } }]);
    expect(answerKept(provider, back, 'somebody-else').kept).toBeNull();
  });

  it('asks for confirmation once, with the same fields', async () => {
    const holder = await signInToAccount(provider);
    const question = await post(asking, holder, { decision: 'remove', id: '7' });
    const { sub } = await holder.session();
    const { path: page, kept } = answerKept(provider, question, sub);
    expect(page).toBe('/account/email');
    expect(kept).toMatchObject({ kind: 'confirm', fields: { decision: 'remove', id: '7' } });
    const confirmed = await post(asking, holder, { decision: 'remove', id: '7', confirmed: '1' });
    expect(answerKept(provider, confirmed, sub).kept).toMatchObject({ kind: 'done' });
  });
});

describe('the outcome that a form leaves for its page', () => {
  const place = { sub: 'sub', path: '/account' };
  const kept = { kind: 'done', words: { ...said, values: {} } } as const;

  it('is read only by that page, for the same person, for 15 minutes', () => {
    const context = provider.context();
    const text = sealAnswer(kept, place, context);
    expect(openAnswer(text, place, context)).toMatchObject({ kind: 'done' });
    expect(openAnswer(text, { ...place, path: '/account/name' }, context)).toBeNull();
    expect(openAnswer(text, { ...place, sub: 'other' }, context)).toBeNull();
    const later = { ...context, now: new Date(context.now.getTime() + 900_000) };
    expect(openAnswer(text, place, later)).toBeNull();
  });

  it.each([undefined, '', 'made-up', 'v2.x.y', 'x'.repeat(9000)])('cannot be forged: %j', (text) => {
    expect(openAnswer(text, place, provider.context())).toBeNull();
  });
});

describe('the sign-in to the account', () => {
  it('offers a signed-in person the choice of another account', async () => {
    const holder = await signInToAccount(provider);
    const answer = await holder.get('/account/sign-in?to=%2Faccount%2Fapps&choose=1');
    expect(locationOf(answer)).toMatch(/^https:\/\/op\.test\/login\?interaction=[^&]+&account=choose$/);
  });

  it('never redirects to another site (security #134)', async () => {
    const person = createPerson(provider);
    const login = await person.get('/account/sign-in?to=https%3A%2F%2Fevil.test%2Faccount');
    expect(locationOf(await person.signIn(login))).toBe(`${issuer}/account`);
  });
});
