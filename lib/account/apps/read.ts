import { agentHost } from '#lib/clients/agents/self-description';
import type { Client } from '#lib/clients/client';
import { unusedSince } from '#lib/clients/usage/unused-since';
import { listConsents, type RememberedConsent } from '#lib/consents/consent-store';
import type { Context } from '#lib/context';
import { type ClientView, clientView } from '#lib/login/sign-in-page';
import { offlineAccess } from '#lib/protocol/scope';
import { type GrantGroup, listGrantGroups } from '#lib/tokens/grant-group-store';
import { currentEnd } from '#lib/tokens/refresh-lifetime';
import type { ScopeUse } from '#lib/tokens/scope-uses/note-scope-uses';
import { listScopeUses } from '#lib/tokens/scope-uses/scope-use-store';
import type { User } from '#lib/users/user';
import { type NumberedPage, pageAmong } from '#lib/vocabulary/numbered-page';
import { pathSegment } from '#lib/vocabulary/path-segment';
import { type AppScope, appScopes } from './app-scopes';
import { countDevices, listRefreshableGroups, listUnboundClients } from './app-store';
import { type OwnAccess, readOwnAccess } from './launcher';

/** An app to which a person granted something. */
export type AppRow = {
  readonly clientId: string;
  readonly client: ClientView;
  /** False for an app of the organization, which gets what it asks for without consent (decision 016). */
  readonly asksConsent: boolean;
  /** The host of its website, or for an agent the host of its redirect URIs. Null without one. */
  readonly host: string | null;
  /** The page of the app. */
  readonly href: string;
  readonly allowedAt: Date;
  readonly lastUsedAt: Date | null;
  /** For an agent: when its access ends if it is not used before. Null for every other app. */
  readonly endsAt: Date | null;
  /** The app has access while the person is away. */
  readonly keepsAccess: boolean;
  /** Its tokens work only with its key (RFC 9449, RFC 8705). */
  readonly isBound: boolean;
  /** The number of devices that were connected with a code. */
  readonly devices: number;
  /** Not used for 90 days, or allowed that long ago and never used. */
  readonly isUnused: boolean;
  /** What the person is there now, and until when. */
  readonly access: OwnAccess;
};

/** An app with all of its scopes. */
export type AppPage = AppRow & { readonly scopes: readonly AppScope[] };

/** The connected apps of a page of /account/apps, most recently used first, and all their client_ids. */
export async function readApps(
  user: User,
  context: Context,
  page = 1,
): Promise<NumberedPage<AppRow> & { readonly connected: ReadonlySet<string> }> {
  const found = await findAll(user, context);
  const used = timesOf(found.uses, ({ at }) => at, Math.max);
  const allowed = timesOf([...found.grants, ...found.consents], ({ createdAt }) => createdAt, Math.min);
  const timeOf = (id: string) => used.get(id) ?? allowed.get(id) ?? 0;
  const ids = [...allowed.keys()].filter((id) => context.snapshot.clients.has(id));
  const ordered = pageAmong(
    ids.toSorted((one, other) => timeOf(other) - timeOf(one)),
    page,
  );
  return { ...ordered, rows: appPages(ordered.rows, { found, user }, context), connected: new Set(ids) };
}

type OfClient = { readonly clientId: string };

/** The newest or oldest time of each client. */
function timesOf<Row extends OfClient>(
  rows: readonly Row[],
  timeOf: (row: Row) => Date,
  choose: (one: number, other: number) => number,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const row of rows) {
    const time = timeOf(row).getTime();
    times.set(row.clientId, choose(times.get(row.clientId) ?? time, time));
  }
  return times;
}

/** The page of one app. Null if the person granted it nothing. */
export async function readApp(user: User, clientId: string, context: Context): Promise<AppPage | null> {
  const found = await findAll(user, context, clientId);
  const isGranted = [...found.grants, ...found.consents].length > 0;
  return (isGranted && appPages([clientId], { found, user }, context)[0]) || null;
}

