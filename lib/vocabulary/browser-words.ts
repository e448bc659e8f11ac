import Bowser from 'bowser';

/** The names of a browser and its system for people: "Firefox" and "Windows". Null for unknown parts. */
export type BrowserWords = { readonly browser: string | null; readonly system: string | null };

/** Longer than what any browser sends. */
const maximumUserAgent = 300;

/** @param userAgent the header, which anybody may have written; null without one */
export function browserWords(userAgent: string | null): BrowserWords {
  if (userAgent === null || userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, maximumUserAgent));
  return { browser: browser.name || null, system: os.name || null };
}

/** Both in one text without words of a language: "Firefox (Windows)". Undefined if nothing is known. */
export function browserText(userAgent: string | null): string | undefined {
  const { browser, system } = browserWords(userAgent);
  if (browser !== null && system !== null) return `${browser} (${system})`;
  return browser ?? system ?? undefined;
}
