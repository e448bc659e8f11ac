import type { AdminContext } from './admin-context';
import { objectPath } from './object-path';
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
