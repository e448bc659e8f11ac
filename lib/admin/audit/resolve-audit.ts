import { isIP } from 'node:net';
import type { AdminContext } from '../admin-context';
import { type PickAnswer, type PickKind, resolvePick } from '../pick/find-picks';
import { findReference } from '../requests/find-reference';
import type { AuditQuery } from './read-audit';

/** What events can have in common by a name. */
export type NamedKind = PickKind | 'address' | 'request';

/** One of several things that a text may mean, with the parameter and value by which its events are found. */
export type Choice = {
  readonly kind: NamedKind;
  readonly name: string;
  readonly detail: string | null;
  readonly parameter: 'actor' | 'client' | 'target' | 'address' | 'request';
  readonly id: string;
};

/** A text that is not clear: it means one of these, or nothing. */
export type Unclear = {
  readonly parameter: 'q' | 'actor' | 'client';
  readonly typed: string;
  readonly choices: readonly Choice[];
};

/** What the names in an address mean. */
export type ResolvedAudit = {
  /** With IDs in the place of names, and without the free text. */
  readonly asked: AuditQuery;
  /** What the free text means. */
  readonly found: Choice | null;
  /** The names of actor and client, for their IDs. */
  readonly names: { readonly actor: string | null; readonly client: string | null };
  readonly unclear: Unclear | null;
};

/**
 * What the names in the address of the audit log mean. An ID that nobody has any more still finds its events.
 * @returns the reference alone where the free text is that of a refused request
 */
export async function resolveAudit(
  admin: AdminContext,
  asked: AuditQuery,
): Promise<ResolvedAudit | { readonly reference: string }> {
  const { q, ...others } = asked;
  const reference = (await findReference(admin, q)) ?? (await findReference(admin, asked.request));
  if (reference !== null) return { reference };
  const actor = await resolvePick(admin, 'user', asked.actor);
  const client = await resolvePick(admin, 'client', asked.client);
  const choices = q === null ? [] : await findChoices(admin, q);
  const found = q === null ? null : chooseMeant(q, choices);
  return {
    asked: {
      ...others,
      q: null,
      actor: pickedOf(actor)?.id ?? asked.actor,
      client: pickedOf(client)?.id ?? asked.client,
      ...(found && { [found.parameter]: found.id }),
    },
    found,
    names: { actor: pickedOf(actor)?.name ?? null, client: pickedOf(client)?.name ?? null },
    unclear:
      q !== null && found === null
        ? { parameter: 'q', typed: q, choices }
        : (unclearOf('actor', actor) ?? unclearOf('client', client)),
  };
}

function pickedOf(answer: PickAnswer | null) {
  return answer !== null && 'picked' in answer ? answer.picked : null;
}

function unclearOf(parameter: 'actor' | 'client', answer: PickAnswer | null): Unclear | null {
  if (answer === null || 'picked' in answer) return null;
  const kind = parameter === 'actor' ? 'user' : 'client';
  return { parameter, typed: answer.typed, choices: choicesOf(kind, answer) };
}

/** What somebody did, what happened at a client, what happened to anything else. */
const parameters = { user: 'actor', client: 'client', scope: 'target', provider: 'target', tenant: 'target' } as const;

const kinds = ['user', 'client', 'scope', 'provider', 'tenant'] as const;

/** What the ID of a request looks like. */
const requestId = /^[\w-]{16,60}$/;

async function findChoices(admin: AdminContext, text: string): Promise<readonly Choice[]> {
  const plain = { name: text, detail: null, id: text };
  if (isIP(text) !== 0) return [{ ...plain, kind: 'address', parameter: 'address' }];
  const choices: Choice[] = [];
  for (const kind of kinds) {
    const answer = await resolvePick(admin, kind, text);
    if (answer !== null) choices.push(...choicesOf(kind, answer));
  }
  if (choices.length > 0 || !requestId.test(text)) return choices;
  return [{ ...plain, kind: 'request', parameter: 'request' }];
}

function choicesOf(kind: (typeof kinds)[number], answer: PickAnswer): Choice[] {
  const picks = 'picked' in answer ? [answer.picked] : answer.problem === 'several' ? answer.picks : [];
  return picks.map(({ id, name, detail }) => ({ kind, name, detail, id, parameter: parameters[kind] }));
}

/** The one that is called exactly so, or the only one. */
function chooseMeant(text: string, choices: readonly Choice[]): Choice | null {
  const called = choices.find(({ name, id }) => [name, id].some((one) => one.toLowerCase() === text.toLowerCase()));
  return called ?? (choices.length === 1 ? (choices[0] ?? null) : null);
}
