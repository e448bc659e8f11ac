import { createId } from '#lib/crypto/random';
import { text } from '#lib/forms/read-posted';
import { readAdminRole } from '#lib/users/read-user';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { AdminError, notFound } from '../admin-error';
import { createEntry } from '../entries/change-entry';
import { groupPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { type Action, defineAction, type Names } from '../kit/define-action';
import { defineForm } from '../kit/define-form';
import { getUser, mayChange } from '../users/read';
import { changeMembers, checkEnd } from './change-members';
import { findPeople, getGroup, readMembersAmong } from './read';
import { groupSection } from './section';
import { sourceText, texts } from './texts';

export const createGroupForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const entry = { name, display_name: form.text('display_name') || null };
  const report = await createEntry(admin, groupSection, entry);
  return { goTo: groupPath(name), flash: savedFlash(report) };
};

export const createGroup = defineForm(
  { path: 'groups/new', permission: 'edit', proof: 'sudo', section: 'groups' },
  createGroupForm,
);

const named = (admin: AdminContext, { name = '' }: Names) => getGroup(admin, name);

/**
 * The instant at which a day is over in UTC. Null for no day.
 * @throws AdminError `invalid` for a text that is no day, or the last one that ISO 8601 writes with four digits
 */
export function readEnd(day: string): Date | null {
  if (day === '') return null;
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const end = new Date(start + dayMs);
  if (!Number.isNaN(start) && new Date(start).toISOString().startsWith(day) && end.getUTCFullYear() <= 9999) return end;
  const message = 'expected a day, for example 2027-01-31';
  throw new AdminError('invalid', message, [{ field: 'until', code: 'unreadable_day', message }]);
}

/** Shows a problem with the end at the field of the form. */
async function atUntil<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('fields' in error) || !Array.isArray(error.fields)) throw error;
    const fields = error.fields.map((one) => (one.field === 'expires_at' ? { ...one, field: 'until' } : one));
    throw new AdminError('invalid', error.message, fields, { cause: error });
  }
}

export const addMember = defineAction({
  path: 'groups/[name]/add-member',
  link: texts.add.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'groups/[name]',
  note: 'member',
  target: named,
  fields: { member: text(400), until: text(20) },
  event: 'group.member_added',
  run: async (admin, group, { member, until }) => {
    const expiresAt = readEnd(until);
    const { people, ambiguous } = await findPeople(admin.db, member === '' ? [] : [member]);
    const [person] = people;
    if (person === undefined) {
      const [code, message] =
        ambiguous.length > 0
          ? (['user_ambiguous', texts.add.ambiguous] as const)
          : (['user_unknown', texts.add.unknown] as const);
      throw new AdminError('invalid', message, [{ field: 'member', code, message }]);
    }
    const change = { group, add: [person.sub], expiresAt };
    const { added } = await (until === '' ? changeMembers(admin, change) : atUntil(() => changeMembers(admin, change)));
    return { username: person.username, isNew: added.length > 0 };
  },
  done: ({ name }, { username, isNew }) => ({
    goTo: groupPath(name),
    say: (isNew ? texts.add.done : texts.add.same)(username, name),
  }),
});

export const removeMember = defineAction({
  path: 'groups/[name]/members/[sub]/[source]/remove',
  link: texts.members.remove,
  permission: 'edit',
  proof: 'sudo',
  target: async (admin, { name = '', sub = '', source = '' }) => {
    const group = await getGroup(admin, name);
    const own = (await readMembersAmong(admin, group, [sub])).get(sub) ?? [];
    const membership = own.find((one) => one.source === source);
    if (membership === undefined) throw notFound();
    return { group, membership, others: own.filter((one) => one !== membership) };
  },
  question: async ({ group, membership: { sub, username, source }, others }, admin) => {
    const user = await getUser(admin, sub);
    if (!mayChange(admin.principal, user)) throw notFound();
    const { title, text, button } = texts.remove;
    const provider = /^provider:(.*)$/.exec(source)?.[1];
    return {
      title: title(username, group.name),
      text: provider === undefined ? text : texts.remove.provider(provider),
      ...(others.length > 0 && { about: texts.remove.others(others.map((one) => sourceText(one.source)).join(', ')) }),
      button,
      parent: { label: group.name, href: groupPath(group.name) },
    };
  },
  event: 'group.member_removed',
  run: (admin, { group, membership: { sub, source } }) => changeMembers(admin, { group, remove: [sub], source }),
  done: ({ group, membership }) => ({
    goTo: groupPath(group.name),
    say: texts.remove.done(membership.username, group.name),
  }),
});

const maximumPasted = 5000;
/** The most people in a transaction. */
const atOnce = 500;

/** What a pasted list means for a group. Nothing is written. */
async function reviewPeople(
  admin: AdminContext,
  group: Parameters<typeof readMembersAmong>[1],
  typed: readonly string[],
) {
  const { people, unknown, ambiguous } = await findPeople(admin.db, typed);
  const known = new Set<string>();
  for (let start = 0; start < people.length; start += atOnce) {
    const subs = people.slice(start, start + atOnce).map(({ sub }) => sub);
    for (const [sub, own] of await readMembersAmong(admin, group, subs)) {
      if (own.some(({ source }) => source === 'administrator')) known.add(sub);
    }
  }
  const isAllowed = (one: (typeof people)[number]) =>
    mayChange(admin.principal, { sub: one.sub, admin: readAdminRole(one.admin) });
  return {
    add: people.filter((one) => !known.has(one.sub) && isAllowed(one)),
    known: people.filter(({ sub }) => known.has(sub)),
    forbidden: people.filter((one) => !known.has(one.sub) && !isAllowed(one)),
    unknown,
    ambiguous,
  };
}

export const addMembers = defineAction({
  path: 'groups/[name]/add',
  link: texts.many.review,
  permission: 'edit',
  proof: 'sudo',
  target: named,
  fields: { people: text(600_000), until: text(20), step: text(10) },
  event: 'group.member_added',
  run: async (admin, group, { people: pasted, until, step }) => {
    const typed = [...new Set(pasted.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
    if (typed.length > maximumPasted) {
      const message = texts.many.tooMany;
      throw new AdminError('invalid', message, [
        { field: 'people', code: 'too_many', message, facts: { limit: maximumPasted } },
      ]);
    }
    const expiresAt = readEnd(until);
    const review = await reviewPeople(admin, group, typed);
    const batch = createId();
    const written = step === 'write' ? review.add : [];
    await atUntil(async () => {
      checkEnd(expiresAt, admin.now);
      for (let start = 0; start < written.length; start += atOnce) {
        const add = written.slice(start, start + atOnce).map(({ sub }) => sub);
        await changeMembers(admin, { group, add, expiresAt, batch });
      }
    });
    return { ...review, until, isWritten: step === 'write' };
  },
  done: (_, { add, known, forbidden, unknown, ambiguous, until, isWritten }) => {
    const names = (some: readonly { readonly username: string }[]) => some.map(({ username }) => username).join('\n');
    const lists = {
      add: names(add),
      known: names(known),
      forbidden: names(forbidden),
      unknown: unknown.join('\n'),
      ambiguous: ambiguous.join('\n'),
    };
    return { again: { result: { ...lists, until, written: isWritten ? '1' : '' } } };
  },
});

export const groupActions: readonly Action[] = [addMember, removeMember, addMembers];
