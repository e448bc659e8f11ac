import type { Settings } from '#lib/settings/settings';
import { daySeconds } from '#lib/vocabulary/time';
import { cookieName, readCookie, writeCookie } from './cookies';

const name = 'signet-language';
const lifetimeSeconds = 365 * daySeconds;

/**
 * The language that a person chose in this browser, and when. In the interaction in which it was chosen, it takes
 * precedence.
 */
type LanguageChoice = { readonly locale: string; readonly chosenAt: Date };

/** @returns null without a well-formed cookie; the language may no longer exist */
export function readLanguageCookie(
  cookieHeader: string | undefined,
  settings: Pick<Settings, 'secure'>,
): LanguageChoice | null {
  const [, locale, chosenAt] =
    /^([A-Za-z0-9-]{2,35})~(\d{1,14})$/.exec(readCookie(cookieHeader, cookieName(name, settings)) ?? '') ?? [];
  if (locale === undefined || chosenAt === undefined) return null;
  return { locale, chosenAt: new Date(Number(chosenAt)) };
}

/** The Set-Cookie value that keeps a choice for a year. */
export function writeLanguageCookie({ locale, chosenAt }: LanguageChoice, settings: Pick<Settings, 'secure'>): string {
  return writeCookie(name, `${locale}~${chosenAt.getTime()}`, lifetimeSeconds, settings);
}
