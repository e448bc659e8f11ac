import { setTimeout as delay } from 'node:timers/promises';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { HttpBrowser } from '#lib/testing/http-browser';
import { type Account, people } from './configuration';
import { until } from './daemon';
import { createLedger, type Ledger } from './ledger';
import {
  askToken,
  getCode,
  getJson,
  isActive,
  openBrowser,
  postForm,
  Refused,
  signIn,
  signOut,
  type Target,
  type Visit,
} from './requests';

const kinds = ['token', 'introspection', 'revocation', 'refresh', 'sign-in', 'code', 'keys', 'sign-out'] as const;
export type Kind = (typeof kinds)[number];

export type Failure = {
  readonly kind: Kind;
  /** In milliseconds, by performance.now(). */
  readonly at: number;
  readonly text: string;
  /** A failure of the server, of the client, or one announced by 503 with Retry-After. */
  readonly cause: 'server' | 'client' | 'announced';
};

/** Clients that send requests all the time, each one after another. */
export type Load = {
  readonly ledger: Ledger;
  readonly failures: readonly Failure[];
  /** The number of successes of each kind, in words. */
  readonly counted: () => string;
  /** Waits until every kind has succeeded `times` more times. */
  readonly progress: (times: number) => Promise<void>;
  /** The time at which every kind had succeeded at least once since `moment`, in milliseconds by performance.now(). */
  readonly allSince: (moment: number) => number;
  /** Waits for the requests under way. */
  readonly stop: () => Promise<void>;
};

type Tell = <T>(kind: Kind, work: () => Promise<T>) => Promise<T>;

/** The pause between two rounds of one client. */
const pauseMs = 40;

/**
 * Starts the load: programs that get, introspect and revoke tokens; people who refresh; people who sign in and out.
 * @param targets the servers; a client uses another one in each round
 * @param size the number of clients of each kind
 */
export function startLoad(targets: readonly Target[], size = 2): Load {
  const ledger = createLedger();
  const failures: Failure[] = [];
  const moments = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  let isOver = false;
  const tell: Tell = async (kind, work) => {
    try {
      const result = await work();
      moments.get(kind)?.push(performance.now());
      return result;
    } catch (error) {
      failures.push({ kind, at: performance.now(), text: `${kind}: ${describe(error)}`, cause: causeOf(error) });
      throw error;
    }
  };
  const repeat = async (round: (target: Target) => Promise<void>, first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      const target = targets[turn % targets.length];
      if (target !== undefined) await round(target).catch(() => undefined);
      await delay(pauseMs);
    }
  };
  const users = Array.from({ length: size }, (_, index) => [
    repeat(createMachine(ledger, tell), index),
    repeat(createRefresher(ledger, tell, personOf(2 * index)), index + 1),
    repeat(createPerson(ledger, tell, personOf(2 * index + 1)), index + 2),
  ]).flat();
  const countSince = (moment: number) =>
    kinds.map((kind) => (moments.get(kind) ?? []).filter((at) => at >= moment).length);
  return {
    ledger,
    failures,
    counted: () => `${countSince(0).reduce((sum, count) => sum + count, 0)} requests`,
    async progress(times) {
      const started = performance.now();
      await until('the load to go on', () => (countSince(started).every((count) => count >= times) ? true : null));
    },
    allSince: (moment) =>
      Math.max(...kinds.map((kind) => moments.get(kind)?.find((at) => at >= moment) ?? Number.POSITIVE_INFINITY)),
    async stop() {
      isOver = true;
      await Promise.all(users);
    },
  };
}

function personOf(index: number): Account {
  const person = people[index % people.length];
  if (person === undefined) throw new Error('the configuration has no people');
  return person;
}

function causeOf(error: unknown): Failure['cause'] {
  if (!(error instanceof Refused)) return 'client';
  if (error.isAnnounced) return 'announced';
  return error.isFault ? 'server' : 'client';
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Gets a token, introspects it as the API, and revokes every third token. */
function createMachine({ tokens }: Ledger, tell: Tell) {
  let count = 0;
  return async (target: Target) => {
    count += 1;
    const fields = { grant_type: 'client_credentials', scope: 'orders' };
    const { access_token: token } = await tell('token', () => askToken(target, 'machine', fields));
    tokens.set(token, 'active');
    await tell('introspection', () => expectActive(target, token, true));
    if (count % 3 !== 0) return;
    // The state of the token is unknown until the answer arrives.
    tokens.delete(token);
    await tell('revocation', () => postForm(target, '/connect/revocation', 'machine', { token }));
    tokens.set(token, 'ended');
    await tell('introspection', () => expectActive(target, token, false));
  };
}

async function expectActive(target: Target, token: string, active: boolean): Promise<void> {
  if ((await isActive(target, token)) !== active) {
    throw new Error(active ? 'a token that was just issued is inactive' : 'a token that just ended is active');
  }
}

/** Gets a code with a session, and refreshes until something fails. It verifies the signature of every ID token. */
function createRefresher({ chains, codes }: Ledger, tell: Tell, person: Account) {
  let browser: HttpBrowser | null = null;
  let handle: string | null = null;
  return async (target: Target) => {
    if (handle === null) {
      browser ??= await openSession(target, tell, { clientId: 'web', person });
      const own = browser;
      // A failover may have lost the session.
      browser = null;
      const fields = await tell('code', () => getCode(target, own, 'web'));
      browser = own;
      const tokens = await tell('token', () => askToken(target, 'web', fields));
      codes.add(fields);
      handle = tokens.refresh_token ?? null;
      if (handle !== null) chains.add(handle);
    } else {
      const former = handle;
      handle = null;
      chains.delete(former);
      const fields = { grant_type: 'refresh_token', refresh_token: former };
      const tokens = await tell('refresh', () => askToken(target, 'web', fields));
      handle = tokens.refresh_token ?? null;
      if (handle !== null) chains.add(handle);
      await tell('keys', () => verify(target, tokens.id_token ?? ''));
    }
  };
}

async function verify(target: Target, idToken: string): Promise<void> {
  const keys = await getJson(target, '/.well-known/openid-configuration/jwks');
  const list = Array.isArray(keys.keys) ? keys.keys : [];
  await jwtVerify(idToken, createLocalJWKSet({ keys: list }), { issuer: target.issuer, audience: 'web' });
}

async function openSession(target: Target, tell: Tell, visit: Omit<Visit, 'browser'>): Promise<HttpBrowser> {
  const browser = openBrowser(target);
  await tell('sign-in', () => signIn(target, { ...visit, browser }));
  return browser;
}

/** Signs in, gets a token and signs out. Then the token must be inactive. */
function createPerson({ tokens }: Ledger, tell: Tell, person: Account) {
  return async (target: Target) => {
    const browser = await openSession(target, tell, { clientId: 'shop', person });
    const fields = await tell('code', () => getCode(target, browser, 'shop'));
    const { access_token: token, id_token: idToken = '' } = await tell('token', () => askToken(target, 'shop', fields));
    tokens.set(token, 'active');
    await tell('introspection', () => expectActive(target, token, true));
    tokens.delete(token);
    await tell('sign-out', () => signOut(target, browser, idToken));
    tokens.set(token, 'ended');
    await tell('introspection', () => expectActive(target, token, false));
  };
}
