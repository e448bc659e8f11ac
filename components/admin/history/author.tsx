import { actorOf } from '#lib/admin/audit/tell-event';
import type { ActorPaths, PastActor } from '#lib/admin/find-actor-paths';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Absent, EntryName } from '../list/list-table';

type AuthorProps = { readonly actor: PastActor; readonly paths: ActorPaths };

/** Who did it, by the name they had, with their ID; those who are still there have a link to their page. */
export function Author({ actor, paths }: AuthorProps) {
  const name = authorOf({ actor });
  if (name === null) return <Absent text={adminTexts.shell.list.nothing} />;
  const { id } = actor;
  return <EntryName href={paths.get(id ?? '') ?? null} name={name} id={id === name ? null : id} />;
}

/** Who made a revision, by the name they had; null where nobody did. */
export function authorOf({ actor }: { readonly actor: PastActor }): string | null {
  if (actor.kind === 'start') return null;
  return actorOf({ actorKind: actor.kind, actorId: actor.id, actorName: actor.name });
}

/** By what means. */
export function sourceOf(source: string): string {
  const { sources } = adminTexts.history;
  return new Map<string, string>(Object.entries(sources)).get(source) ?? source;
}
