import { decodeJwt } from 'jose';
import {
  codeIn,
  codeRequest,
  createHttpBrowser,
  formFields,
  type HttpBrowser,
  locationOf,
  signInByForm,
} from '#lib/testing/http-browser';
import { processConfiguration, processPerson, refreshBody } from '../../e2e/processes/configuration';
import type { Family, Ledger, LedgerCode, LedgerSession } from './ledger';

/** Clients and browsers that keep sending requests until they are stopped. */
export type Load = {
  /** Starts them. */
  readonly start: () => void;
  /** Resolves when no request is under way. */
  readonly stop: () => Promise<void>;
  /** Resolves when `more` further operations have been acknowledged, or when `until` resolves. */
  readonly acknowledged: (more: number, until: Promise<unknown>) => Promise<void>;
};

/**
 * A sign-in that a kill interrupts stays counted as a failure of the person and of the address. To stay below these
 * limits, the load has many people, and each sign-in has its own address.
 */
const people = Array.from({ length: 60 }, (_, index) => ({ ...processPerson, username: `person-${index}` }));

/** The clients and people of the load. */
export const loadConfiguration = { ...processConfiguration, users: people };

type Place = {
  readonly issuer: string;
  readonly ledger: Ledger;
  readonly clients: number;
  readonly random: () => number;
};

const redirectUri = 'https://rp.test/cb';
const scope = 'openid offline_access';

/** A person in a browser, with the codes and tokens of the application. */
type Client = {
  browser: HttpBrowser;
  session: LedgerSession | null;
  readonly codes: (LedgerCode & { readonly verifier: string })[];
  readonly families: Family[];
};

/** The result of an operation is unknown, because the database was down or the connection broke. */
class Uncertain extends Error {}

