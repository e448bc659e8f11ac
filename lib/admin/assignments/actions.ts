import { createId } from '#lib/crypto/random';
import { text } from '#lib/forms/read-posted';
import type { AdminContext } from '../admin-context';
import { AdminError, notFound } from '../admin-error';
import { readUnassignEffects } from '../configuration/read-effects';
import { apiPath, clientPath } from '../entries/entry-path';
import { atUntil, checkPasted, getTyped, pastedNames, readEnd } from '../groups/actions';
import { findPeople } from '../groups/read';
import { type Action, defineAction, type Names } from '../kit/define-action';
import { userPath } from '../users/feature';
import { getUser, mayChange } from '../users/read';
import { assign, mayAssign, noAssignment, unassign, unassignAll } from './change-assignments';
import { listEndings } from './people';
import { readAssignments } from './read';
import { assignmentText, texts } from './texts';

/** The client of a path. @throws AdminError `not_found`, also for who may not change who uses it */
async function findClientNamed(admin: AdminContext, { client_id: clientId = '' }: Names) {
  const client = admin.snapshot.clients.get(clientId);
  if (client === undefined || !mayAssign(admin, client)) throw notFound();
  return { clientId, name: client.clientName ?? clientId };
}

/** The user of a path. @throws AdminError `not_found`, also for who may not change them */
async function findUserNamed(admin: AdminContext, { sub = '' }: Names) {
  const user = await getUser(admin, sub);
  if (!mayChange(admin.principal, user)) throw notFound();
  return user;
}

/** An assignment of a path, with its person. @throws AdminError `not_found` */
async function findAssignment(admin: AdminContext, names: Names) {
  const user = await findUserNamed(admin, names);
  const found = (await readAssignments(admin, user.sub)).find(({ id }) => id === names.id);
  if (found === undefined) throw noAssignment();
  const client = admin.snapshot.clients.get(found.client ?? '');
  if (client !== undefined && !mayAssign(admin, client)) throw noAssignment();
  return { user, assignment: found, place: client?.clientName ?? found.client ?? found.api ?? '' };
}

/** A role of a form. Empty for none. */
function roleOf(typed: string): string | null {
  return typed === '' ? null : typed;
}

type Place = { readonly clientId: string | null; readonly api: string | null };

/** The fields of views/assign-form.tsx. */
const assignFields = { user: text(400), role: text(400), until: text(20) };

async function assignTyped(
  admin: AdminContext,
  place: Place,
  { user, role, until }: { readonly [name in keyof typeof assignFields]: string },
) {
  const { sub, username } = await getTyped(admin, user, 'user');
  const expiresAt = readEnd(until);
  await atUntil(() => assign(admin, { sub, ...place, role: roleOf(role), expiresAt }));
  return { username, role: roleOf(role) };
}

export const assignInClient = defineAction({
  path: 'clients/[client_id]/people/assign',
  link: texts.assign.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'clients/[client_id]/people',
  note: 'assignment',
  target: findClientNamed,
  fields: assignFields,
  event: 'role.assigned',
  run: (admin, { clientId }, typed) => assignTyped(admin, { clientId, api: null }, typed),
  done: ({ clientId, name }, { username, role }) => ({
    goTo: clientPath(clientId, 'people'),
    say: texts.assign.done(username, role, name),
  }),
});

export const endInClient = defineAction({
  path: 'clients/[client_id]/people/[sub]/[id]/end',
  link: texts.end.link,
  permission: 'edit',
  proof: 'sudo',
  target: async (admin, names) => {
    const found = await findAssignment(admin, names);
    if (found.assignment.client !== names.client_id) throw noAssignment();
    return { ...found, clientId: names.client_id ?? '' };
  },
  question: async ({ user, assignment, place, clientId }, admin) => ({
    ...endQuestion(user.username, assignmentText(assignment.role), place),
    risks: (await readUnassignEffects(admin, user.sub, assignment.id)).lines,
    parent: { label: place, href: clientPath(clientId, 'people') },
  }),
  event: 'role.unassigned',
  run: (admin, { user, assignment }) => unassign(admin, user.sub, assignment.id),
  done: ({ user, assignment, place, clientId }) => ({
    goTo: clientPath(clientId, 'people'),
    say: texts.end.done(user.username, assignmentText(assignment.role), place),
  }),
});

function endQuestion(username: string, what: string, place: string) {
  const { title, text: about, button } = texts.end;
  return { title: title(username, what, place), text: about, button };
}

