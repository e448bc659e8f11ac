import { appendFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import type { Database } from '#lib/db/database';
import type { Dialect } from '#lib/db/statement';

/** What this worker has heard in the present test file. */
const heard = new Set<string>();
let isRecording = false;

/** Operations of tests that are under way on Prisma's client. Their statements are not the product's. */
let ofTests = 0;

/** The frames between a statement and the code that wants it. */
const plumbing =
  /node_modules|node:|lib\/testing\/plans\/record-texts|lib\/db\/(?:database|gather|open|postgres-(?:adapter|client|message|prepared)|prepared|retry|run|sqlite-(?:adapter|group-commit|prepared|turn)|transaction|write-lock)\.ts/;

/** Sessions are for migrations and tools. */
const notProduct = /\.test\.tsx?|lib\/testing\/|bench\/|lib\/db\/(?:open-(?:sqlite|postgres)|migrat\w+)\.ts/;

/**
 * Remembers, from now on, every distinct statement of the product that reaches the driver of a dialect in this process.
 * A test on PostgreSQL may open an SQLite file too.
 */
export function recordTexts(dialect: Dialect): void {
  heard.clear();
  if (isRecording) return;
  isRecording = true;
  if (dialect === 'sqlite') listen(BetterSqlite3.prototype, 'prepare');
  else listen(pg.Client.prototype, 'query');
}

/** Every statement that was heard in the present test file. */
export function heardTexts(): readonly string[] {
  return [...heard];
}

/** Appends them to a file, as a line of JSON: the test file and its statements. */
export function saveTexts(file: string, test: string): void {
  if (heard.size > 0) appendFileSync(file, `${JSON.stringify({ test, texts: [...heard] })}\n`);
}

/** Tells the operations of tests on this client from those of the product, by the place that calls them. */
export function tellTestsApart(db: Database): void {
  const create: unknown = Reflect.get(db, '_createPrismaPromise');
  if (typeof create !== 'function') throw new Error('Prisma makes its promises in another way');
  Reflect.set(db, '_createPrismaPromise', (work: (tx: unknown) => Promise<unknown>, ...further: unknown[]) => {
    const counted = isOfProduct() ? work : (tx: unknown) => countAsTest(work(tx));
    return Reflect.apply(create, db, [counted, ...further]);
  });
}

function countAsTest<T>(answer: Promise<T>): Promise<T> {
  ofTests += 1;
  return answer.finally(() => {
    ofTests -= 1;
  });
}

function listen(prototype: object, name: string): void {
  const method: unknown = Reflect.get(prototype, name);
  if (typeof method !== 'function') throw new Error(`there is no method ${name}`);
  Reflect.set(prototype, name, function heardCall(this: unknown, ...values: unknown[]) {
    for (const text of textsOf(values[0])) hear(text);
    return Reflect.apply(method, this, values);
  });
}

function hear(text: string): void {
  if (heard.has(text) || ofTests > 0 || !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) return;
  if (!isOfProduct()) return;
  heard.add(text);
}

/** A message of lib/db/postgres-message.ts has several statements. */
function textsOf(asked: unknown): string[] {
  if (typeof asked === 'string') return [asked];
  if (typeof asked !== 'object' || asked === null) return [];
  if ('statements' in asked && Array.isArray(asked.statements)) return asked.statements.flatMap(textsOf);
  return 'text' in asked && typeof asked.text === 'string' ? [asked.text] : [];
}

/** Whether the nearest caller that is not plumbing is the product's. So it is where no caller is known any more. */
function isOfProduct(): boolean {
  const former = Error.prepareStackTrace;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  Error.prepareStackTrace = (_, sites) =>
    sites.map((site) => kindOf(site.getFileName() ?? '')).find(Boolean) ?? 'product';
  const kind: unknown = new Error('where').stack;
  Error.prepareStackTrace = former;
  Error.stackTraceLimit = stackTraceLimit;
  return kind === 'product';
}

type Kind = 'product' | 'test' | null;
const kinds = new Map<string, Kind>([['', null]]);

/** Whose a file is. Null if it is plumbing. */
function kindOf(file: string): Kind {
  const known = kinds.get(file);
  if (known !== undefined) return known;
  const kind = plumbing.test(file) ? null : notProduct.test(file) ? 'test' : 'product';
  kinds.set(file, kind);
  return kind;
}
