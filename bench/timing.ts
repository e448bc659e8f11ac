import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { codeRequest, formFields } from '#lib/testing/http-browser';
import { boundOf, rankTest } from '#lib/testing/rank-test';
import { type RunningServer, startServer } from '#lib/testing/running-server';
import { hashPassword } from '#lib/users/password-hash';
import { type Ask, type LoadRequest, openConnection } from './load';
import { median } from './measure';

/**
 * npm run bench -- timing [samples]: whether the time of an answer reveals that an account exists (security #86). It
 * sends `samples` requests for each kind of name to the sign-in and the recovery of a production server, one after
 * another and in random order. The exit code is 1 if a kind differs from the unknown name by more than chance.
 *
 * No limit interferes, because each request has another account and another network, given by X-Forwarded-For from a
 * trusted proxy.
 */
const samples = Number(process.argv[2] ?? 300);
const warmUp = 20;
/** The probability that the exit code is 1 by chance alone. */
const alpha = 0.01;
const password = 'correct horse battery staple';
const redirectUri = 'https://rp.test/cb';
/** The pause between two requests, so that the server can finish its work after an answer. */
const pauseMs = 15;

const ownHash = await hashPassword(password);
/** A common hash from other systems. Verifying it takes several times as long as ours. */
const oldHash = `$2b$10$${'.'.repeat(53)}`;

type Account = { readonly password_hash?: string; readonly enabled?: boolean; readonly claims?: object };

/** The kinds of names. Null means that there is no account. */
type Kinds = Readonly<Record<string, Account | null>>;

const unknown = 'unknown name';
const proved = { email_verified: true };
const signInKinds: Kinds = {
  [unknown]: null,
  'wrong password': { password_hash: ownHash },
  'disabled account': { password_hash: ownHash, enabled: false },
  'account without a password': {},
};
const importedKinds: Kinds = { ...signInKinds, 'imported hash': { password_hash: oldHash } };
const recoveryKinds: Kinds = {
  [unknown]: null,
  'verified address': { claims: proved },
  'disabled account': { claims: proved, enabled: false },
  'unverified address': { claims: { email_verified: false } },
  'account without an address': {},
};

/** The request for a name, and its expected redirect. */
type Question = (name: string) => { readonly request: LoadRequest; readonly leadsTo: string };

/** A sign-in expires after some minutes, so a new one starts after this many requests. */
const perQuestion = 100;

type Scene = {
  readonly title: string;
  readonly kinds: Kinds;
  readonly question: (server: RunningServer) => Promise<Question>;
};

const scenes: readonly Scene[] = [
  { title: 'Sign-in, all hashes are our own', kinds: signInKinds, question: signInQuestion },
  { title: 'Sign-in, some hashes are imported (bcrypt, cost 10)', kinds: importedKinds, question: signInQuestion },
  { title: 'Request to recover an account', kinds: recoveryKinds, question: recoveryQuestion },
];

const comparisons = scenes.reduce((sum, { kinds }) => sum + Object.keys(kinds).length - 1, 0);
const bound = boundOf(alpha, comparisons);
let isEven = true;
console.log(
  `${samples} answers of each kind. |z| up to ${bound.toFixed(2)} is chance (p ${alpha}, ${comparisons} comparisons).`,
);
for (const scene of scenes) isEven = report(scene.title, await play(scene)) && isEven;
process.exitCode = isEven ? 0 : 1;

/** @returns the time of each answer in milliseconds, by kind */
async function play({ kinds, question }: Scene): Promise<Map<string, number[]>> {
  const server = await startServer({
    configuration: configurationOf(kinds),
    env: { SIGNET_TRUSTED_PROXIES: '127.0.0.1' },
  });
  try {
    const ask = openConnection();
    let ready = await question(server);
    const times = new Map(Object.keys(kinds).map((kind): [string, number[]] => [kind, []]));
    for (const [count, index] of turnsOf(Object.keys(kinds).length).entries()) {
      if (count % perQuestion === 0) ready = await question(server);
      const kind = Object.keys(kinds)[index % times.size] ?? unknown;
      const ms = await time(ask, ready(nameOf(kind, index)), addressOf(count));
      if (index >= warmUp * times.size) times.get(kind)?.push(ms);
      await setTimeout(pauseMs);
    }
    return times;
  } finally {
    await server.stop();
  }
}

