import type { Context } from '#lib/context';
import { findPlace } from '#lib/geoip/find-place';
import type { Locale } from '#lib/i18n/locales';
import type { SessionWithUser } from '#lib/sessions/browser-state';
import { listDeviceSessions } from '#lib/sessions/device-session-store';
import { type BrowserWords, browserWords } from '#lib/vocabulary/browser-words';
import { type NumberedPage, pageSize } from '#lib/vocabulary/numbered-page';

/** The sessions of browsers with the same description. They are presumably on one device. */
export type DeviceGroup = BrowserWords & { readonly rows: readonly DeviceRow[] };

/** A session of a person in a browser. */
export type DeviceRow = {
  /** Not a secret. It is only useful in the person's own form. */
  readonly sid: string;
  readonly isCurrent: boolean;
  readonly address: string | null;
  /** The approximate location of the address. Null if it is unknown. */
  readonly place: string | null;
  readonly firstSeen: Date;
  /** The seconds since the last use. */
  readonly idleSeconds: number;
  /** The names of the apps that the person signed in to with this session. */
  readonly apps: readonly string[];
};

export type Devices = Omit<NumberedPage<never>, 'rows'> & { readonly groups: readonly DeviceGroup[] };

/**
 * A page of /account/devices: the live sessions of a person by device. This device comes first, then the most recently
 * used ones.
 */
export async function readDevices(
  { sub, sid: current }: Pick<SessionWithUser, 'sub' | 'sid'>,
  { locale, page = 1 }: { readonly locale: Locale; readonly page?: number },
  { db, snapshot, settings, now }: Context,
): Promise<Devices> {
  const limits = snapshot.portal;
  const own = page === 1 ? await listDeviceSessions(db, sub, { sid: current, limits, now, take: 1 }) : [];
  const beside = { sid: { not: current }, skip: (page - 1) * pageSize, take: pageSize + 1 };
  const others = await listDeviceSessions(db, sub, { ...beside, limits, now });
  const ordered = [...own, ...others.slice(0, pageSize)];
  const groups = new Map<string, BrowserWords & { readonly rows: DeviceRow[] }>();
  for (const session of ordered) {
    const words = browserWords(session.userAgent);
    const row = {
      sid: session.sid,
      isCurrent: session.sid === current,
      address: session.address,
      place: findPlace(session.address, locale, settings.geoipFile),
      firstSeen: session.createdAt,
      idleSeconds: Math.max(0, Math.floor((now.getTime() - session.lastSeenAt.getTime()) / 1000)),
      apps: session.clients.map(({ clientId }) => snapshot.clients.get(clientId)?.clientName ?? clientId),
    };
    const key = JSON.stringify(words);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...words, rows: [row] });
    else group.rows.push(row);
  }
  return { groups: [...groups.values()], page, hasNext: others.length > pageSize };
}
