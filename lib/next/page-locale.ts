import { headers } from 'next/headers';
import { cache } from 'react';
import type { Context } from '#lib/context';
import { responseStorage } from '#lib/http/response-storage';
import { chooseLocale } from '#lib/i18n/choose-locale';
import { type Locale, locales } from '#lib/i18n/locales';
import { chosenLocale, languageParameter, readLocale } from '#lib/protocol/read-locale';
import { isUnavailable } from '#lib/serve';
import { writeLanguageCookie } from '#lib/sessions/language-cookie';
import { pageAddress } from './page-address';
import { pageContext } from './page-context';

/** The administration is in English, regardless of the browser. */
const isAdministration = /^\/admin(\/|$)/;

/** The language of the page that is being rendered, determined once for its layout and itself. */
export const pageLocale = cache(async (): Promise<Locale> => {
  const incoming = await headers();
  const acceptLanguage = incoming.get('accept-language') ?? undefined;
  const cookie = incoming.get('cookie') ?? undefined;
  const { path, query } = await pageAddress();
  if (isAdministration.test(path)) return 'en';
  try {
    const context = await pageContext();
    keepChoice(query, context);
    return await readLocale({ query, body: '', headers: { cookie, 'accept-language': acceptLanguage } }, context);
  } catch (error) {
    // The page says that nothing can be read. It must not fail only because its language is unknown.
    if (!isUnavailable(error)) throw error;
    return chooseLocale({ acceptLanguage }, locales);
  }
});

/** Remembers in this browser the language that a page was requested in. It has no effect without our server. */
function keepChoice(query: string, context: Context): void {
  const locale = chosenLocale(query, context);
  const response = responseStorage().getStore();
  if (locale === null || response === undefined || response.headersSent) return;
  response.appendHeader('set-cookie', writeLanguageCookie({ locale, chosenAt: context.now }, context.settings));
}

/** The fields that the language switch sends with the language, so that the page stays the same. */
type SwitchFields = readonly { readonly name: string; readonly value: string }[];

/** The administration is in English. The account has its own page, which its menu leads to. */
const withoutSwitch = /^\/(?:admin|account)(?:\/|$)/;

/** @returns null if the page has no switch */
export async function readSwitch(): Promise<SwitchFields | null> {
  const { path, query } = await pageAddress();
  if (withoutSwitch.test(path)) return null;
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== languageParameter)
    .map(([name, value]) => ({ name, value }));
}