async function time(ask: Ask, { request, leadsTo }: ReturnType<Question>, address: string): Promise<number> {
  const headers = { ...request.headers, 'x-forwarded-for': address };
  const started = performance.now();
  const { status, headers: answered } = await ask({ ...request, headers });
  const ms = performance.now() - started;
  if (answered.location?.startsWith(leadsTo)) return ms;
  throw new Error(`${request.path} answered ${status} to ${String(answered.location)}`);
}

/** The numbers of all requests: first the warm-up, then the rest, each in random order. */
function turnsOf(kinds: number): number[] {
  const numbers = Array.from({ length: (warmUp + samples) * kinds }, (_, index) => index);
  return [...shuffled(numbers.slice(0, warmUp * kinds)), ...shuffled(numbers.slice(warmUp * kinds))];
}

function shuffled(numbers: readonly number[]): number[] {
  const mixed = [...numbers];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] ?? 0, mixed[last] ?? 0];
  }
  return mixed;
}

/** Each request has its own /24 network, because the limits and the password queue count by network. */
function addressOf(count: number): string {
  return `10.${count >> 8}.${count & 255}.7`;
}

/** All names have the same length. */
function nameOf(kind: string, index: number): string {
  return `person-${kind.length}-${String(index).padStart(6, '0')}`;
}

function configurationOf(kinds: Kinds) {
  const names = Object.keys(kinds);
  return {
    clients: [{ client_id: 'app', token_endpoint_auth_method: 'none', redirect_uris: [redirectUri], scope: 'openid' }],
    users: turnsOf(names.length).flatMap((index) => {
      const kind = names[index % names.length] ?? unknown;
      const account = kinds[kind];
      if (!account) return [];
      const username = nameOf(kind, index);
      const claims = account.claims && { ...account.claims, email: `${username}@example.com` };
      return [{ ...account, username, ...(claims && { claims }) }];
    }),
  };
}

/** One sign-in. Every wrong password returns to it. */
async function signInQuestion({ issuer, port }: RunningServer): Promise<Question> {
  const ask = openConnection();
  const { url } = codeRequest(issuer, { client_id: 'app', redirect_uri: redirectUri, scope: 'openid' });
  const led = await ask({ port, method: 'GET', path: url.slice(issuer.length) });
  const page = led.headers.location ?? '';
  const cookie = (led.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const { text } = await ask({ port, method: 'GET', path: page.slice(issuer.length), headers: { cookie } });
  const fields = { ...Object.fromEntries(formFields(text)), password: 'a wrong password', decision: 'sign_in' };
  return (username) => ({
    request: post({ issuer, port, path: '/login/submit' }, { ...fields, username }, { cookie }),
    leadsTo: `${issuer}/login?`,
  });
}

async function recoveryQuestion({ issuer, port }: RunningServer): Promise<Question> {
  return (identifier) => ({
    request: post({ issuer, port, path: '/recover/submit' }, { identifier, decision: 'continue' }),
    leadsTo: `${issuer}/recover?sent=1`,
  });
}

function post(
  { issuer, port, path }: { readonly issuer: string; readonly port: number; readonly path: string },
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): LoadRequest {
  const form = { origin: issuer, 'content-type': 'application/x-www-form-urlencoded' };
  return { port, path, headers: { ...form, ...headers }, body: new URLSearchParams(fields).toString() };
}

/** Prints a table. @returns whether no kind differs from the unknown name */
function report(title: string, times: ReadonlyMap<string, readonly number[]>): boolean {
  const base = times.get(unknown) ?? [];
  console.log(`\n${title}\n\n| kind | median ms | U | z | p | |\n|---|--:|--:|--:|--:|---|`);
  const isEven = [...times].map(([kind, own]) => {
    if (kind === unknown) return console.log(`| ${kind} | ${median(own).toFixed(2)} | | | | |`) ?? true;
    const { u, z, p } = rankTest(own, base);
    const isSame = Math.abs(z) <= bound;
    const cells = [median(own).toFixed(2), u.toFixed(0), z.toFixed(2), p.toFixed(3), isSame ? 'same' : '**differs**'];
    console.log(`| ${kind} | ${cells.join(' | ')} |`);
    return isSame;
  });
  return isEven.every(Boolean);
}
