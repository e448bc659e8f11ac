import { expect, it } from 'vitest';
import { isPermitted } from '#lib/admin/access/permission';
import { createFormToken } from '#lib/admin/access/principal';
import type { AdminContext } from '#lib/admin/admin-context';
import { readFlash } from '#lib/admin/flash/flash-cookie';
import type { AdminFormState } from '#lib/admin/form-state';
import type { Action, Names } from '#lib/admin/kit/define-action';
import type { AuditEventType } from '#lib/audit/event';
import { listEvents } from '#lib/audit/event-store';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { actAs, findSessionPrincipal } from './administrator';
import { authorizeRequest, createPerson, locationOf, password } from './person';
import { type FormFields, issuer, type TestProvider } from './provider';
import { cookieHeaderOf } from './sign-out';

/** One administrator of each role, for the configuration of a test with testAction(). */
export const administrators = (['owner', 'editor', 'auditor'] as const).map((role) => ({
  username: role,
  password,
  admin: role,
}));

/** An administrator's browser. */
type Administrator = {
  /** The message that the next page will show. */
  readonly flash: () => Promise<string | undefined>;
  /** Posts the form of an action with the token of the session. */
  readonly send: (path: string, fields: FormFields, headers?: HttpRequest['headers']) => Promise<HttpResponse>;
};

/** Signs an administrator in to the area. */
export async function signInToArea(provider: TestProvider, username: string): Promise<Administrator> {
  const person = createPerson(provider);
  await person.signIn(await person.get(authorizeRequest().path), username);
  const principalNow = () => findSessionPrincipal(cookieHeaderOf(person), provider.context());
  return {
    flash: async () => {
      const principal = (await principalNow()) ?? expect.fail('nobody is signed in');
      return (await readFlash(cookieHeaderOf(person), principal, provider.context().settings))?.text;
    },
    send: async (path, fields, headers) => {
      const context = provider.context();
      const principal = await principalNow();
      const csrf = principal === null ? '' : createFormToken(principal, context);
      return person.submit(path.slice(1), { csrf, ...fields }, headers);
    },
  };
}

/** What the form is shown with, if the answer is its page again. */
export function shownAgain({ again }: HttpResponse): Partial<AdminFormState> {
  return again?.state ?? expect.fail('the form was not shown again');
}

type Tried = {
  readonly provider: () => TestProvider;
  /** Names an object that the action can be done to. */
  readonly names?: (admin: AdminContext) => Promise<Names>;
  /** Its own fields, with values that go well. */
  readonly fields?: FormFields | ((admin: AdminContext) => Promise<FormFields>);
  /** The event, if the action does not name one. */
  readonly event?: AuditEventType;
  /** How often it was done, if no event tells. */
  readonly count?: () => Promise<number>;
  /** The page with the form, if it is not that of its path. */
  readonly page?: (names: Names) => string;
} & (
  | {
      /** The message after it, or a matcher of it. */
      readonly says: string;
    }
  | {
      /** What the page shows after it, and only once. */
      readonly shows: string;
    }
);

/**
 * The outcomes of an action, through its form: who may not, what is asked, and what is done. Every action has this test
 * (lib/admin/actions.test.ts).
 */
