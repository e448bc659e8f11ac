import { actorOf } from '#lib/admin/audit/read';
import type { ActorPaths, PastActor } from '#lib/admin/find-actor-paths';
import { texts as historyTexts } from '#lib/admin/history/texts';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Absent, EntryName } from './list/list-table';

type AuthorProps = { readonly actor: PastActor; readonly paths: ActorPaths };

/** The author by the name they had then. A link leads to their page, which has the ID, if they still exist. */
export function Author({ actor, paths }: AuthorProps) {
  const name = authorOf({ actor });
  if (name === null) return <Absent text={adminTexts.shell.list.nothing} />;
  const { id } = actor;
  const href = paths.get(id ?? '') ?? null;
  return <EntryName href={href} name={name} id={href !== null || id === name ? null : id} />;
}

/** The author of a revision, by the name they had then. Null if nobody made it. */
export function authorOf({ actor }: { readonly actor: PastActor }): string | null {
  if (actor.kind === 'start') return null;
  return actorOf({ actorKind: actor.kind, actorId: actor.id, actorName: actor.name });
}

/** The means by which a revision was made, in words. */
export function sourceOf(source: string): string {
  const { sources } = historyTexts;
  return new Map<string, string>(Object.entries(sources)).get(source) ?? source;
}
