import Bowser from 'bowser';

/** The names of a browser and its system for people: "Firefox" and "Windows". Null for unknown parts. */
export type BrowserWords = { readonly browser: string | null; readonly system: string | null };

/** Longer than the header of any browser. */
const maximumUserAgent = 300;

/** @param userAgent the header, which can be any text; null without one */
export function browserWords(userAgent: string | null): BrowserWords {
  if (userAgent === null || userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, maximumUserAgent));
  return { browser: browser.name || null, system: os.name || null };
}

/** Both in one text that is independent of the language: "Firefox (Windows)". Undefined if nothing is known. */
export function browserText(userAgent: string | null): string | undefined {
  const { browser, system } = browserWords(userAgent);
  if (browser !== null && system !== null) return `${browser} (${system})`;
  return browser ?? system ?? undefined;
}