export function testAction(
  action: Action,
  { provider, names = async () => ({}), fields = {}, page, ...tried }: Tried,
): void {
  const type = action.event ?? tried.event;
  const noteField = action.note === undefined ? 'reason' : `reason_${action.note}`;
  const lower = administrators.filter(({ admin }) => !isPermitted(admin, action.permission));

  /** Its question, its address, and the form that answers the question. */
  async function prepare() {
    const admin = await actAs(provider(), 'owner');
    const found = await names(admin);
    const { question, typed } = await action.ask(admin, found);
    const own = typeof fields === 'function' ? await fields(admin) : fields;
    const address = action.addressOf(found);
    return {
      question,
      address,
      shownAt: page?.(found) ?? address,
      form: { ...own, ...(typed !== null && { typed }) },
      typed,
    };
  }
  const events = () => listEvents(provider().context().db, { types: [type ?? expect.fail('no event is named')] }, 50);
  const count = tried.count ?? (async () => (await events()).length);

  it(`${action.path} asks with a verb, and says what cannot be found`, async () => {
    const { question, form } = await prepare();
    if (action.asks) {
      expect(question?.title).toMatch(/^[A-Z][^.]*\?$/);
      expect(question).not.toHaveProperty('refused');
    }
    const nothing = Object.fromEntries([...action.path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => [name, 'none']));
    if (Object.keys(nothing).length === 0) return;
    const answer = await (await signInToArea(provider(), 'owner')).send(action.addressOf(nothing), form);
    expect(shownAgain(answer)).toMatchObject({ problem: 'not_found' });
  });

  it(`${action.path} is refused from elsewhere, and without the token of its page (security #100)`, async () => {
    const { address, form } = await prepare();
    const before = await count();
    const owner = await signInToArea(provider(), 'owner');
    expect((await owner.send(address, form, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await owner.send(address, form, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await owner.send(address, { ...form, csrf: ['a', 'b'] })).status).toBe(400);
    const again = shownAgain(await owner.send(address, { ...form, csrf: 'x', [noteField]: 'why' }));
    expect(again).toMatchObject({
      problem: 'forbidden',
      values: { [noteField]: ['why'] },
      csrf: expect.stringMatching(/.{20}/),
    });
    expect(await count()).toBe(before);
  });

  it(`${action.path} is refused for every lower role, which is recorded (security #155)`, async () => {
    const { address, form } = await prepare();
    const before = await count();
    for (const { username } of lower) {
      const answer = await (await signInToArea(provider(), username)).send(address, form);
      expect(shownAgain(answer)).toMatchObject({ problem: 'forbidden' });
    }
    const refusals = await listEvents(provider().context().db, { types: ['administration.refused'] }, 50);
    expect(refusals.map(({ actorName }) => actorName)).toEqual(
      expect.arrayContaining(lower.map(({ username }) => username)),
    );
    expect(await count()).toBe(before);
  });

  it(`${action.path} leads people without a session to the sign-in, with what they typed`, async () => {
    const { address, shownAt, form } = await prepare();
    const answer = await createPerson(provider()).submit(address.slice(1), { ...form, [noteField]: 'why' });
    const { pathname, searchParams } = new URL(locationOf(answer));
    expect([pathname, searchParams.get('to')]).toEqual(['/admin/sign-in', shownAt]);
    expect(searchParams.get('answer')).toMatch(/.{40}/);
  });

  it(`${action.path} explains at its fields what is wrong, and keeps what was typed`, async () => {
    const { address, form, typed } = await prepare();
    const before = await count();
    const owner = await signInToArea(provider(), 'owner');
    const confirmed = { confirm_password: password };
    const long = shownAgain(await owner.send(address, { ...form, ...confirmed, [noteField]: 'x'.repeat(301) }));
    expect(long).toMatchObject({ problem: 'invalid', fields: [{ field: noteField, code: 'too_big' }] });
    expect(long.values).toMatchObject(
      Object.fromEntries(Object.entries(form).map(([name, value]) => [name, [value].flat()])),
    );
    if (typed !== null) {
      const wrong = shownAgain(await owner.send(address, { ...form, ...confirmed, typed: 'yes' }));
      expect(wrong).toMatchObject({ fields: [{ field: 'typed', code: 'not_the_name', facts: { expected: typed } }] });
    }
    expect(await count()).toBe(before);
  });

  it(`${action.path} needs its proof, is done by one POST, and is recorded with the note (decision 021)`, async () => {
    const { address, form } = await prepare();
    const before = await count();
    const owner = await signInToArea(provider(), 'owner');
    const why = 'a laptop was stolen';
    const note = { [noteField]: why };
    if (action.proof !== 'none') {
      provider().advance(31 * 60);
      expect(shownAgain(await owner.send(address, { ...form, ...note }))).toMatchObject({ problem: 'reauthenticate' });
      const wrong = await owner.send(address, { ...form, ...note, confirm_password: 'wrong' });
      expect(shownAgain(wrong)).toMatchObject({ problem: 'reauthenticate', values: { [noteField]: [why] } });
      expect(JSON.stringify(shownAgain(wrong))).not.toContain('confirm_password');
      expect(await count()).toBe(before);
    }
    const answer = await owner.send(address, { ...form, ...note, confirm_password: password });
    if ('says' in tried) {
      expect(locationOf(answer)).toMatch(`${issuer}/admin`);
      expect(await owner.flash()).toEqual(tried.says);
    } else expect(shownAgain(answer).result).toHaveProperty(tried.shows);
    if (tried.count !== undefined) return expect(await count()).toBe(before + 1);
    const [event] = await events();
    expect(event).toMatchObject({ actorName: 'owner' });
    expect(event?.details).toContain(why);
  });
}
