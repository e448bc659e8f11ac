import type { AdminContext } from './admin-context';
import { features } from './features';
import { findKnownSubs } from './users/list-store';

/** A past actor. `name` is their name at that time. */
export type PastActor = { readonly kind: string; readonly id: string | null; readonly name: string | null };

/** The pages of actors, by their IDs. */
export type ActorPaths = ReadonlyMap<string, string>;

/** The pages of the actors who still exist. It needs one statement for the users among them. */
export async function findActorPaths(
  { db, snapshot }: Pick<AdminContext, 'db' | 'snapshot'>,
  actors: readonly Pick<PastActor, 'kind' | 'id'>[],
): Promise<ActorPaths> {
  const idsOf = (kind: string) =>
    actors.flatMap((actor) => (actor.kind === kind && actor.id !== null ? [actor.id] : []));
  const known: Readonly<Record<string, readonly string[]>> = {
    user: await findKnownSubs(db, [...new Set(idsOf('user'))]),
    client: idsOf('client').filter((id) => snapshot.clients.has(id)),
  };
  return new Map(
    Object.entries(known).flatMap(([kind, ids]) =>
      ids.flatMap((id) => {
        const path = objectPath(kind, id);
        return path === null ? [] : [[id, path] as const];
      }),
    ),
  );
}

/** The pages, by the kind of object that an audit event names. */
const pages: Readonly<Record<string, (id: string) => string>> = Object.assign(
  {},
  ...features.map(({ objects }) => objects),
);

/** The page of an actor or object. Null for a kind without pages. */
export function objectPath(kind: string, id: string): string | null {
  return Object.hasOwn(pages, kind) ? (pages[kind]?.(id) ?? null) : null;
}
