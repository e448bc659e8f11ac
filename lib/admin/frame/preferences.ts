import { seeOther, withCookies } from '#lib/http/respond';
import { toArea } from '#lib/interactions/area-address';
import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import { readZoneCookie } from '#lib/sessions/time-zone-cookie';
import type { Settings } from '#lib/settings/settings';
import type { AdminRole } from '#lib/users/user';
import { daySeconds } from '#lib/vocabulary/time';
import { adminHandler } from '../access/admin-handler';

/** The preferences of an administrator in this browser. The first choice of each is the default. */
export const preferenceChoices = {
  times: ['local', 'utc'],
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  names: ['hidden', 'shown'],
} as const;

type Choices = typeof preferenceChoices;

/** How the administration looks in this browser. With `names`, pages show the keys of settings next to their labels. */
export type Preferences = { readonly [Name in keyof Choices]: Choices[Name][number] };

type Asked = Readonly<Partial<Record<keyof Choices, string>>>;

const cookie = 'signet-admin';
const lifetimeSeconds = 365 * daySeconds;

/** Reads the cookie. Absent and invalid values become the default. */
export function readPreferences(cookieHeader: string | undefined, settings: Pick<Settings, 'secure'>): Preferences {
  const stored = readCookie(cookieHeader, cookieName(cookie, settings)) ?? '';
  return toPreferences(Object.fromEntries(new URLSearchParams(stored)));
}

/** The Set-Cookie value that stores the preferences for a year. */
export function writePreferences(preferences: Preferences, settings: Pick<Settings, 'secure'>): string {
  return writeCookie(cookie, new URLSearchParams(preferences).toString(), lifetimeSeconds, settings);
}

/** Applies changes to the preferences. Invalid changes are ignored. */
export function changePreferences(preferences: Preferences, changes: Asked): Preferences {
  return toPreferences(changes, preferences);
}

function toPreferences(asked: Asked, fallback: Partial<Preferences> = {}): Preferences {
  const { times, theme, density, names } = preferenceChoices;
  return {
    times: oneOf(times, asked.times) ?? fallback.times ?? 'local',
    theme: oneOf(theme, asked.theme) ?? fallback.theme ?? 'system',
    density: oneOf(density, asked.density) ?? fallback.density ?? 'comfortable',
    names: oneOf(names, asked.names) ?? fallback.names ?? 'hidden',
  };
}

function oneOf<Word extends string>(words: readonly Word[], asked: string | undefined): Word | undefined {
  return words.find((word) => word === asked);
}

/** POST: stores a choice of the account menu in this browser, and leads back to the page. */
export const handlePreferences = adminHandler({ permission: 'read' }, async ({ settings }, values, { headers }) => {
  const changed = changePreferences(readPreferences(headers.cookie, settings), Object.fromEntries(values));
  const page = seeOther(`${settings.issuer}${toArea(values.get('to'), '/admin')}`);
  return withCookies(page, [writePreferences(changed, settings)]);
});

/** The time zone of the pages: the browser's if it sent one and the person wants it, otherwise UTC. */
export function readTimeZone(
  cookieHeader: string | undefined,
  { times }: Pick<Preferences, 'times'>,
  settings: Pick<Settings, 'secure'>,
): string {
  return times === 'utc' ? 'UTC' : (readZoneCookie(cookieHeader, settings) ?? 'UTC');
}

/** The content of the frame around a page, other than the current place. */
export type AdminFrame = {
  readonly issuer: string;
  /** The name of the portal. */
  readonly portal: string;
  /** Null without access. The navigation is hidden then. */
  readonly person: { readonly name: string; readonly role: AdminRole } | null;
  /** The name of this installation. Null without a name. */
  readonly environment: string | null;
  /** The number of errors and warnings that the checks found. */
  readonly openChecks: number;
  readonly preferences: Preferences;
  /** The hidden CSRF input of the frame's own form. */
  readonly csrf: string;
  /** The path and query of the page. A preference form leads back to it. */
  readonly address: string;
  /** The documentation is served at /docs. */
  readonly hasDocs: boolean;
  /** The version of Signet. */
  readonly version: string;
  /** The nonce of the style for a selected theme. */
  readonly nonce: string | undefined;
};
