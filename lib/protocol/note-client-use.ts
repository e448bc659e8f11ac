import type { Client } from '#lib/clients/client';
import { noteUse, type UseKind } from '#lib/clients/usage/note-use';
import type { Context } from './context';

/** What of a client served a request, by kind. */
export type Used = Partial<Readonly<Record<Exclude<UseKind, 'client'>, readonly string[]>>>;

/** Notes that a client was used, and what of it: administrators see when it was last. Touches no database. */
export function noteClientUse(
  { clientId }: Pick<Client, 'clientId'>,
  { secret = [], redirect_uri = [], grant_type = [], scope = [] }: Used,
  { db, now: at }: Context,
): void {
  noteUse(db, { clientId, kind: 'client', value: '', at });
  for (const value of secret) noteUse(db, { clientId, kind: 'secret', value, at });
  for (const value of redirect_uri) noteUse(db, { clientId, kind: 'redirect_uri', value, at });
  for (const value of grant_type) noteUse(db, { clientId, kind: 'grant_type', value, at });
  for (const value of scope) noteUse(db, { clientId, kind: 'scope', value, at });
}
