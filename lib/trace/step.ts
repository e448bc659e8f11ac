import { keyedDigest, keyedDigests, type MasterSecret } from '#lib/crypto/master-secret';
import { limitValue } from '#lib/explain/limited-facts';
import { networkOf } from '#lib/vocabulary/ip-address';
import { readJwt } from '#lib/vocabulary/jwt';
import type { HttpExchange } from './http-exchange';
import { linksOf, namedClient } from './named-client';
import { addressOf, answeredPairs, type Pair, receivedPairs, showAnswered, showReceived } from './redact';
import { fitDetail, type ShownParameter, type StepDetail } from './step-detail';

/** A stored step. It contains no credential. */
export type TraceStep = {
  readonly at: Date;
  readonly endpoint: string;
  readonly status: number;
  /** A word from a closed set: `issued`, `shown`, the name of a page, or an error code. */
  readonly outcome: string;
  readonly failed: boolean;
  readonly detail: StepDetail;
  /** Keyed hashes of the values that link it to other steps. */
  readonly marks: readonly string[];
};

export type NotedStep = {
  readonly step: TraceStep;
  /** Null if nothing names a client. The marks then decide. */
  readonly clientId: string | null;
};

/**
 * Turns an exchange into a step. Pure.
 * @param marker from createMarker()
 * @returns null if the exchange is not a step of a sign-in
 */
export function toStep(exchange: HttpExchange, marker: Marker): NotedStep | null {
  const place = placeOf(exchange.request.path);
  if (place === null) return null;
  const received = receivedPairs(exchange.request).filter(([name]) => !place.isTyped || kept.has(name));
  const answered = answeredPairs(exchange.response);
  const { at, response } = exchange;
  const outcome = outcomeOf(exchange, answered);
  return {
    clientId: namedClient(exchange, received),
    step: {
      at,
      endpoint: place.endpoint,
      status: response.status,
      ...outcome,
      detail: fitDetail(detailOf({ exchange, place, received, answered }, marker.shown)),
      marks: linksOf(exchange, received, answered).flatMap(marker.all),
    },
  };
}

type Parts = {
  readonly exchange: HttpExchange;
  readonly place: Place;
  readonly received: readonly Pair[];
  readonly answered: readonly Pair[];
};

function detailOf({ exchange, place, received, answered }: Parts, mark: (value: string) => string): StepDetail {
  const { request, response, refusals, requestId, durationMs, issuer } = exchange;
  const refusal = refusals.at(-1);
  const { location } = response.headers;
  return {
    method: request.method,
    requestId,
    network: networkOf(request.clientAddress),
    durationMs: Math.round(durationMs * 10) / 10,
    to: typeof location === 'string' ? limitValue(addressOf(location).replace(`${issuer}/`, '/'), 200) : null,
    refusal: refusal
      ? { rule: refusal.rule, reference: refusal.reference, description: refusal.description.slice(0, 300) }
      : null,
    received: [
      ...authorizationOf(request.headers.authorization, mark),
      // Only named and never shown, because within its minute a proof is a credential (RFC 9449 §11.1).
      ...(request.headers.dpop === undefined ? [] : [{ name: 'DPoP proof', value: null }]),
      ...signedRequestOf(received),
      ...(place.provider === null ? [] : [{ name: 'provider', value: limitValue(place.provider, 100) }]),
      ...received.map((pair) => showReceived(pair, mark)),
    ],
    answered: answered.map((pair) => showAnswered(pair, mark)),
    leftOut: (response.report?.leftOut ?? []).map((name) => limitValue(name, 100)),
    groups: groupsOf(response),
    access: accessOf(exchange),
  };
}

/** A client can be asked about several times in a request. The last decision counts. */
function accessOf({ access = [] }: HttpExchange): StepDetail['access'] {
  const last = new Map(access.map((one) => [one.clientId, one]));
  return [...last.values()].slice(0, 2).map(({ clientId, may, because }) => ({
    clientId: limitValue(clientId, 200),
    may,
    because: because.slice(0, 10).map((reason) => limitValue(reason, 150)),
  }));
}

function groupsOf({ report }: HttpExchange['response']): StepDetail['groups'] {
  const { groups } = report ?? {};
  return groups === undefined ? null : { ...groups, claim: limitValue(groups.claim, 100) };
}

