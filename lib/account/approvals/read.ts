import { clientsOfApprover } from '#lib/access-requests/approvers';
import { daysToOffer } from '#lib/access-requests/end-of-access';
import { nameForPeople } from '#lib/access-requests/name-for-people';
import { countToDecide, listToDecide } from '#lib/access-requests/to-decide-store';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { displayText, visibleText } from '#lib/i18n/display-text';
import { readPerson } from '#lib/users/read-user';
import type { User } from '#lib/users/user';
import { readableDomains } from '#lib/vocabulary/domain';
import { provedAddress } from '#lib/vocabulary/email';
import { type NumberedPage, pageSize } from '#lib/vocabulary/numbered-page';

/** Somebody who asks for access to an app. */
export type ApprovalRow = {
  readonly id: string;
  readonly app: string;
  readonly username: string;
  readonly name: string | null;
  /** The verified address. Null without one. */
  readonly email: string | null;
  readonly reason: string | null;
  readonly askedAt: Date;
  readonly accountCreatedAt: Date;
  /** The roles of the app. Empty if it has none. */
  readonly roles: readonly { readonly name: string; readonly label: string }[];
  /** The role that is chosen at first: the one that everybody has there, or the only one. Empty if there is none. */
  readonly role: string;
};

export type Approvals = {
  readonly page: NumberedPage<ApprovalRow>;
  /** The first and the last day until which access can be given. */
  readonly days: { readonly first: string; readonly last: string };
};

type Approver = Pick<User, 'sub' | 'access' | 'tenants'>;

/** The clients about which a person decides. */
export function clientsToDecide(user: Approver, context: Pick<Context, 'snapshot' | 'now'>): Client[] {
  return clientsOfApprover(user, context.snapshot.clients.values(), context);
}

/** A page of /account/approvals. Null for a person who decides about no client. */
export async function readApprovals(user: Approver, context: Context, page: number): Promise<Approvals | null> {
  const { db, now } = context;
  const clients = new Map(clientsToDecide(user, context).map((client) => [client.clientId, client]));
  if (clients.size === 0) return null;
  const approver = { clientIds: [...clients.keys()], sub: user.sub, now };
  const found = await listToDecide(db, approver, { skip: (page - 1) * pageSize, take: pageSize + 1 });
  const rows = found.slice(0, pageSize).flatMap((request) => {
    const client = clients.get(request.clientId);
    return client === undefined ? [] : [toRow(request, client)];
  });
  return { page: { rows, page, hasNext: found.length > pageSize }, days: daysToOffer(now) };
}

type Found = Awaited<ReturnType<typeof listToDecide>>[number];

function toRow(request: Found, client: Client): ApprovalRow {
  const { claims } = readPerson({ enabled: true, tenants: '"none"', claims: request.claims });
  const address = provedAddress(claims) === null ? null : String(claims.email);
  const preset = client.roles.find((role) => role.default) ?? (client.roles.length === 1 ? client.roles[0] : undefined);
  return {
    id: request.id,
    app: nameForPeople(client),
    username: displayText(request.username),
    name: typeof claims.name === 'string' && claims.name !== '' ? displayText(claims.name) : null,
    email: address === null ? null : readableDomains(address),
    reason: request.reason === null ? null : visibleText(request.reason),
    askedAt: request.createdAt,
    accountCreatedAt: request.accountCreatedAt,
    roles: client.roles.map(({ name, displayName }) => ({ name, label: displayText(displayName ?? name) })),
    role: preset?.name ?? '',
  };
}

/** More are shown as 99+. */
const mostCounted = 100;

/** How many requests wait for a person, at most 100. Null for a person who decides about no client. */
export async function countApprovals(user: Approver, context: Context): Promise<number | null> {
  const clientIds = clientsToDecide(user, context).map(({ clientId }) => clientId);
  if (clientIds.length === 0) return null;
  return countToDecide(context.db, { clientIds, sub: user.sub, now: context.now }, mostCounted);
}
