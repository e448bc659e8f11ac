import Bowser from 'bowser';

/** The names of a browser and its system for people: "Firefox" and "Windows". Null for unknown parts. */
export type BrowserWords = { readonly browser: string | null; readonly system: string | null };

/** Longer than the header of any browser. */
const maximumUserAgent = 300;

/**
 * Only these names are shown. The header is any text that a stranger chooses, and the library takes the name of a program
 * that it does not know from there, links included. People would read it in our mails (security #197).
 */
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP).filter((name) => name !== 'Generic'));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Programs without a page, by the beginning of their header. */
const programs: readonly (readonly [start: string, name: string])[] = [
  ['curl/', 'curl'],
  ['Wget/', 'Wget'],
  ['PostmanRuntime/', 'Postman'],
  ['python-requests/', 'Python'],
  ['Go-http-client/', 'Go'],
  ['okhttp/', 'OkHttp'],
];

/** @param userAgent the header, which can be any text; null without one */
export function browserWords(userAgent: string | null): BrowserWords {
  if (userAgent === null || userAgent === '') return { browser: null, system: null };
  const program = programs.find(([start]) => userAgent.startsWith(start));
  if (program !== undefined) return { browser: program[1], system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, maximumUserAgent));
  return { browser: among(browsers, browser.name), system: among(systems, os.name) };
}

function among(known: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && known.has(name) ? name : null;
}

/** Both in one text that is independent of the language: "Firefox (Windows)". Undefined if nothing is known. */
export function browserText(userAgent: string | null): string | undefined {
  const { browser, system } = browserWords(userAgent);
  if (browser !== null && system !== null) return `${browser} (${system})`;
  return browser ?? system ?? undefined;
}
