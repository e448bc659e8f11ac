import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle, type HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { readRequestedClaims, writeRequestedClaims } from '#lib/vocabulary/requested-claims';
import type { AuthorizationRequest, ResponseMode } from './authorization-request';

/** A person has this long to answer, in seconds. */
export const interactionLifetimeSeconds = 900;

/** A stored authorization request that waits for a person. */
export type Interaction = {
  readonly kind: 'authorize';
  readonly hash: string;
  readonly browserHash: string;
  readonly request: AuthorizationRequest;
  /** Where a sign-in for the portal itself leads, a path of ours; null when a client asked. */
  readonly area: string | null;
  /** What was typed into the user name field last. */
  readonly username: string | null;
  /** What was typed for a new account that was refused, to be shown again; the password is never kept. */
  readonly typedName: string | null;
  readonly typedEmail: string | null;
  /** The session the person chose among those of the browser. */
  readonly chosenSid: string | null;
  /** The problem the next page shows. */
  readonly problem: string | null;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
};

/**
 * Stores a validated request, bound to the browser that brought it.
 * @param browserHash the hash of the browser-binding cookie
 * @returns the handle for the page's address; the handle alone is never enough
 */
export async function createInteraction(
  db: Database,
  request: AuthorizationRequest,
  browserHash: HandleHash,
  now: Date,
): Promise<Handle> {
  const handle = createHandle();
  await db.interaction.create({
    data: {
      ...request,
      hash: hashHandle(handle),
      kind: 'authorize',
      browserHash,
      scope: request.scope.join(' '),
      prompt: [...request.prompt].join(' '),
      claims: writeRequestedClaims(request.claims),
      startedAt: now,
      expiresAt: new Date(now.getTime() + interactionLifetimeSeconds * 1000),
    },
    select: { hash: true },
  });
  return handle;
}

/**
 * Stores that somebody wants to sign in for the portal itself.
 * @param area a path of ours, checked by the caller
 * @param again whether a session that exists already is not enough
 */
export async function createPortalInteraction(
  db: Database,
  { area, again, browserHash }: { readonly area: string; readonly again: boolean; readonly browserHash: HandleHash },
  now: Date,
): Promise<Handle> {
  const handle = createHandle();
  await db.interaction.create({
    data: {
      hash: hashHandle(handle),
      kind: 'portal',
      browserHash,
      area,
      prompt: again ? 'login' : '',
      startedAt: now,
      expiresAt: new Date(now.getTime() + interactionLifetimeSeconds * 1000),
    },
    select: { hash: true },
  });
  return handle;
}

/** The interaction of this handle, finished and expired ones included; null when there is none. */
export async function findInteraction(db: Database, handle: string): Promise<Interaction | null> {
  const row = await db.interaction.findUnique({
    where: { hash: hashHandle(handle), kind: { in: ['authorize', 'portal'] } },
  });
  if (row === null) return null;
  const { hash, browserHash, area, problem, startedAt, expiresAt, completedAt } = row;
  const { username, typedName, typedEmail, chosenSid } = row;
  return {
    kind: 'authorize',
    hash,
    browserHash,
    request: row.kind === 'portal' ? portalRequest(row) : clientRequest(row),
    area,
    username,
    typedName,
    typedEmail,
    chosenSid,
    problem,
    startedAt,
    expiresAt,
    completedAt,
  };
}

type Row = NonNullable<Awaited<ReturnType<Database['interaction']['findUnique']>>>;

function clientRequest(row: Row): AuthorizationRequest {
  const { clientId, responseType, responseMode, redirectUri, scope } = row;
  if (clientId === null || responseType === null || responseMode === null || redirectUri === null || scope === null) {
    throw new Error(`interaction ${row.hash} is incomplete`);
  }
  return {
    clientId,
    responseType,
    responseMode: toResponseMode(responseMode),
    redirectUri,
    scope: scope.split(' '),
    state: row.state,
    nonce: row.nonce,
    codeChallenge: row.codeChallenge,
    codeChallengeMethod: toChallengeMethod(row.codeChallengeMethod),
    ...hints(row),
    hintSub: row.hintSub,
    claims: readRequestedClaims(row.claims),
  };
}

/** The portal asks as a client would that wants nothing but to know who it is. */
function portalRequest(row: Row): AuthorizationRequest {
  return {
    clientId: '',
    responseType: 'none',
    responseMode: 'query',
    redirectUri: '',
    scope: [],
    state: null,
    nonce: null,
    codeChallenge: null,
    codeChallengeMethod: null,
    ...hints(row),
    hintSub: null,
    claims: readRequestedClaims(null),
  };
}

function hints({ prompt, maxAge, loginHint, uiLocales, acrValues, display }: Row) {
  return { prompt: new Set(prompt ? prompt.split(' ') : []), maxAge, loginHint, uiLocales, acrValues, display };
}

/** Keeps what the next page shows after a form that was not accepted (post, redirect, get). */
export async function noteProblem(
  db: Database,
  hash: string,
  note: { problem: string | null; username?: string; typedName?: string | null; typedEmail?: string | null },
): Promise<void> {
  await db.interaction.updateMany({ where: { hash, completedAt: null }, data: note });
}

/** Keeps which of the browser's sessions the person goes on with. */
export async function chooseSession(db: Database, hash: string, chosenSid: string): Promise<void> {
  const data = { chosenSid, problem: null, username: null };
  await db.interaction.updateMany({ where: { hash, completedAt: null }, data });
}

/** Single completion: one conditional update. @returns true for exactly one of any number of callers */
export async function completeInteraction(db: Database | Transaction, hash: string, now: Date): Promise<boolean> {
  const { count } = await db.interaction.updateMany({
    where: { hash, completedAt: null, expiresAt: { gt: now } },
    data: { completedAt: now },
  });
  return count === 1;
}

function toResponseMode(value: string): ResponseMode {
  if (value === 'query' || value === 'fragment' || value === 'form_post') return value;
  throw new Error(`unknown response mode ${value}`);
}

function toChallengeMethod(value: string | null): AuthorizationRequest['codeChallengeMethod'] {
  if (value === null || value === 'S256' || value === 'plain') return value;
  throw new Error(`unknown code challenge method ${value}`);
}