export const assignToUser = defineAction({
  path: 'users/[sub]/assign',
  link: texts.assign.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'users/[sub]/access',
  note: 'assignment',
  target: findUserNamed,
  fields: { client: text(600), api: text(400), role: text(400), assigned_until: text(20) },
  event: 'role.assigned',
  run: async (admin, { sub }, { client, api, role, assigned_until: until }) => {
    const place = { clientId: client === '' ? null : client, api: api === '' ? null : api };
    checkPlace(admin, place);
    const expiresAt = readEnd(until, 'assigned_until');
    await atUntil(() => assign(admin, { sub, ...place, role: roleOf(role), expiresAt }), 'assigned_until');
    return { role: roleOf(role), place: client || api };
  },
  done: ({ sub, username }, { role, place }) => ({
    goTo: userPath(sub, 'access'),
    say: texts.assign.done(username, role, place),
  }),
});

/** @throws AdminError `invalid` at the field of a client or an API that does not exist, or if there are both or none */
function checkPlace({ snapshot }: AdminContext, place: Place) {
  const { clientId, api } = place;
  const { oneOf, noClient, noApi } = texts.user;
  const wrong = (field: string, code: string, message: string) =>
    new AdminError('invalid', message, [{ field, code, message, facts: { name: api ?? clientId ?? '' } }]);
  if ((clientId === null) === (api === null)) throw wrong('client', 'client_or_api', oneOf);
  if (clientId !== null && !snapshot.clients.has(clientId)) throw wrong('client', 'client_unknown', noClient);
  if (api !== null && !snapshot.apis.has(api)) throw wrong('api', 'api_unknown', noApi);
}

export const endOfUser = defineAction({
  path: 'users/[sub]/assignments/[id]/end',
  link: texts.end.link,
  permission: 'edit',
  proof: 'sudo',
  target: findAssignment,
  question: async ({ user, assignment, place }, admin) => ({
    ...endQuestion(user.username, assignmentText(assignment.role), place),
    risks: (await readUnassignEffects(admin, user.sub, assignment.id)).lines,
    parent: { label: user.username, href: userPath(user.sub, 'access') },
  }),
  event: 'role.unassigned',
  run: (admin, { user, assignment }) => unassign(admin, user.sub, assignment.id),
  done: ({ user, assignment, place }) => ({
    goTo: userPath(user.sub, 'access'),
    say: texts.end.done(user.username, assignmentText(assignment.role), place),
  }),
});

/** Ends what some people were given in a client: first who that would be, then the change, as one act. */
export const endManyInClient = defineAction({
  path: 'clients/[client_id]/people/end',
  link: texts.many.review,
  permission: 'edit',
  proof: 'sudo',
  target: findClientNamed,
  fields: { people: text(600_000), step: text(10) },
  event: 'role.unassigned',
  run: async (admin, { clientId }, { people: typed, step }) => {
    const pasted = pastedNames(typed);
    checkPasted(pasted);
    const { people, unknown, ambiguous } = await findPeople(admin.db, pasted);
    const review = await listEndings(admin, clientId, people);
    const batch = createId();
    if (step === 'write') {
      for (const subs of review.batches) await unassignAll(admin, { clientId, subs, batch });
    }
    return { review, unknown, ambiguous, isWritten: step === 'write' };
  },
  done: (_, { review: { batches: ___, ...lists }, unknown, ambiguous, isWritten }) => {
    const shown = Object.entries({ ...lists, unknown, ambiguous }).map(([kind, names]) => [kind, names.join('\n')]);
    const result: Record<string, string> = { ...Object.fromEntries(shown), written: isWritten ? '1' : '' };
    return { again: { result } };
  },
});

/** The API of a path. @throws AdminError `not_found` */
async function findApiNamed({ snapshot }: AdminContext, { name = '' }: Names) {
  const api = snapshot.apis.get(name);
  if (api === undefined) throw notFound();
  return { name, displayName: api.displayName ?? name };
}

export const assignInApi = defineAction({
  path: 'apis/[name]/roles/assign',
  link: texts.assign.submit,
  permission: 'edit',
  proof: 'sudo',
  page: 'apis/[name]/roles',
  note: 'assignment',
  target: findApiNamed,
  fields: assignFields,
  event: 'role.assigned',
  run: (admin, { name: api }, typed) => assignTyped(admin, { clientId: null, api }, typed),
  done: ({ name, displayName }, { username, role }) => ({
    goTo: apiPath(name, 'roles'),
    say: texts.assign.done(username, role, displayName),
  }),
});

export const clientAssignmentActions: readonly Action[] = [assignInClient, endInClient, endManyInClient];
export const userAssignmentActions: readonly Action[] = [assignToUser, endOfUser];
export const apiAssignmentActions: readonly Action[] = [assignInApi];
