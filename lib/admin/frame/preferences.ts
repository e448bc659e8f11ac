import { cookieName, readCookie, writeCookie } from '#lib/sessions/cookies';
import type { Settings } from '#lib/settings/settings';

/** What an administrator chooses for this browser; the first of each is the default. */
export const preferenceChoices = {
  times: ['local', 'utc'],
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  names: ['hidden', 'shown'],
} as const;

type Choices = typeof preferenceChoices;

/** How the administration looks in this browser. `names` shows the keys of settings with their labels. */
export type Preferences = { readonly [Name in keyof Choices]: Choices[Name][number] };

type Asked = Readonly<Partial<Record<keyof Choices, string>>>;

const cookie = 'signet-admin';
const lifetimeSeconds = 365 * 24 * 60 * 60;

/** The content of the cookie; absent and invalid values are the default. */
export function readPreferences(cookieHeader: string | undefined, settings: Pick<Settings, 'secure'>): Preferences {
  const stored = readCookie(cookieHeader, cookieName(cookie, settings)) ?? '';
  return toPreferences(Object.fromEntries(new URLSearchParams(stored)));
}

/** The Set-Cookie value that keeps the preferences for a year. */
export function writePreferences(preferences: Preferences, settings: Pick<Settings, 'secure'>): string {
  return writeCookie(cookie, new URLSearchParams(preferences).toString(), lifetimeSeconds, settings);
}

/** The preferences with the changes that are choices; others are left out. */
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
