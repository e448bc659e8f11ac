import { sha256 } from '#lib/crypto/hash';
import { createId } from '#lib/crypto/random';
import { codeRequest, createHttpBrowser, formFields, type HttpBrowser, locationOf } from '#lib/testing/http-browser';

/** Sends one request from the address. @returns whether the limit allowed it */
type Ask = (origin: string, index: number) => Promise<boolean>;

type Place = { readonly issuer: string; readonly address: string };

/** A request that counts by address. The race is close to the limit. */
export type CountedRequest = {
  readonly promise: string;
  /** The places in the code that count it, as find-uses.ts names them. */
  readonly places: readonly string[];
  /** The name of the counter, which is the first part of its key. */
  readonly counter: string;
  readonly limit: number;
  /** The number of uses that one request counts as. */
  readonly each?: number;
  readonly prepare: (place: Place, requests: number) => Promise<Ask>;
};

const redirectUri = 'https://rp.test/cb';
const request = { client_id: 'app', redirect_uri: redirectUri, scope: 'openid' };

/** @returns whether the limit allowed the request, or refused it with 429. @throws for any other answer */
function isLetThrough(answer: Response, ...allowed: readonly number[]): boolean {
  if (allowed.includes(answer.status)) return true;
  if (answer.status === 429) return false;
  throw new Error(`${answer.url} answered ${answer.status}`);
}

const browserAt = ({ issuer, address }: Place) =>
  createHttpBrowser(issuer, { headers: { 'x-forwarded-for': address } });

/** Posts a form as an application does, without a page. */
function poster({ address }: Place, path: string, headers: Readonly<Record<string, string>> = {}) {
  return (origin: string, body: string | URLSearchParams) =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { 'x-forwarded-for': address, ...headers }, body });
}

type Shown = { readonly browser: HttpBrowser; readonly fields: Readonly<Record<string, string>> };

/** Opens a page in each of `count` browsers. */
async function openPages(place: Place, count: number, more: Record<string, string> = {}): Promise<Shown[]> {
  const pages: Shown[] = [];
  for (let index = 0; index < count; index += 1) {
    const browser = browserAt(place);
    const page = locationOf(await browser.get(codeRequest(place.issuer, { ...request, ...more }).url));
    pages.push({ browser, fields: Object.fromEntries(formFields(await (await browser.get(page)).text())) });
  }
  return pages;
}

function pageOf(pages: readonly Shown[], index: number): Shown {
  const page = pages[index];
  if (page === undefined) throw new Error('there are more requests than pages');
  return page;
}

const pushed = (place: Place, state: string) => {
  const body = new URL(codeRequest(place.issuer, { ...request, state }).url).searchParams;
  return async (origin: string) => isLetThrough(await poster(place, '/connect/par')(origin, body), 201);
};

/** The confidential client whose secret is guessed. */
export const keptClient = 'kept';

