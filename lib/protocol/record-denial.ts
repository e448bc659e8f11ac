import { recordEvents } from '#lib/audit/event-store';
import { personEvent } from '#lib/audit/person-event';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { singleton } from '#lib/singleton';
import { hourMs } from '#lib/vocabulary/time';

/** The hour in which somebody was last told of, by person and client. */
const told = singleton('told-denials', () => new Map<string, number>());

/** Beyond this number, they are forgotten, and an event may come twice. */
const maximumTold = 10_000;

type Denial = {
  readonly person: { readonly sub: string; readonly username: string };
  readonly client: Client;
  readonly address: string | null;
  /** Where the person was refused. */
  readonly via: 'page' | 'prompt_none' | 'device' | 'password_grant';
};

/** Records that a person may not use a client, at most once an hour in this process. */
export async function recordDenial({ person, client, address, via }: Denial, context: Context): Promise<void> {
  const { db, now, requestId } = context;
  const hour = Math.floor(now.getTime() / hourMs);
  const key = `${person.sub} ${client.clientId}`;
  if (told.get(key) === hour) return;
  if (told.size >= maximumTold) told.clear();
  told.set(key, hour);
  const facts = { person, client, address, requestId, details: { via } };
  await recordEvents(db, [personEvent({ type: 'access.denied', outcome: 'failure', ...facts })], now);
}