export function createLoad({ issuer, ledger, clients: count, random }: Place): Load {
  let isRunning = false;
  let workers: Promise<void>[] = [];
  const waiting = new Set<() => void>();
  let turn = 0;
  const clients = Array.from({ length: count }, newClient);
  const acknowledge = () => {
    ledger.acknowledged += 1;
    for (const look of waiting) look();
  };

  function newClient(): Client {
    return { browser: createHttpBrowser(issuer), session: null, codes: [], families: [] };
  }

  /** @throws Uncertain */
  async function ask(send: () => Promise<Response>): Promise<Response> {
    const answer = await send().catch(() => null);
    if (answer === null) throw new Uncertain();
    if (answer.status === 503) {
      if (Number(answer.headers.get('retry-after')) > 0) throw new Uncertain();
      ledger.wrongAnswers.push(`${answer.url.split('?')[0]}: 503 without Retry-After`);
    }
    if (answer.status >= 500) {
      ledger.wrongAnswers.push(`${answer.url.split('?')[0]}: ${answer.status}`);
      throw new Uncertain();
    }
    return answer;
  }

  const postToken = (body: string) =>
    ask(() =>
      fetch(`${issuer}/connect/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      }),
    );

  async function signIn(client: Client): Promise<void> {
    const address = `10.8.${Math.floor(turn / 256) % 256}.${turn % 256}`;
    client.browser = createHttpBrowser(issuer, { headers: { 'x-forwarded-for': address }, observe: refuseUncertain });
    const session: LedgerSession = { sid: null, state: 'unknown' };
    const { url } = codeRequest(issuer, { client_id: 'app', redirect_uri: redirectUri, scope });
    const person = people[turn % people.length] ?? processPerson;
    turn += 1;
    const location = await signInByForm(client.browser, url, person);
    if (!location.startsWith(redirectUri)) throw new Uncertain();
    session.state = 'open';
    client.session = session;
    ledger.sessions.push(session);
    ledger.signIns += 1;
    acknowledge();
  }

  /** The page may be the answer to an outage or to too many sign-ins, instead of the expected form. */
  function refuseUncertain({ status, url }: Response): void {
    if (status === 503 || status === 429) throw new Uncertain();
    if (status < 500) return;
    ledger.wrongAnswers.push(`${url.split('?')[0]}: ${status}`);
    throw new Uncertain();
  }

  async function authorize({ browser, session, codes }: Client): Promise<void> {
    if (session === null) return;
    const { url, verifier } = codeRequest(issuer, { client_id: 'app', redirect_uri: redirectUri, scope });
    const answer = await ask(() => browser.get(url));
    const code = { code: codeIn(locationOf(answer)), session, state: 'open' as const, verifier };
    codes.push(code);
    ledger.codes.push(code);
    acknowledge();
  }

  async function redeem({ codes, families }: Client): Promise<void> {
    const code = codes.shift();
    if (code === undefined || code.session.state !== 'open') return;
    code.state = 'unknown';
    const fields = { grant_type: 'authorization_code', client_id: 'app', redirect_uri: redirectUri };
    const more = { code: code.code, code_verifier: code.verifier };
    const answer = await postToken(new URLSearchParams({ ...fields, ...more }).toString());
    const body = await readBody(answer);
    if (answer.status !== 200) return wrong(`a good code was refused: ${JSON.stringify(body)}`);
    code.state = 'redeemed';
    const sid = decodeJwt(String(body.id_token)).sid;
    code.session.sid ??= typeof sid === 'string' ? sid : null;
    const [leaf, accessToken] = [String(body.refresh_token), String(body.access_token)];
    const family: Family = { leaf, former: [], accessToken, state: 'live' };
    families.push(family);
    ledger.families.push(family);
    acknowledge();
  }

  async function refresh({ families }: Client): Promise<void> {
    const family = families.shift();
    if (family === undefined) return;
    family.state = 'unknown';
    const answer = await postToken(refreshBody(family.leaf));
    const body = await readBody(answer);
    if (answer.status !== 200) return wrong(`a good refresh token was refused: ${JSON.stringify(body)}`);
    family.former.push(family.leaf);
    family.leaf = String(body.refresh_token);
    family.accessToken = String(body.access_token);
    family.state = 'live';
    families.push(family);
    acknowledge();
  }

  async function revoke({ families }: Client): Promise<void> {
    const family = families.shift();
    if (family === undefined) return;
    family.state = 'unknown';
    const body = new URLSearchParams({ client_id: 'app', token: family.leaf });
    const { status } = await ask(() => fetch(`${issuer}/connect/revocation`, { method: 'POST', body }));
    if (status !== 200) return wrong(`a revocation was answered by ${status}`);
    family.state = 'ended';
    acknowledge();
  }

  async function signOut(client: Client): Promise<void> {
    const { browser, session } = client;
    if (session === null) return;
    const page = await (await ask(() => browser.get('/logout'))).text();
    session.state = 'unknown';
    client.session = null;
    client.codes.length = 0;
    const { status } = await ask(() => browser.post('/logout/submit', [...formFields(page), ['decision', 'sign_out']]));
    if (status !== 303) return wrong(`a sign-out was answered by ${status}`);
    session.state = 'ended';
    ledger.signOuts += 1;
    acknowledge();
  }

  async function guess(): Promise<void> {
    const address = `10.9.${Math.floor(ledger.acknowledged / 100) % 256}.1`;
    const failures = ledger.failures.get(address) ?? { count: 0, since: Date.now() };
    ledger.failures.set(address, failures);
    const browser = createHttpBrowser(issuer, { headers: { 'x-forwarded-for': address }, observe: refuseUncertain });
    const { url } = codeRequest(issuer, { client_id: 'app', redirect_uri: redirectUri, scope });
    const nobody = { username: `nobody-${Math.floor(random() * 1e9)}`, password: 'wrong' };
    const location = await signInByForm(browser, url, nobody);
    if (!location.includes('/login?')) return wrong(`a wrong password led to ${location}`);
    failures.count += 1;
    acknowledge();
  }

  async function readBody(answer: Response): Promise<Record<string, unknown>> {
    return answer.json().catch(() => {
      throw new Uncertain();
    });
  }

  function wrong(problem: string): void {
    ledger.wrongAnswers.push(problem);
  }

  const operations = [
    [20, authorize],
    [20, redeem],
    [35, refresh],
    [6, revoke],
    [3, signOut],
    [3, guess],
  ] as const;

  async function step(client: Client): Promise<void> {
    if (client.session === null) return signIn(client);
    let ticket = random() * operations.reduce((sum, [weight]) => sum + weight, 0);
    const chosen = operations.find(([weight]) => {
      ticket -= weight;
      return ticket < 0;
    });
    await chosen?.[1](client);
  }

  async function work(client: Client): Promise<void> {
    while (isRunning) {
      await step(client).catch((error: unknown) => {
        // A missing page or redirect means that the answer was cut off.
        if (!(error instanceof Uncertain) && !isBroken(error)) wrong(String(error));
      });
    }
  }

  return {
    start: () => {
      isRunning = true;
      workers = clients.map(work);
    },
    stop: async () => {
      isRunning = false;
      await Promise.all(workers);
    },
    acknowledged: (more, until) =>
      new Promise((resolve) => {
        const goal = ledger.acknowledged + more;
        const look = () => {
          if (ledger.acknowledged < goal) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void until.then(() => {
          waiting.delete(look);
          resolve();
        });
      }),
  };
}

/** Whether fetch threw this because the server is gone. */
function isBroken(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof Error && /fetch failed|terminated|aborted/.test(error.message))
  );
}
