import { createId } from '#lib/crypto/random';
import { text } from '#lib/forms/read-posted';
import type { Group } from '#lib/groups/group-store';
import { readAdminRole } from '#lib/users/read-user';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { AdminError, notFound } from '../admin-error';
import { readEditEffects, readMemberEffects } from '../configuration/read-effects';
import { createEntry } from '../entries/change-entry';
import { groupPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { type Action, defineAction, type Names } from '../kit/define-action';
import { defineForm } from '../kit/define-form';
import { userPath } from '../users/feature';
import { getUser, mayChange } from '../users/read';
import { changeMembers, checkEnd } from './change-members';
import type { NamedPerson } from './member-store';
import { findGroup, findPeople, getGroup, readMembersAmong } from './read';
import { groupSection } from './section';
import { sourceText, texts } from './texts';

export const createGroupForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const entry = { name, display_name: form.text('display_name') || null };
  const { lines, takesAccess } = await readEditEffects(admin, [{ section: 'groups', key: name, entry }]);
  const flash = savedFlash(await createEntry(admin, groupSection, entry));
  const told = takesAccess ? { ...flash, text: `${flash.text} ${texts.about(lines)}` } : flash;
  return { goTo: groupPath(name), flash: told };
};

export const createGroup = defineForm(
  { path: 'groups/new', permission: 'edit', proof: 'sudo', section: 'groups' },
  createGroupForm,
);

const named = (admin: AdminContext, { name = '' }: Names) => getGroup(admin, name);

/**
 * The instant at which a day is over in UTC. Null for no day.
 * @param field of the form, for the problem
 * @throws AdminError `invalid` for a text that is no day, or the last one that ISO 8601 writes with four digits
 */
export function readEnd(day: string, field = 'until'): Date | null {
  if (day === '') return null;
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  const end = new Date(start + dayMs);
  if (!Number.isNaN(start) && new Date(start).toISOString().startsWith(day) && end.getUTCFullYear() <= 9999) return end;
  const message = 'expected a day, for example 2027-01-31';
  throw new AdminError('invalid', message, [{ field, code: 'unreadable_day', message }]);
}

/** Shows a problem with the end at the field of the form. */
export async function atUntil<Result>(work: () => Promise<Result>, field = 'until'): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('fields' in error) || !Array.isArray(error.fields)) throw error;
    const fields = error.fields.map((one) => (one.field === 'expires_at' ? { ...one, field } : one));
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
    const person = await getTyped(admin, member, 'member');
    const change = { group, add: [person.sub], expiresAt };
    const { added } = await (until === '' ? changeMembers(admin, change) : atUntil(() => changeMembers(admin, change)));
    return { username: person.username, isNew: added.length > 0 };
  },
  done: ({ name }, { username, isNew }) => ({
    goTo: groupPath(name),
    say: (isNew ? texts.add.done : texts.add.same)(username, name),
  }),
});

/**
 * The one person who is meant by a username, a sub or an email address.
 * @throws AdminError `invalid` at the field
 */
