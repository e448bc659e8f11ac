import type { Client } from '#lib/clients/client';
import { hasPeople } from '#lib/clients/flows';
import type { Context } from '#lib/context';
import { decideAccess, mayGive } from '#lib/groups/decide-access';
import { type AccessSummary, readSummary } from '#lib/groups/summary';
import type { ClientLink } from '#lib/http/page-models';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { clientView } from '#lib/login/sign-in-page';
import { homeLink } from '#lib/protocol/redirect-to-client';
import { mayEnter } from '#lib/protocol/request-tenant';
import type { Snapshot } from '#lib/snapshot/snapshot';
import type { User } from '#lib/users/user';
import type { Role } from '#lib/vocabulary/role';

/** An application that a person can open. */
type Tile = {
  readonly clientId: string;
  readonly name: string;
  readonly logo: string | null;
  readonly host: string;
  /** Where the application starts a sign-in, or its home page. It learns nothing of the person (decision 015). */
  readonly href: string;
  /** The names of the person's roles there. */
  readonly roles: readonly string[];
};

/** A page of the applications that a person can open. */
export type Launcher = {
  readonly tiles: readonly Tile[];
  readonly page: number;
  readonly hasNext: boolean;
  /** The text that was searched. */
  readonly query: string | null;
  /** The person can open some application, whatever was searched. */
  readonly isEmpty: boolean;
  /** How many there are, whatever was searched. */
  readonly total: number;
};

type Asked = {
  readonly locale: Locale;
  readonly query: string | null;
  readonly page: number;
  /** The clients that the person has connected. */
  readonly connected: ReadonlySet<string>;
};

/** The number of tiles on a page. */
const tilesOfPage = 100;

/** The applications that a person can open, by name. It reads what is in memory alone. */
export function readLauncher(user: User, context: Context, { locale, query, page: asked, connected }: Asked): Launcher {
  const summary = readSummary(user.access);
  const ids = [
    ...summary.memberships.map(({ groupId }) => groupId),
    ...summary.assignments.map(({ target }) => target),
  ];
  const person = { user, summary, ids: new Set(ids), connected };
  const own = offeredClients(locale, context).flatMap((offer) => {
    const roles = rolesFor(offer.client, person, context);
    return roles === null ? [] : [{ offer, roles }];
  });
  const needle = query?.toLowerCase() ?? '';
  const found = needle === '' ? own : own.filter(({ offer }) => offer.text.includes(needle));
  const page = Math.min(asked, Math.max(1, Math.ceil(found.length / tilesOfPage)));
  const end = page * tilesOfPage;
  return {
    tiles: found.slice(end - tilesOfPage, end).map(({ offer: { client, name, link }, roles }) => ({
      ...{ clientId: client.clientId, name, host: link.host, href: link.uri },
      logo: clientView(client, context.snapshot).logo,
      roles: roles.map(roleName),
    })),
    ...{ page, query, hasNext: found.length > end, isEmpty: own.length === 0, total: own.length },
  };
}

type Person = {
  readonly user: Pick<User, 'tenants'>;
  readonly summary: AccessSummary;
  /** Of the groups and targets of the summary. */
  readonly ids: ReadonlySet<string>;
  readonly connected: ReadonlySet<string>;
};

/** The roles of a person in a client that they see in the launcher. Null if they do not see it. */
function rolesFor(
  client: Client,
  { user, summary, ids, connected }: Person,
  { snapshot, now }: Pick<Context, 'snapshot' | 'now'>,
): readonly Role[] | null {
  const { tenant, launcher, clientId } = client;
  const isAlways = launcher === 'on' || connected.has(clientId);
  if (!isAlways && !mayGive(ids, client, snapshot)) return null;
  const own = tenant === null ? null : snapshot.tenants.get(tenant);
  if (own === undefined || !mayEnter(user, own)) return null;
  const { may, roles, because } = decideAccess(summary, client, snapshot, now);
  return may && (isAlways || because.length > 0) ? roles : null;
}

/** A client that the launcher may show to somebody. */
type Offer = {
  readonly client: Client;
  readonly name: string;
  readonly link: ClientLink;
  /** What a search looks at. */
  readonly text: string;
};

const offered = new WeakMap<Snapshot['clients'], Map<Locale, readonly Offer[]>>();

/** The clients that the launcher may show, by name. They stay the same until somebody changes a client. */
function offeredClients(locale: Locale, { snapshot, settings }: Context): readonly Offer[] {
  const byLocale = offered.get(snapshot.clients) ?? new Map<Locale, readonly Offer[]>();
  const known = byLocale.get(locale);
  if (known !== undefined) return known;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const offers = [...snapshot.clients.values()]
    .filter((client) => client.enabled && !client.selfRegistered && client.launcher !== 'off' && hasPeople(client))
    .flatMap((client): Offer[] => {
      const link = homeLink(client, null, { settings });
      if (link === null) return [];
      const name = displayText(client.clientName ?? client.clientId);
      return [{ client, name, link, text: `${name} ${link.host}`.toLowerCase() }];
    })
    .sort((one, other) => compare(one.name, other.name));
  offered.set(snapshot.clients, byLocale.set(locale, offers));
  return offers;
}

function roleName({ name, displayName }: Role): string {
  return displayText(displayName ?? name);
}

/** A role of a person in a client, and the last instant at which they have it. */
type OwnRole = { readonly name: string; readonly endsAt: Date | null };

/** What a person is in a client now. */
export type OwnAccess = {
  readonly may: boolean;
  readonly roles: readonly OwnRole[];
  /** The last instant at which they may use it. */
  readonly endsAt: Date | null;
};

/** What a person is in a client, and until when. */
export function readOwnAccess(
  { access }: User,
  client: Client,
  { snapshot, now }: Pick<Context, 'snapshot' | 'now'>,
): OwnAccess {
  const { may, roles, because } = decideAccess(readSummary(access), client, snapshot, now);
  const ends = because.map((reason) => {
    const { endsAtMs } = 'membership' in reason ? reason.membership : reason.assignment;
    return { role: reason.role, endsAtMs };
  });
  const lastOf = (some: readonly { readonly endsAtMs: number }[]) => {
    const end = Math.max(...some.map(({ endsAtMs }) => endsAtMs));
    return Number.isFinite(end) ? new Date(end - 1) : null;
  };
  const endsAt = client.access === 'everyone' ? null : lastOf(ends);
  return {
    may,
    endsAt: may ? endsAt : null,
    // A default role lasts as long as the access.
    roles: roles.map((role) => ({
      name: roleName(role),
      endsAt: role.default ? endsAt : lastOf(ends.filter((one) => one.role === role)),
    })),
  };
}
