import { isTest, type SourceFile, withoutComments } from './source-file';

type SourceRule = {
  /** What the text of a file must not contain. */
  readonly pattern: RegExp;
  readonly allowedIn: RegExp;
  readonly problem: string;
};

const rules: readonly SourceRule[] = [
  {
    pattern: /\bnew Date\(\s*\)|\bDate\.now\b|\bnew Date\b(?!\s*\()/,
    allowedIn: /^lib\/http\/clock\.ts$/,
    problem: 'time is a parameter or comes from lib/http/clock.ts',
  },
  {
    pattern: /\bMath\.random\b/,
    allowedIn: /^lib\/crypto\/random\.ts$/,
    problem: 'randomness comes from lib/crypto/random.ts',
  },
  {
    pattern: /\bprocess\.env\b/,
    allowedIn: /^lib\/settings\/|^server\.ts$|\.config\.(ts|js)$|^(next-env\.d|instrumentation)\.ts$/,
    problem: 'the environment is read in lib/settings',
  },
  {
    pattern: /\$(queryRaw|executeRaw)Unsafe\b/,
    allowedIn: /(?!)/,
    problem: 'statements take their values as parameters',
  },
  {
    pattern: /\bSELECT\s+(\w+\.\*|\*\s+FROM\s+")/,
    allowedIn: /^lib\/(cli\/upgrade|testing)\//,
    problem: 'statements name the columns that they read, because an update adds others while they are prepared',
  },
  {
    pattern: /\.(findUnique|findFirst|findMany|updateMany|deleteMany|createMany|upsert|groupBy)(OrThrow|AndReturn)?\(/,
    allowedIn: /^lib\/db\/|-store\.ts$/,
    problem: 'statements stand in stores and lib/db',
  },
  {
    pattern: /\$(queryRaw|executeRaw|transaction)\b/,
    allowedIn: /^lib\/db\/|-store\.ts$/,
    problem: 'statements stand in stores and lib/db, transactions go through transaction()',
  },
  {
    pattern: /\bresponseModeWriters\s*\[|\bleaveHtml\s*\(|\bseeOther\([^)]*\.uri\b/,
    allowedIn: /^lib\/protocol\/redirect-to-client\.ts$|^lib\/http\/html\.ts$/,
    problem: 'only lib/protocol/redirect-to-client.ts leads to an address of a client',
  },
  {
    pattern: /\bupdateUser\s*\(/,
    allowedIn: /^lib\/users\/user-store\.ts$|^lib\/sessions\/update-account\.ts$/,
    problem: 'accounts are changed by updateAccount(), which ends what they may not do any more',
  },
  {
    pattern:
      /\b(Suspense|createContext|use(Context|Effect|LayoutEffect|State|Ref|Transition|Deferred\w+)|next\/(link|form|script|dynamic)|use client)\b|\son[A-Z]\w*=\{/,
    allowedIn: /^(?!app\/|components\/|lib\/.*\.tsx$)/,
    problem:
      'pages are documents: nothing suspends or waits for the browser (decision 002); behavior stands in browser',
  },
  {
    pattern: /\bimport\s+(?!type\b)[^;]*from\s+'(#|[./]+\/(lib|components|app)\/)/,
    allowedIn: /^(?!browser\/)/,
    problem: 'modules of the pages import packages and types, nothing of the server',
  },
  {
    pattern: /\bexport\s+\*/,
    allowedIn: /(?!)/,
    problem: 'no barrels',
  },
];

/** The folders whose `index.ts` is a registry. */
const registries =
  /^lib\/(protocol\/(grants|response-modes|response-types|client-authentication)|login\/(methods|second-factor|enrol))\/index\.ts$/;

const routeLines = 5;

/** One line for each file whose text breaks a rule. Tests may read the clock and the environment. */
export function checkSources(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => !isTest(path)).flatMap(checkSource);
}

function checkSource({ path, source }: SourceFile): string[] {
  const code = withoutComments(source);
  const broken = rules.filter(({ pattern, allowedIn }) => pattern.test(code) && !allowedIn.test(path));
  return [
    ...broken.map(({ problem }) => `${path}: ${problem}`),
    ...checkBounds(path, code),
    ...checkIndex(path),
    ...checkRoute(path, code),
    ...checkLoading(path),
    ...checkViewName(path),
  ];
}

/** The checks of zod that look at a whole value. They run on a text or list of any size, even after a failed `max()`. */
const looksAtAll: ReadonlySet<string> = new Set(['refine', 'superRefine', 'regex', 'check']);

function checkBounds(path: string, code: string): string[] {
  if (!/^(lib|app|components)\//.test(path)) return [];
  const starts = [...code.matchAll(/\bz\s*\.string(?=\()|\.max(?=\()/g)];
  const isUnbounded = starts.some(({ index }) => {
    const calls = callsAfter(code, index + 1);
    const isBounded = calls.some((call) => call.startsWith('max(') && call.includes('abort: true'));
    return !isBounded && calls.some((call) => looksAtAll.has(call.split('(', 1)[0] ?? ''));
  });
  return isUnbounded ? [`${path}: checks of texts and lists belong into boundedText() and boundedList()`] : [];
}

/** The chained calls, for example `['max(100)', 'regex(/a/)']`, from the first name after a place. */
function callsAfter(code: string, from: number): string[] {
  const calls: string[] = [];
  for (let at = code.indexOf('(', from), start = from; ; ) {
    const end = closingOf(code, at);
    calls.push(code.slice(start, end));
    const next = /^\s*\.(\w+)(?=\()/.exec(code.slice(end));
    if (next === null) return calls.map((call) => call.replace(/^\s*\.?\s*/, ''));
    start = end + next[0].length - (next[1]?.length ?? 0);
    at = end + next[0].length;
  }
}

/** The place after the parenthesis that closes the one at `open`. Those in patterns and texts are balanced here. */
function closingOf(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')' && --depth === 0) return at + 1;
  }
  return code.length;
}

function checkIndex(path: string): string[] {
  if (!/(^|\/)index\.tsx?$/.test(path) || registries.test(path)) return [];
  return [`${path}: the only index files are registries`];
}

function checkRoute(path: string, code: string): string[] {
  if (!/^app\/(.*\/)?route\.ts$/.test(path)) return [];
  const lines = code.split('\n').filter((line) => line.trim() !== '').length;
  return lines > routeLines ? [`${path}: ${lines} lines of code, a route has at most ${routeLines}`] : [];
}

/** Next would send such a page first and then replace it by a script. */
function checkLoading(path: string): string[] {
  return /^app\/(.*\/)?loading\.[jt]sx?$/.test(path) ? [`${path}: pages are documents, sent when they are whole`] : [];
}

/** The layers know views by their name. */
function checkViewName(path: string): string[] {
  const isView = /\/(view|views\/[\w-]+)\.tsx$/.test(path);
  return path.startsWith('lib/') && path.endsWith('.tsx') && !isView ? [`${path}: a view is view.tsx or in views`] : [];
}