async function findAll({ sub }: User, { db, now }: Context, only?: string): Promise<Found> {
  return {
    grants: await listGrantGroups(db, sub, now, only),
    consents: await listConsents(db, sub, now, only),
    refreshable: await listRefreshableGroups(db, sub, now, only),
    unbound: await listUnboundClients(db, sub, now, only),
    devices: await countDevices(db, sub, now, only),
    uses: await listScopeUses(db, sub),
  };
}

function appPages(ids: readonly string[], given: Parameters<typeof appPage>[1], context: Context): AppPage[] {
  return ids.flatMap((clientId) => {
    const client = context.snapshot.clients.get(clientId);
    return client === undefined ? [] : appPage(client, given, context);
  });
}

/** What a person granted, of all clients. */
type Found = {
  readonly grants: readonly GrantGroup[];
  readonly consents: readonly RememberedConsent[];
  readonly refreshable: readonly Pick<GrantGroup, 'clientId' | 'scope'>[];
  readonly unbound: readonly string[];
  readonly devices: ReadonlyMap<string, number>;
  readonly uses: readonly Pick<ScopeUse, 'clientId' | 'scope' | 'at'>[];
};

function appPage(
  client: Client,
  { found, user }: { readonly found: Found; readonly user: User },
  { snapshot, now }: Context,
): AppPage {
  const { clientId } = client;
  const isOwn = (row: { readonly clientId: string }) => row.clientId === clientId;
  const grants = found.grants.filter(isOwn);
  const refreshable = found.refreshable.filter(isOwn);
  const consents = found.consents.filter(isOwn);
  const scopes = appScopes({ client, user, grants, consents, uses: found.uses.filter(isOwn) }, { snapshot, now });
  const allowedAt = new Date(Math.min(...[...grants, ...consents].map(({ createdAt }) => createdAt.getTime())));
  const lastUsedAt = newest(scopes.flatMap((scope) => scope.lastUsedAt ?? []));
  const view = clientView(client, snapshot);
  const end = endOf(client, grants);
  return {
    access: readOwnAccess(user, client, { snapshot, now }),
    ...{
      clientId,
      client: view,
      asksConsent: client.requireConsent,
      // The host is the only thing about an agent that it cannot choose freely.
      host: client.selfRegistered ? agentHost(client) : hostOf(view.clientUri),
      href: `/account/apps/${pathSegment(clientId)}`,
    },
    ...{ allowedAt, lastUsedAt, scopes, isUnused: (lastUsedAt ?? allowedAt) < unusedSince(now) },
    endsAt: client.selfRegistered ? end : null,
    keepsAccess: end !== null && end > now && refreshable.some(({ scope }) => keepsAccess(scope)),
    isBound:
      client.dpopBoundAccessTokens ||
      client.tlsClientCertificateBoundAccessTokens ||
      // One token that works without a key is enough to use the access without it.
      (refreshable.length > 0 && !found.unbound.includes(clientId)),
    devices: found.devices.get(clientId) ?? 0,
  };
}

function keepsAccess(scope: string): boolean {
  return scope.split(' ').includes(offlineAccess);
}

/** The end date of an agent ends all its grants, even if they are used. So does a limit that was lowered. */
function endOf(client: Client, grants: readonly GrantGroup[]): Date | null {
  const { agentEndDate } = client;
  const end = newest(
    grants.flatMap(({ expiresAt, newestAt }) => {
      return currentEnd(client, { absoluteExpiresAt: expiresAt, grantedAt: newestAt }) ?? [];
    }),
  );
  if (agentEndDate === null) return end;
  const day = new Date(`${agentEndDate}T00:00:00Z`);
  return end !== null && end < day ? end : day;
}

function newest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}

function hostOf(uri: string | null): string | null {
  return uri !== null && URL.canParse(uri) ? new URL(uri).host : null;
}
