import { listEvents } from '#lib/audit/event-store';
import { type RegisteredCertificate, registeredCertificates } from '#lib/clients/certificates/registered-certificates';
import { type ClientRecord, toClient, wireClient } from '#lib/clients/client-record';
import { findClient } from '#lib/clients/client-store';
import { hasPeople } from '#lib/clients/flows';
import { type ClientUsage, countLimit, countUsage } from '#lib/clients/live-count-store';
import { clientLogo } from '#lib/clients/logos/client-logo';
import { listClientLogos } from '#lib/clients/logos/logo-store';
import { lockClient } from '#lib/clients/security-profile/lock-client';
import { pkceSince } from '#lib/clients/usage/unused-since';
import { listClientUses, listPkceUses, listUses, type PkceUse } from '#lib/clients/usage/use-store';
import { entryVersion } from '#lib/config/diff';
import type { Database } from '#lib/db/database';
import { type LogoProblem, logoProblems } from '#lib/protocol/client-logos/fetch-logo';
import { readWithTail } from '#lib/usage/read-tail';
import { dayOf, tallyEvents } from '#lib/usage/tally-events';
import type { SecurityProfile } from '#lib/vocabulary/security-profile';
import { dayMs } from '#lib/vocabulary/time';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { withoutSecrets } from '#lib/vocabulary/without-secrets';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type AuditEntry, toEntry } from '../audit/read';
import { recommendsPkce } from '../checks/client-rules';
import { type SecretDetail, toSecretDetails } from '../entries/secrets';
import { type ApplicationKind, applicationKind } from './application-kind';
import { countRefused, findClientTimes, listSignInDays } from './client-facts-store';