/** The scheme, and the mark of a token. */
function authorizationOf(header: string | undefined, mark: (value: string) => string): ShownParameter[] {
  if (header === undefined) return [];
  const [, scheme = '', token] = /^(bearer|dpop) +(\S+)$/i.exec(header) ?? [];
  if (token !== undefined) {
    const name = scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer';
    return [{ ...showReceived(['token', token], mark), name }];
  }
  return [{ name: /^basic /i.test(header) ? 'Basic' : 'Authorization', value: null }];
}

function outcomeOf(
  { response, refusals, issuer }: HttpExchange,
  answered: readonly Pair[],
): Pick<TraceStep, 'outcome' | 'failed'> {
  const { status, headers, report } = response;
  const reported = report?.outcome ?? 'ok';
  const failed = refusals.length > 0 || status >= 400 || !fine.has(reported);
  const error = refusals.at(-1)?.error ?? answered.find(([name]) => name === 'error')?.[1];
  const { location } = headers;
  if (error !== undefined) return { outcome: word(error), failed: true };
  // The redirect to the page that says what was wrong looks like any other.
  if (failed && !fine.has(reported)) return { outcome: word(reported), failed };
  if (typeof location !== 'string') return { outcome: failed ? 'failed' : word(reported), failed };
  if (!location.startsWith(`${issuer}/`)) return { outcome: 'answered', failed };
  return { outcome: word(addressOf(location).slice(issuer.length + 1) || 'home'), failed };
}

/** The outcomes that handlers and pages report if nothing is wrong. */
const fine: ReadonlySet<string> = new Set(['ok', 'issued', 'shown']);

function word(text: string): string {
  return /^[\w/.-]{1,60}$/.test(text) ? text : 'other';
}

const protocol =
  /^\/connect\/(?:authorize|par|token|deviceauthorization|userinfo|introspect|revocation|endsession(?:\/callback)?)$/;
const pages = /^\/(?:login|realm|signup|consent|device|logout|federation)(?:\/submit)?$/;
/** What people type there is a code, which is a credential, and no code of the protocol. */
const typedPages = /^\/(?:login\/(?:access|code|enrol|factor)|signup\/code)(?:\/submit)?$/;
const kept: ReadonlySet<string> = new Set(['decision', 'interaction', 'method']);
const provider = /^\/federation\/([^/]{1,100})\/(start|callback)$/;

/** The endpoint of a step. For a sign-in at a provider, the provider is separate. */
type Place = { readonly endpoint: string; readonly provider: string | null; readonly isTyped: boolean };

/**
 * The endpoint of a path.
 * @returns null for a path that no sign-in uses: the administration, the account, documents
 */
function placeOf(path: string): Place | null {
  const isTyped = typedPages.test(path);
  if (isTyped || protocol.test(path) || pages.test(path)) return { endpoint: path, provider: null, isTyped };
  const [, name, step] = provider.exec(path) ?? [];
  return name === undefined ? null : { endpoint: `/federation/${step}`, provider: name, isTyped };
}

/**
 * Shows which key a request object names (RFC 9101 §5). It is public, and an operator compares it with the client's
 * keys. For an encrypted request object, nothing is shown.
 */
function signedRequestOf(received: readonly Pair[]): readonly ShownParameter[] {
  const text = received.find(([name]) => name === 'request')?.[1];
  if (text === undefined) return [];
  return [{ name: 'signed request', value: keyOf(text) }];
}

function keyOf(text: string): string | null {
  try {
    const { kid } = readJwt(text).header;
    return typeof kid === 'string' ? `key ${limitValue(kid, 100)}` : 'key not named';
  } catch {
    return null;
  }
}

/** 72 bits, so a collision among the steps of a few traces is unlikely. */
const markLength = 12;
const purpose = 'trace-mark';

/** Creates marks, which identify values without revealing them. */
type Marker = {
  /** The mark of a value that the page shows. */
  readonly shown: (value: string) => string;
  /** The marks of a value under every known secret. Steps with a common mark belong together. */
  readonly all: (value: string) => string[];
};

/** The marks are keyed, because a code that a person types could be guessed. */
export function createMarker(secret: MasterSecret): Marker {
  return {
    shown: (value) => keyedDigest(secret, purpose, value).slice(0, markLength),
    all: (value) => keyedDigests(secret, purpose, value).map((digest) => digest.slice(0, markLength)),
  };
}
