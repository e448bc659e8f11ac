import { isIP } from 'node:net';
import { countMatching } from '#lib/audit/event-store';
import { maskTypedName } from '#lib/audit/typed-name';
import type { AdminContext } from '../admin-context';
import {
  findExact,
  findPicks,
  isCalled,
  onlyOne,
  type PickAnswer,
  type Picked,
  type PickKind,
  resolvePick,
} from '../pick/read';
import { findReference } from '../requests/read';
import type { AuditQuery } from './read';

/** The kinds of things that events can have in common. */
type NamedKind = PickKind | 'address' | 'request' | 'typed_name';

/** One possible meaning of a text, with the parameter and value that find its events. */
export type Choice = {
  readonly kind: NamedKind;
  readonly name: string;
  readonly detail: string | null;
  readonly parameter: 'user' | 'actor' | 'client' | 'target' | 'address' | 'request';
  readonly id: string;
};

/** A text with several possible meanings, or none. */
export type Unclear = {
  readonly parameter: 'q' | 'user' | 'actor' | 'client';
  readonly typed: string;
  readonly choices: readonly Choice[];
};

/** The resolved names of an address. */
export type ResolvedAudit = {
  /** The filters of the address, without the one that the free text replaces. */
  readonly chosen: AuditQuery;
  /** With IDs instead of names, and without the free text. */
  readonly asked: AuditQuery;
  /** The meaning of the free text. */
  readonly found: Choice | null;
  /** The names of the user, actor and client with these IDs. Null if nothing has the ID. */
  readonly names: Readonly<Record<'user' | 'actor' | 'client', string | null>>;
  readonly unclear: Unclear | null;
};

/**
 * Resolves the names in an address of the audit log. Actor and client are compared exactly, because links name them by
 * ID. An ID that no longer exists still finds its own events and no others. A free text replaces the filter of its kind.
 * @returns only the reference, if the text is the reference of a refused request
 */
export async function resolveAudit(
  admin: AdminContext,
  asked: AuditQuery,
): Promise<ResolvedAudit | { readonly reference: string }> {
  const { q } = asked;
  const reference = (await findReference(admin, q)) ?? (await findReference(admin, asked.request));
  if (reference !== null) return { reference };
  const meant = await findMeant(admin, q);
  const found = onlyOne(meant);
  const chosen = found === null ? asked : { ...asked, [found.parameter]: null };
  const user = await findUser(admin, chosen.user);
  const actor = await findActor(admin, chosen.actor);
  const clients = await findClients(admin, chosen.client);
  const client = onlyOne(clients);
  return {
    chosen,
    asked: {
      ...chosen,
      q: null,
      user: user?.id ?? chosen.user,
      actor: actor?.id ?? chosen.actor,
      client: client?.id ?? chosen.client,
      ...(found && { [found.parameter]: found.id }),
    },
    found,
    names: { user: user?.name ?? null, actor: actor?.name ?? null, client: client?.name ?? null },
    unclear:
      unclearOf('q', q, meant) ??
      unclearOf('user', chosen.user, user === null ? [] : [user]) ??
      unclearOf('actor', chosen.actor, actor === null ? [] : [actor]) ??
      unclearOf('client', chosen.client, clients),
  };
}

function unclearOf(parameter: Unclear['parameter'], typed: string | null, choices: readonly Choice[]): Unclear | null {
  return typed === null || onlyOne(choices) !== null ? null : { parameter, typed, choices };
}

/** Finds an actor: the client or user with this ID, otherwise the user with this username. */
async function findActor(admin: AdminContext, typed: string | null): Promise<Choice | null> {
  if (typed === null) return null;
  const client = await findExact(admin, 'client', typed);
  if (client !== null) return { ...toChoice('client', client), parameter: 'actor' };
  const user = await findUser(admin, typed);
  return user && { ...user, parameter: 'actor' };
}

async function findUser(admin: AdminContext, typed: string | null): Promise<Choice | null> {
  const user = typed === null ? null : await findExact(admin, 'user', typed);
  return user && toChoice('user', user);
}

/** Finds the client with this ID, otherwise the clients with this name. */
async function findClients(admin: AdminContext, typed: string | null): Promise<readonly Choice[]> {
  if (typed === null) return [];
  const exact = await findExact(admin, 'client', typed);
  if (exact !== null) return [toChoice('client', exact)];
  const { picks } = await findPicks(admin, 'client', typed);
  return picks.filter((pick) => isCalled(pick, typed)).map((pick) => toChoice('client', pick));
}

/** The parameter for each kind: the events by and about a user, the events at a client, or the events of any other object. */
const parameters = {
  user: 'user',
  client: 'client',
  scope: 'target',
  api: 'target',
  group: 'target',
  provider: 'target',
  tenant: 'target',
} as const;

const kinds = ['user', 'client', 'scope', 'api', 'group', 'provider', 'tenant'] as const;

/** The format of a request ID. */
const requestId = /^[\w-]{16,60}$/;

/** Finds the meaning of a free text: exact matches, otherwise all matches. */
async function findMeant(admin: AdminContext, text: string | null): Promise<readonly Choice[]> {
  if (text === null) return [];
  const choices = await findChoices(admin, text);
  const called = choices.filter((choice) => isCalled(choice, text));
  return called.length > 0 ? called : choices;
}

async function findChoices(admin: AdminContext, text: string): Promise<readonly Choice[]> {
  const plain = { name: text, detail: null, id: text };
  if (isIP(text) !== 0) return [{ ...plain, kind: 'address', parameter: 'address' }];
  const choices: Choice[] = [];
  for (const kind of kinds) {
    const answer = await resolvePick(admin, kind, text);
    choices.push(...picksOf(answer).map((pick) => toChoice(kind, pick)));
  }
  if (choices.length > 0) return choices;
  const attempts = await findAttempts(admin, text);
  if (attempts !== null) return [attempts];
  return requestId.test(text) ? [{ ...plain, kind: 'request', parameter: 'request' }] : [];
}

/** The attempts with a name or address that no account has. Only its masked form is stored, and shown. */
async function findAttempts({ db }: AdminContext, text: string): Promise<Choice | null> {
  const masked = maskTypedName(text);
  if (masked === null || (await countMatching(db, { targetId: masked }, 1)) === 0) return null;
  return { kind: 'typed_name', name: masked, detail: null, parameter: 'target', id: masked };
}

function picksOf(answer: PickAnswer | null): readonly Picked[] {
  if (answer === null) return [];
  if ('picked' in answer) return [answer.picked];
  return answer.problem === 'several' ? answer.picks : [];
}

function toChoice(kind: (typeof kinds)[number], { id, name, detail }: Picked): Choice {
  return { kind, name, detail, id, parameter: parameters[kind] };
}