export async function getTyped({ db }: AdminContext, typed: string, field: string): Promise<NamedPerson> {
  const { people, ambiguous } = await findPeople(db, typed === '' ? [] : [typed]);
  const [person] = people;
  if (person !== undefined) return person;
  const isShared = ambiguous.length > 0;
  const message = isShared ? texts.add.ambiguous : texts.add.unknown;
  throw new AdminError('invalid', message, [{ field, code: isShared ? 'user_ambiguous' : 'user_unknown', message }]);
}

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
    const provider = admin.snapshot.providers.get(/^provider:(.*)$/.exec(source)?.[1] ?? '');
    const gone = { groupId: group.id, source, expiresAt: null, way: 'remove' } as const;
    return {
      risks: (await readMemberEffects(admin, [sub], gone)).lines,
      title: title(username, group.name),
      text: provider === undefined ? text : texts.remove.provider(provider.displayName),
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

type Change = 'add' | 'remove';

type Asked = { readonly change: Change; readonly people: readonly string[]; readonly until: string };

/** What a list of people means for a group. Nothing is written. */
async function reviewPeople(admin: AdminContext, group: Group, { change, people: typed }: Asked) {
  const { people, unknown, ambiguous } = await findPeople(admin.db, typed);
  const [direct, others] = [new Set<string>(), new Set<string>()];
  for (let start = 0; start < people.length; start += atOnce) {
    const subs = people.slice(start, start + atOnce).map(({ sub }) => sub);
    for (const [sub, own] of await readMembersAmong(admin, group, subs)) {
      for (const { source } of own) (source === 'administrator' ? direct : others).add(sub);
    }
  }
  const isDone = ({ sub }: NamedPerson) => direct.has(sub) === (change === 'add');
  const isAllowed = ({ sub, admin: role }: NamedPerson) =>
    mayChange(admin.principal, { sub, admin: readAdminRole(role) });
  const left = people.filter((one) => !isDone(one));
  const stays = change === 'add' ? [] : people.filter(({ sub }) => others.has(sub));
  return {
    changed: left.filter(isAllowed),
    known: people.filter((one) => isDone(one) && !stays.includes(one)),
    /** Members through a source that this change does not end. */
    stays,
    forbidden: left.filter((one) => !isAllowed(one)),
    unknown,
    ambiguous,
  };
}

/** Reviews a list, and at the second step writes what it means, with one batch in the audit log. */
async function changeMany(admin: AdminContext, group: Group, { step, ...asked }: Asked & { readonly step: string }) {
  checkPasted(asked.people);
  const expiresAt = readEnd(asked.until);
  const review = await reviewPeople(admin, group, asked);
  const batch = createId();
  const written = step === 'write' ? review.changed : [];
  await atUntil(async () => {
    checkEnd(expiresAt, admin.now);
    for (let start = 0; start < written.length; start += atOnce) {
      const subs = written.slice(start, start + atOnce).map(({ sub }) => sub);
      await changeMembers(admin, { group, [asked.change]: subs, expiresAt, batch });
    }
  });
  const subs = review.changed.map(({ sub }) => sub);
  const membership = { groupId: group.id, source: 'administrator', expiresAt, way: asked.change };
  const effects = step === 'write' ? [] : (await readMemberEffects(admin, subs, membership)).lines;
  return { review, effects, group, change: asked.change, until: asked.until, isWritten: step === 'write' };
}

/** The lists of a review, one person on a line, as the field takes them. */
function shownReview({ review, effects, group, change, until, isWritten }: Awaited<ReturnType<typeof changeMany>>) {
  const { unknown, ambiguous, ...named } = review;
  const lists = Object.entries(named).map(([kind, some]) => [kind, some.map(({ username }) => username).join('\n')]);
  const result: Record<string, string> = {
    ...Object.fromEntries(lists),
    unknown: unknown.join('\n'),
    ambiguous: ambiguous.join('\n'),
    effects: effects.join('\n'),
    ...{ group: group.name, change, until, written: isWritten ? '1' : '' },
  };
  return { again: { result } };
}

/** One person on a line. */
export function pastedNames(pasted: string): readonly string[] {
  return [...new Set(pasted.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

const manyFields = { people: text(600_000), until: text(20), step: text(10) };

/** @throws AdminError `invalid` for a list that is too long */
export function checkPasted(people: readonly string[]): void {
  if (people.length <= maximumPasted) return;
  const message = texts.many.tooMany;
  const facts = { limit: maximumPasted };
  throw new AdminError('invalid', message, [{ field: 'people', code: 'too_many', message, facts }]);
}

export const addMembers = defineAction({
  path: 'groups/[name]/add',
  link: texts.many.review,
  permission: 'edit',
  proof: 'sudo',
  target: named,
  fields: manyFields,
  event: 'group.member_added',
  run: (admin, group, { people, ...asked }) =>
    changeMany(admin, group, { ...asked, people: pastedNames(people), change: 'add' }),
  done: (_, result) => shownReview(result),
});

/** Adds people of the list of users to a group, or removes them: see "Add to group" there. */
export const changeGroup = defineAction({
  path: 'users/groups',
  link: texts.many.review,
  permission: 'edit',
  proof: 'sudo',
  target: async () => null,
  fields: { ...manyFields, group: text(400), change: text(10) },
  event: 'group.member_added',
  run: async (admin, _, { people, group: typed, change, ...asked }) => {
    const group = await findTyped(admin, typed);
    const way = change === 'remove' ? 'remove' : 'add';
    return changeMany(admin, group, { ...asked, people: pastedNames(people), change: way });
  },
  done: (_, result) => shownReview(result),
});

/** Adds one person to a group, from the person's page. */
export const joinGroup = defineAction({
  path: 'users/[sub]/join-group',
  link: texts.user.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'users/[sub]/access',
  note: 'group',
  target: async (admin, { sub = '' }) => {
    const user = await getUser(admin, sub);
    if (!mayChange(admin.principal, user)) throw notFound();
    return user;
  },
  fields: { group: text(400), until: text(20) },
  event: 'group.member_added',
  run: async (admin, { sub }, { group: typed, until }) => {
    const group = await findTyped(admin, typed);
    const expiresAt = readEnd(until);
    const { added } = await atUntil(() => changeMembers(admin, { group, add: [sub], expiresAt }));
    return { name: group.name, isNew: added.length > 0 };
  },
  done: ({ sub }, { name, isNew }) => ({
    goTo: userPath(sub, 'access'),
    say: (isNew ? texts.user.done : texts.user.same)(name),
  }),
});

/** @throws AdminError `invalid` at the field of the group */
async function findTyped(admin: AdminContext, name: string): Promise<Group> {
  const group = await findGroup(admin, name);
  if (group !== null) return group;
  const message = texts.bulk.unknown;
  throw new AdminError('invalid', message, [{ field: 'group', code: 'group_unknown', message, facts: { name } }]);
}

export const groupActions: readonly Action[] = [addMember, removeMember, addMembers, changeGroup, joinGroup];
