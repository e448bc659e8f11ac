import { firstEventId } from '#lib/audit/event-id';
import { listEvents } from '#lib/audit/event-store';
import { eventFacts, isByAdministrator } from '#lib/audit/own-event';
import type { Context } from '#lib/context';
import { type Factor, isFactor } from '#lib/factors/proof';
import { findPlace } from '#lib/geoip/find-place';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import type { Locale } from '#lib/i18n/locales';
import type { Session } from '#lib/sessions/browser-state';
import { dayMs } from '#lib/vocabulary/time';

/** The name of an event in the catalog. */
type ActivityKey = Extract<MessageKey, `account.activity.events.${string}`>;

export type ActivityRow = {
  readonly id: string;
  readonly key: ActivityKey;
  readonly at: Date;
  /** The browser and system, such as "Firefox (Windows)". Null if they are unknown. */
  readonly device: string | null;
  readonly address: string | null;
  /** The approximate location of the address. Null if it is unknown. */
  readonly place: string | null;
  /** The app that the event is about. */
  readonly app: string | null;
  /** The sign-in method that was added, changed or removed. */
  readonly factor: Factor | 'two_step' | null;
  /** An administrator did it, not the person. */
  readonly byAdministrator: boolean;
};

export type Activity = {
  readonly rows: readonly ActivityRow[];
  /** The `before` of the next page. Null on the last page. */
  readonly next: string | null;
};

const days = 90;
const pageSize = 25;

/** The events that the page has texts for. Their keys have `_` instead of `.`. */
const types = [
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_out.completed',
  'session.ended',
  'consent.granted',
  'consent.denied',
  'grant.revoked',
  'device_code.approved',
  'device_code.denied',
  'password.changed',
  'password_link.created',
  'factor.added',
  'factor.updated',
  'factor.removed',
  'recovery.requested',
  'recovery.completed',
  'email.verified',
  'email.change_started',
  'email.change_cancelled',
  'email.changed',
  'email.restored',
  'identity.linked',
  'identity.unlinked',
  'user.created',
  'user.updated',
  'user.signed_out',
  'user.exported',
] as const;

type Asked = { readonly before: string | undefined; readonly locale: Locale; readonly limit?: number };

/** Longer than any ID. */
const maximumId = 60;

/**
 * The events of an account in the last 90 days, newest first.
 * @param asked `before`: an ID; `limit`: the number of events, by default those of a page of /account/activity
 */
export async function readActivity(
  { sub }: Pick<Session, 'sub'>,
  { before, locale, limit = pageSize }: Asked,
  { db, snapshot, settings, now }: Context,
): Promise<Activity> {
  const since = firstEventId(new Date(now.getTime() - days * dayMs));
  const cursor = before !== undefined && before.length <= maximumId ? { before } : {};
  const events = await listEvents(db, { targetId: sub, types, isProven: true, from: since, ...cursor }, limit + 1);
  const shown = events.slice(0, limit);
  const rows = shown.flatMap(({ id, type, at, address: from, actorKind, actorId, clientId, clientName, details }) => {
    const key = `account.activity.events.${type.replaceAll('.', '_')}`;
    if (!isMessageKey(key) || !isActivityKey(key)) return [];
    const name = clientId === null ? null : (snapshot.clients.get(clientId)?.clientName ?? clientName ?? clientId);
    const byAdministrator = isByAdministrator({ actorKind, actorId }, sub);
    // The address of an administrator or a provider says nothing about the person.
    const address = byAdministrator || actorKind === 'identity_provider' ? null : from;
    const place = findPlace(address, locale, settings.geoipFile);
    const { browser, factor } = eventFacts(details);
    const device = byAdministrator ? null : (browser ?? null);
    return [{ id, key, at, device, address, place, app: name, factor: factorOf(type, factor), byAdministrator }];
  });
  return { rows, next: events.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

function factorOf(type: string, factor: string | undefined): ActivityRow['factor'] {
  if (!type.startsWith('factor.')) return null;
  return isFactor(factor) || factor === 'two_step' ? factor : null;
}

function isActivityKey(key: MessageKey): key is ActivityKey {
  return key.startsWith('account.activity.events.');
}