export const countedRequests: readonly CountedRequest[] = [
  {
    promise: 'An address starts 100 device authorizations (security #80)',
    places: ['lib/ratelimit/counter-sql.ts: countInWindow'],
    counter: 'device-request',
    limit: 100,
    prepare: async (place) => async (origin) => {
      const body = new URLSearchParams({ client_id: 'tv' });
      return isLetThrough(await poster(place, '/connect/deviceauthorization')(origin, body), 200);
    },
  },
  {
    promise: 'An address pushes 300 requests (RFC 9126)',
    places: ['lib/protocol/pushed-authorization.ts: push'],
    counter: 'pushed-request',
    limit: 300,
    prepare: async (place) => pushed(place, 'x'),
  },
  {
    promise: 'A pushed request of 5 KB counts as two',
    places: ['lib/protocol/limit-requests.ts: limitRequests'],
    counter: 'pushed-request',
    limit: 300,
    each: 2,
    prepare: async (place) => pushed(place, 'x'.repeat(4000)),
  },
  {
    promise: 'An address begins 10,000 sign-ins',
    places: ['lib/protocol/limit-requests.ts: reserveRequest'],
    counter: 'sign-in-begun',
    limit: 10_000,
    prepare: async (place) => async (origin) => {
      const { search } = new URL(codeRequest(place.issuer, request).url);
      return isLetThrough(await browserAt(place).get(`${origin}/connect/authorize${search}`), 303);
    },
  },
  {
    promise: 'A sign-in for the portal counts as well',
    places: ['lib/login/portal/start-portal.ts: handlePortalStart'],
    counter: 'sign-in-begun',
    limit: 10_000,
    prepare: async (place) => async (origin) =>
      isLetThrough(await browserAt(place).get(`${origin}/account/sign-in`), 303),
  },
  {
    promise: 'An address registers 300 clients without a token',
    places: ['lib/protocol/registration/register-client.ts: registerClient'],
    counter: 'register',
    limit: 300,
    prepare: async (place) => async (origin) => {
      const post = poster(place, '/connect/register', { 'content-type': 'application/json' });
      return isLetThrough(await post(origin, JSON.stringify({ redirect_uris: [redirectUri] })), 201);
    },
  },
  {
    promise: 'An address guesses 20 secrets of a client (security #64)',
    places: ['lib/protocol/prove-secret.ts: reserveGuess'],
    // Names share a counter if their digests start alike.
    counter: `secret-client:${sha256(keptClient).slice(0, 2)}`,
    limit: 20,
    prepare: async (place) => async (origin) => {
      const fields = { grant_type: 'client_credentials', client_id: keptClient, client_secret: createId() };
      return isLetThrough(await poster(place, '/connect/token')(origin, new URLSearchParams(fields)), 401);
    },
  },
  {
    promise: 'An address enters 20 wrong user codes (security #72)',
    places: ['lib/login/device/enter-code.ts: answerEntry', 'lib/login/device/attempts.ts: reserveAttempt'],
    counter: 'user-code-address',
    limit: 20,
    prepare: async (place) => async (origin) => {
      const wrong = { user_code: 'BBBBBBBB', decision: 'continue' };
      return isLetThrough(await browserAt(place).post(`${origin}/device/submit`, wrong), 303);
    },
  },
  {
    promise: 'An address has 100 wrong passwords at different names (security #81)',
    places: ['lib/users/authenticate-user.ts: reserveAsStranger'],
    counter: 'sign-in-address',
    limit: 100,
    prepare: async (place, requests) => {
      const pages = await openPages(place, requests);
      return async (origin, index) => {
        const { browser, fields } = pageOf(pages, index);
        const wrong = { username: `nobody-${createId().toLowerCase()}`, password: 'wrong', decision: 'sign_in' };
        return isLetThrough(await browser.post(`${origin}/login/submit`, { ...fields, ...wrong }), 303);
      };
    },
  },
  {
    promise: 'An address asks for 20 accounts',
    places: ['lib/login/sign-up/submit.ts: signUp', 'lib/login/sign-up/submit.ts: refuse'],
    counter: 'sign-up',
    limit: 20,
    prepare: async (place, requests) => {
      const pages = await openPages(place, requests, { prompt: 'create' });
      return async (origin, index) => {
        const { browser, fields } = pageOf(pages, index);
        const email = `newcomer-${createId().toLowerCase()}@people.test`;
        const typed = { email, password: 'violet otter harbour forty-two', decision: 'sign_up' };
        return isLetThrough(await browser.post(`${origin}/signup/submit`, { ...fields, ...typed }), 303);
      };
    },
  },
  {
    promise: 'An address asks for 2,000 challenges of passkeys',
    places: ['lib/login/passkey/challenge.ts: limitChallenges'],
    counter: 'passkey-challenge',
    limit: 2000,
    prepare: async (place, requests) => {
      const pages = await openPages(place, requests);
      return async (origin, index) => {
        const { browser, fields } = pageOf(pages, index);
        const asked = { ...fields, purpose: 'sign_in' };
        return isLetThrough(await browser.post(`${origin}/login/passkey/challenge`, asked), 200);
      };
    },
  },
];
