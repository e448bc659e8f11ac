import type { Client } from '#lib/clients/client';
import { noteUse, type UseKind, useKinds } from '#lib/clients/usage/note-use';
import type { Context } from '#lib/context';
import { noteScopeUses } from '#lib/tokens/scope-uses/note-scope-uses';
import type { LiveToken } from './access-token';

/** The parts of a client that a request used, by kind. */
type Used = Partial<Readonly<Record<Exclude<UseKind, 'client'>, readonly string[]>>>;

/** Records the use of a client, for "last used" in the administration. It does not use the database. */
export function recordClientUse({ clientId }: Pick<Client, 'clientId'>, used: Used, { db, now: at }: Context): void {
  noteUse(db, { clientId, kind: 'client', value: '', at });
  for (const kind of useKinds) {
    for (const value of kind === 'client' ? [] : (used[kind] ?? [])) noteUse(db, { clientId, kind, value, at });
  }
}

/** Records that a client used these scopes of the person of a token. It does not use the database. */
export function recordTokenUse(
  { clientId, user }: LiveToken,
  scope: readonly string[],
  { now: at }: Pick<Context, 'now'>,
): void {
  if (user !== null) noteScopeUses(user.sub, clientId, scope, at);
}
