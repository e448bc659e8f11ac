import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Source files of the product, without generated clients and tests. */
const isSource = (path: string) =>
  /\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$/.test(path) && !/^lib\/testing\/|\/generated\//.test(path);

/** Statements that use up or count something. The database decides which of several callers is first. */
const deciding = [
  // The caller reads the number of changed rows.
  /\.(?:updateMany|deleteMany)\([\s\S]*\bcount\b|\bcount\b[\s\S]*\.(?:updateMany|deleteMany)\(/,
  /\.updateManyAndReturn\(/,
  /\bincrement:|\bdecrement:/,
  /ON CONFLICT/,
  /\bUPDATE "|\bDELETE FROM "/,
  /\bisUniqueViolation\(/,
];

/** A call that reserves a use of a counter before the work. */
const reserving =
  /\b(?:reserve|reserveAddress|reserveMail|reserveRequest|limitRequests|spend|reserveStrangerAttempt)\(\s*[\w{]/;

const declaration = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/;

/** Places in the code, such as `lib/mail/outbox-store.ts: claimMail`. */
export type Uses = {
  /** The places where a statement decides which of several callers is first. */
  readonly stores: readonly string[];
  /** The places where a counter is used. */
  readonly limits: readonly string[];
};

/** Finds the places in the sources, so that a new one cannot be forgotten. */
export function findUses(): Uses {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join('lib', path.replaceAll('\\', '/')))
    .filter(isSource)
    .sort();
  const parts = files.flatMap((file) =>
    declarationsOf(readFileSync(file, 'utf8')).map(({ name, text }) => ({ place: `${file}: ${name}`, text })),
  );
  return {
    stores: parts.filter(({ text }) => deciding.some((pattern) => pattern.test(text))).map(({ place }) => place),
    limits: parts
      .filter(({ place }) => !place.startsWith('lib/ratelimit/'))
      .filter(({ text }) => reserving.test(text.replace(declaration, '')))
      .map(({ place }) => place),
  };
}

/** The declarations at the top of a module, without comments. */
function declarationsOf(source: string): { name: string; text: string }[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return code.split(/^(?=(?:export )?(?:async )?(?:function\*? |const )\w)/m).flatMap((text) => {
    const name = declaration.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
}

/** Columns that store whether or how often something was used, such as `AuthorizationCode.redeemedAt`. */
export function findUseColumns(): string[] {
  const models = readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm);
  return [...models].flatMap(([, model = '', body = '']) =>
    [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)]
      .filter(([, column = '', type = '']) => marks(column, type))
      .map(([, column]) => `${model}.${column}`),
  );
}

function marks(column: string, type: string): boolean {
  if (type === 'DateTime')
    return /^(?:used|redeemed|consumed|finished|completed|decided|delivered|ended|revoked|stopped)At$/.test(column);
  return (
    (type === 'Int' || type === 'BigInt') &&
    /(?:count|uses|failures|codes|attempts|occurrences|seen|step|sequence|number)$/i.test(column)
  );
}
