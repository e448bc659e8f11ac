import { z } from 'zod';
import { storedJsonOr } from '#lib/vocabulary/stored';
import type { Actor, AuditEvent } from './event';

/** The kinds of actors that administer accounts. A client does so through the admin API. */
const administrators: ReadonlySet<string> = new Set<Actor['kind']>(['command_line', 'client']);

/** Whether somebody else than the person did it: an administrator, or a program of theirs. */
export function isByAdministrator(
  { actorKind, actorId }: Pick<AuditEvent, 'actorKind' | 'actorId'>,
  sub: string,
): boolean {
  return administrators.has(actorKind) || (actorKind === 'user' && actorId !== sub);
}

const facts = z.object({ browser: z.string().optional(), factor: z.string().optional() });

/**
 * What a person may read of the details of an event. The rest may name others, or be an administrator's note.
 * @param details as JSON
 */
export function eventFacts(details: string): z.output<typeof facts> {
  return storedJsonOr(facts, details, {});
}
