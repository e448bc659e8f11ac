import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from 'playwright';

export type Browser = {
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Is added to the environment of the browser's process. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the browser was found, for the report. */
  readonly origin: string;
};

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Chromium for the browser tests: SIGNET_TEST_BROWSER, the system's browser, Playwright's own, or the one in the
 * package `@sparticuz/chromium`, which needs no installation.
 * @throws if SIGNET_TEST_BROWSER names no program
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.SIGNET_TEST_BROWSER;
  if (named !== undefined && !isProgram(named)) throw new Error(`SIGNET_TEST_BROWSER: ${named} is not a program`);
  const installed = named ?? findOnSystem() ?? findPlaywrights();
  if (installed) return { executablePath: installed, args: quietArguments(), env: {}, origin: installed };
  return unpackBrowser();
}

function findOnSystem(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [...candidates, ...places].find(isProgram) ?? null;
}

function findPlaywrights(): string | null {
  const path = chromium.executablePath();
  return isProgram(path) ? path : null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Only the pages under test are loaded over the network. */
function quietArguments(): string[] {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-first-run',
    '--no-pings',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  ];
  return process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
}

/**
 * Unpacks the package's browser once, into a new folder. The package itself would use fixed names in the temporary
 * folder, and would use a file that another process is still writing.
 */
async function unpackBrowser(): Promise<Browser> {
  const cache = resolve('node_modules/.cache/signet');
  const folder = join(cache, `chromium-${packageVersion()}`);
  if (!existsSync(folder)) await unpackInto(cache, folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: quietArguments(),
    env: { FONTCONFIG_PATH: join(folder, 'fonts') },
    origin: '@sparticuz/chromium',
  };
}

async function unpackInto(cache: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'chromium-'));
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = partial;
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
    writeFileSync(join(partial, 'fonts/fonts.conf'), fontSettings(join(folder, 'fonts')));
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * The package's own settings name the folder that it would have unpacked into. Without any font the browser crashes at
 * the first page.
 */
function fontSettings(folder: string): string {
  return `<fontconfig><dir>${folder}</dir><cachedir>${folder}-cache</cachedir></fontconfig>`;
}

function packageVersion(): string {
  const manifest = createRequire(import.meta.url)
    .resolve('@sparticuz/chromium')
    .replace(/build\/.*$/, 'package.json');
  return String(JSON.parse(readFileSync(manifest, 'utf8')).version);
}
