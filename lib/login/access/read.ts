import { takesRequests } from '#lib/access-requests/approvers';
import { type AskingState, readAskingState } from '#lib/access-requests/request-store';
import { listEvents } from '#lib/audit/event-store';
import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { decideAccess } from '#lib/groups/decide-access';
import { readSummary } from '#lib/groups/summary';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { groupKey } from '#lib/vocabulary/group-name';
import { parseJson } from '#lib/vocabulary/json';
import { webUri } from '#lib/vocabulary/uri';
import { decideNext } from '../continue-interaction';
import { readSessions, sessionFor } from '../current-session';
import { consentPurpose, formBinding } from '../form-binding';
import { loadInteraction, type OpenAuthorization, type OpenDevice } from '../load-interaction';
import { type ProblemPage, problemPage } from '../problem-page';
import { type PageInput, type RedirectPage, redirectTo, type SignInPage, signInPage } from '../sign-in-page';
import { isTrial } from '../trial/finish-trial';

/** Whom to ask. Without an address, it is shown as a text. */
type Contact = { readonly text: string; readonly href: string | null };

/** Somebody signed in, but may not use the client. */
export type NoAccessPage = SignInPage & {
  readonly page: 'no-access';
  readonly user: { readonly username: string; readonly name: string | null };
  /** Access came while the page was open. Only the answer is left. */
  readonly isGranted: boolean;
  /** Null for the people who run the service. */
  readonly contact: Contact | 'support' | null;
  /** The support address of the tenant. Null without one. */
  readonly supportAddress: string | null;
  /** What the person asked for, and whether they can ask now. Null where nobody can ask. */
  readonly asking: Asking | null;
  /** The last instant at which the person had access. Null if there is none, or it is forgotten. */
  readonly endedAt: Date | null;
  /** False where the request names the person. */
  readonly canChange: boolean;
};

type Asking = AskingState & {
  /** The token by which the form is that of the person who saw the page. */
  readonly person: string;
  /** The seconds since the newest request. */
  readonly askedSeconds: number;
  /** The reason was too long or contains invisible characters. */
  readonly hasProblem: boolean;
};

/**
 * The page /login/access, or the page that the person needs instead. It decides again, but never answers the client: that
 * takes a form.
 */
export async function readNoAccessPage(
  context: Context,
  { interaction: handle, cookieHeader, hasProblem = false }: PageInput & { readonly hasProblem?: boolean },
): Promise<NoAccessPage | RedirectPage | ProblemPage> {
  const open = await loadInteraction(handle, cookieHeader, context);
  if (open.page === 'problem') return open;
  if (open.kind !== 'authorize' && open.kind !== 'device') return problemPage(400, 'interaction_unknown', context);
  const session = sessionFor(open, await readSessions(cookieHeader, context), context);
  const { step } = await decideNext(open, session, context);
  if (session !== null && step === 'consent') return redirectTo('consent', open);
  if (session === null || (step !== 'access' && step !== 'complete')) return redirectTo('login', open);
  return toPage(open, { session, isGranted: step === 'complete', cookieHeader, hasProblem }, context);
}

type Shown = {
  readonly session: SessionWithUser;
  readonly isGranted: boolean;
  readonly cookieHeader: string | undefined;
  readonly hasProblem: boolean;
};

async function toPage(
  open: OpenAuthorization | OpenDevice,
  { session, isGranted, cookieHeader, hasProblem }: Shown,
  context: Context,
): Promise<NoAccessPage> {
  const { username, claims } = session.user;
  const supportAddress = open.frame.brand.links.support;
  return {
    ...signInPage(open, cookieHeader, context),
    page: 'no-access',
    user: { username, name: typeof claims.name === 'string' ? claims.name : null },
    isGranted,
    contact: contactOf(open.client) ?? (supportAddress === null ? null : 'support'),
    supportAddress,
    asking: isGranted ? null : await readAsking(open, session, { ...context, cookieHeader, hasProblem }),
    endedAt: isGranted ? null : await findEnd(session, open.client, context),
    canChange: open.required.hintSub === null,
  };
}

/** Whether people ask for access on this page. A trial of an administrator changes nothing. */
export function asksForAccess(open: OpenAuthorization | OpenDevice): boolean {
  return takesRequests(open.client) && !(open.kind === 'authorize' && isTrial(open));
}

async function readAsking(
  open: OpenAuthorization | OpenDevice,
  { sub }: SessionWithUser,
  { cookieHeader, hasProblem, ...context }: Context & Pick<Shown, 'cookieHeader' | 'hasProblem'>,
): Promise<Asking | null> {
  if (!asksForAccess(open)) return null;
  const { db, now } = context;
  const standing = await readAskingState(db, { sub, clientId: open.client.clientId }, now);
  const askedAt = standing.newest?.createdAt ?? now;
  const askedSeconds = Math.floor((now.getTime() - askedAt.getTime()) / 1000);
  const { handle } = open;
  const { csrf: person } = formBinding({ handle, cookieHeader, purpose: consentPurpose(handle, sub) }, context);
  return { ...standing, person, askedSeconds, hasProblem };
}

function contactOf({ accessContact: text }: Client): Contact | null {
  if (text === null) return null;
  const address = text.replace(/^mailto:/i, '');
  if (/^[^\s@]+@[^\s@]+$/.test(address)) return { text: address, href: `mailto:${address}` };
  return { text, href: webUri.safeParse(text).success ? text : null };
}

/**
 * The last instant at which the person had access by something that had an end: one that no job has removed yet, or the
 * latest that was recorded.
 */
async function findEnd({ user }: SessionWithUser, client: Client, context: Context): Promise<Date | null> {
  const { db, snapshot, now } = context;
  const summary = readSummary(user.access);
  const over = [...summary.memberships, ...summary.assignments]
    .map(({ endsAtMs }) => endsAtMs)
    .filter((ms) => ms <= now.getTime())
    .toSorted((a, b) => b - a)
    .map((ms) => new Date(ms - 1));
  const stored = over.find((moment) => decideAccess(summary, client, snapshot, moment).may);
  if (stored !== undefined) return stored;
  const types = ['group.membership_ended', 'role.assignment_ended'];
  for (const { details } of await listEvents(db, { types, targetId: user.sub }, 20)) {
    const end = endOf(details, client);
    if (end !== null) return end;
  }
  return null;
}

/** When what ended gave access to the client. */
function endOf(details: string, { clientId, accessGroups, roles }: Client): Date | null {
  const parsed = parseJson(details);
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null) return null;
  const { group, client, expires_at: end }: { group?: unknown; client?: unknown; expires_at?: unknown } = parsed.value;
  if (typeof end !== 'string') return null;
  const opening = new Set([...accessGroups, ...roles.flatMap(({ groups }) => groups)].map(groupKey));
  const opened = client === clientId || (typeof group === 'string' && opening.has(groupKey(group)));
  return opened ? new Date(Date.parse(end) - 1) : null;
}