/** A client for a page or a response, without secrets and hashes. */
export type ClientDetail = {
  readonly clientId: string;
  readonly name: string;
  readonly kind: ApplicationKind;
  /** Whether people sign in to it. */
  readonly hasPeople: boolean;
  readonly enabled: boolean;
  /** The version that a form sends when it saves (see entryVersion()). */
  readonly version: string;
  /** Every setting, with the keys of the configuration. Secrets are only counted. */
  readonly settings: Wire;
  /** The same settings, as far as the profiles of the client and the portal allow them. */
  readonly inForce: Wire;
  /** The stricter of the two profiles. */
  readonly profile: SecurityProfile;
  readonly secrets: readonly SecretDetail[];
  /** The certificates among its public keys. */
  readonly certificates: readonly RegisteredCertificate[];
  /** The state of its `logo_uri`. Null without one. */
  readonly logo: LogoState | null;
  /** At most an hour late. Null if it is unknown. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** @throws AdminError `not_found` */
export async function readClient(admin: AdminContext, clientId: string | null): Promise<ClientDetail> {
  const record = await getClient(admin, clientId);
  const times = await findClientTimes(admin.db, record.clientId);
  if (times === null) throw missing();
  const uses = await listUses(admin.db, [record.clientId], ['secret']);
  const used = new Map(uses.map(({ value, at }) => [value, at]));
  const client = toClient(record);
  const stored = wireClient(record);
  const locked = lockClient(record, admin.snapshot.portal.securityProfile);
  return {
    clientId: record.clientId,
    name: record.clientName ?? record.clientId,
    kind: applicationKind(client),
    hasPeople: hasPeople(client),
    enabled: record.enabled,
    version: entryVersion(stored),
    settings: withoutSecrets(stored),
    inForce: withoutSecrets({ ...wireClient(locked), security_profile: record.securityProfile }),
    profile: locked.securityProfile,
    secrets: toSecretDetails(record.secrets, times.secrets, times.updatedAt).map((secret) => ({
      ...secret,
      lastUsedAt: used.get(secret.id) ?? null,
    })),
    certificates: registeredCertificates(record),
    logo: await readLogo(admin, record),
    lastUsedAt: (await listClientUses(admin.db, [record.clientId])).get(record.clientId) ?? null,
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
  };
}

/**
 * The stored client, including hashes.
 * @throws AdminError `not_found`
 */
export async function getClient({ db }: AdminContext, clientId: string | null): Promise<ClientRecord> {
  const found = clientId === null ? null : await findClient(db, clientId);
  if (found === null) throw missing();
  return found.record;
}

function missing(): AdminError {
  return new AdminError('not_found', 'There is no such client');
}

/** The state of the logo at a client's `logo_uri`. */
export type LogoState =
  | { readonly state: 'shown'; readonly address: string }
  /** It has not been fetched yet. */
  | { readonly state: 'waiting' }
  /** The client registered itself, so its logo is neither fetched nor shown. */
  | { readonly state: 'unvouched' }
  | { readonly state: 'failed'; readonly problem: LogoProblem; readonly isTriedAgain: boolean };

/** @returns null for a client without `logo_uri` */
async function readLogo({ db }: Pick<AdminContext, 'db'>, client: ClientRecord): Promise<LogoState | null> {
  const { clientId, logoUri, selfRegistered } = client;
  if (logoUri === null) return null;
  if (selfRegistered) return { state: 'unvouched' };
  const [stored] = await listClientLogos(db, [clientId]);
  if (stored === undefined || stored.uri !== logoUri) return { state: 'waiting' };
  if (stored.hash !== null) {
    const address = clientLogo(client, new Map([[clientId, { uri: stored.uri, hash: stored.hash }]]));
    if (address !== null) return { state: 'shown', address };
  }
  const problem = logoProblems.find((known) => known === stored.problem);
  if (problem === undefined) return { state: 'waiting' };
  return { state: 'failed', problem, isTriedAgain: stored.nextAttemptAt !== null };
}

const shownDays = 30;
const overviewEvents = 5;

/** The recent activity of a client. */
export type ClientOverview = {
  /** Sign-ins by day (UTC), oldest first. The last day is today, which is not over. */
  readonly days: readonly { readonly day: Date; readonly signIns: number }[];
  readonly signIns: number;
  /** The number of people with a grant, counted up to `limit`. */
  readonly people: number;
  readonly limit: number;
  /** In the last seven days, because refused requests are kept that long. */
  readonly refused: number;
  readonly events: readonly AuditEntry[];
};

/** Reads the overview with a few statements, regardless of how much the client is used. */
export async function readClientOverview({ db, now }: AdminContext, clientId: string): Promise<ClientOverview> {
  const days = await listDays(db, clientId, now);
  const { people } = await countUsage(db, clientId, now);
  const events = await listEvents(db, { clientId }, overviewEvents);
  return {
    days,
    signIns: days.reduce((sum, { signIns }) => sum + signIns, 0),
    people,
    limit: countLimit,
    refused: await countRefused(db, clientId),
    events: events.map(toEntry),
  };
}

/** With the sign-ins of the last minutes, which the stored counts do not contain yet. */
async function listDays(db: Database, clientId: string, now: Date): Promise<ClientOverview['days']> {
  const first = dayOf(now).getTime() - (shownDays - 1) * dayMs;
  const rows = await readWithTail(db, now, async ({ events }) => {
    const newest = tallyEvents(events ?? []).clients.filter((one) => one.clientId === clientId && one.unit === 'day');
    return [...(await listSignInDays(db, clientId, new Date(first))), ...newest];
  });
  const counts = new Map<number, number>();
  for (const { start, count } of rows) counts.set(start.getTime(), (counts.get(start.getTime()) ?? 0) + count);
  return Array.from({ length: shownDays }, (_, index) => {
    const day = first + index * dayMs;
    return { day: new Date(day), signIns: counts.get(day) ?? 0 };
  });
}

export type { ClientUsage };

/** How many people and grants a client has, and when it was last used. Counting stops at `limit`. */
export async function readClientUsage(
  { db, now }: AdminContext,
  clientId: string,
): Promise<{ readonly usage: ClientUsage; readonly limit: number; readonly lastUsedAt: Date | null }> {
  const lastUsedAt = (await listClientUses(db, [clientId])).get(clientId) ?? null;
  return { usage: await countUsage(db, clientId, now), limit: countLimit, lastUsedAt };
}

const shownEvents = 25;

/** The latest events in which the client took part or was changed. */
export async function readClientEvents({ db }: AdminContext, clientId: string): Promise<readonly AuditEntry[]> {
  const took = await listEvents(db, { clientId }, shownEvents);
  const changed = await listEvents(db, { targetId: clientId }, shownEvents);
  const events = new Map([...took, ...changed].map((event) => [event.id, event]));
  return [...events.values()]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, shownEvents)
    .map(toEntry);
}

/**
 * How a client that may leave out PKCE redeemed its codes in the last days.
 * @returns null if PKCE is not recommended to it, or if nothing is known
 */
export async function readPkceUse(
  { db, snapshot, now }: Pick<AdminContext, 'db' | 'snapshot' | 'now'>,
  clientId: string,
): Promise<PkceUse | null> {
  const client = snapshot.clients.get(clientId);
  if (client === undefined || !recommendsPkce(client)) return null;
  return (await listPkceUses(db, pkceSince(now), clientId)).get(clientId) ?? null;
}
