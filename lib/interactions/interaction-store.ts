import { hashHandle } from '#lib/crypto/hash';
import { createHandle, type Handle, type HandleHash } from '#lib/crypto/random';
import type { Database, Transaction } from '#lib/db/database';
import { run } from '#lib/db/run';
import { defineWrite, type Values } from '#lib/db/statement';
import { type Step, write, writeOnce } from '#lib/db/step';
import { writeProofs } from '#lib/factors/proof';
import { writeRequestedClaims } from '#lib/vocabulary/requested-claims';
import type { AuthorizationRequest } from './authorization-request';
import {
  type AuthorizationInteraction,
  type DeviceOutcome,
  type Interaction,
  interactionLifetimeSeconds,
  trialLifetimeSeconds,
  type Waiting,
} from './interaction';
import { spendPushedRequest } from './pushed-request-store';
import { findByHash, insertions } from './statements';

/**
 * Stores a request that waits for a person, bound to their browser.
 * @returns the handle for the page's address, which alone is never enough
 */
export async function createInteraction(
  db: Database,
  waiting: Waiting,
  browserHash: HandleHash,
  now: Date,
): Promise<Handle> {
  const { handle, steps } = newInteraction(waiting, browserHash, now);
  await run(db, steps);
  return handle;
}

/**
 * The same as steps.
 * @param browserHash the hash of the browser-binding cookie
 * @param options when the request arrived, because a sign-in after that counts for it. For a pushed request, the handle
 * of pushedInteraction(); if its interaction already exists, it stays as it is
 */
export function newInteraction(
  waiting: Waiting,
  browserHash: HandleHash,
  now: Date,
  { startedAt = now, handle = createHandle() }: { readonly startedAt?: Date; readonly handle?: Handle } = {},
): { readonly handle: Handle; readonly steps: readonly Step[] } {
  const isTrial = waiting.kind === 'authorize' && waiting.triedBy !== null;
  const lifetimeSeconds = isTrial ? trialLifetimeSeconds : interactionLifetimeSeconds;
  const values = {
    ...toColumns(waiting),
    hash: hashHandle(handle),
    browserHash,
    problem: 'problem' in waiting ? waiting.problem : null,
    startedAt,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
  };
  return { handle, steps: insertions[waiting.kind].map((statement) => write(statement, values)) };
}

function toColumns(waiting: Waiting): Values {
  switch (waiting.kind) {
    case 'authorize': {
      const { scope, resources, prompt, claims, ...columns } = waiting.request;
      const words = { scope: scope.join(' '), resources: resources.join(' ') || null, prompt: [...prompt].join(' ') };
      const texts = { ...words, claims: writeRequestedClaims(claims) };
      const { wasPushed, pushedHash, wasSigned, triedBy } = waiting;
      return { ...columns, ...texts, wasPushed, pushedHash, wasSigned, triedBy };
    }
    case 'device':
      return { ...waiting.device, scope: waiting.device.scope.join(' ') };
    case 'refused_code': {
      const { userCode, loginHint, uiLocales, acrValues } = waiting;
      const noDevice = { deviceHash: null, clientId: null, scope: null, isPrefilled: false };
      return { ...noDevice, userCode, loginHint, uiLocales, acrValues };
    }
    case 'document':
      return { query: waiting.query };
    case 'portal':
      return {
        area: waiting.area,
        again: waiting.again,
        changesFactors: waiting.changesFactors,
        typed: waiting.typed,
      };
    default:
      return waiting satisfies never;
  }
}

/** The other columns of a row: keys, hashes, times and indexes. */
const rowBytes = 600;

/** The approximate size of a stored request, in bytes. */
export function storedBytes(request: AuthorizationRequest): number {
  const { clientId, redirectUri, scope, resources, state, nonce, codeChallenge, dpopJkt, claims } = request;
  const { loginHint, uiLocales, acrValues } = request;
  const texts = [
    clientId,
    redirectUri,
    ...scope,
    ...resources,
    state,
    nonce,
    codeChallenge,
    dpopJkt,
    writeRequestedClaims(claims),
  ];
  return [...texts, loginHint, uiLocales, acrValues].reduce(
    (sum, text) => sum + Buffer.byteLength(text ?? ''),
    rowBytes,
  );
}

/** The interaction with this handle, even if it is finished or expired. Null if there is none. */
export async function findInteraction(db: Database, handle: string): Promise<Interaction | null> {
  const [found] = await db.prepared.rows(findByHash, { hash: hashHandle(handle) });
  return found ?? null;
}

/** The data that a refused form leaves for the next page (post, redirect, get). */
export type Note = {
  readonly problem?: string | null;
  readonly isChoosing?: boolean;
  readonly username?: string;
  readonly typedName?: string | null;
  readonly typedEmail?: string | null;
  /** "Keep me signed in", as it was ticked before a code was asked for. */
  readonly remember?: boolean;
};

/** The person has chosen how to sign in. From now on nothing happens automatically. */
export const choosing = { problem: null, isChoosing: true } as const satisfies Note;

/** Stores the data for the next page. */
export async function noteProgress(db: Database, hash: string, note: Note): Promise<void> {
  await db.interaction.updateMany({ where: { hash, completedAt: null }, data: note });
}

const noNotes = defineWrite(
  `UPDATE "Interaction" SET "problem" = NULL, "isChoosing" = FALSE, "typedName" = NULL, "typedEmail" = NULL
  WHERE "hash" = @hash AND "completedAt" IS NULL`,
);

/** Deletes what refused forms stored for their pages. Most sign-ins have nothing. */
export function forgetNotes({
  hash,
  problem,
  isChoosing,
  typedName,
  typedEmail,
}: Pick<Interaction, 'hash' | 'problem' | 'isChoosing' | 'typedName' | 'typedEmail'>): Step {
  const hasNone = problem === null && !isChoosing && typedName === null && typedEmail === null;
  return hasNone ? [] : write(noNotes, { hash });
}

/** Stores the session of the browser that the person continues with. */
export async function chooseSession(db: Database | Transaction, hash: string, chosenSid: string): Promise<void> {
  const data = { chosenSid, problem: null, username: null, isChoosing: false };
  await db.interaction.updateMany({ where: { hash, completedAt: null }, data });
}

/** The proofs of an interaction, with the person who gave them. */
export type WaitingProofs = Pick<Interaction, 'provedSub' | 'proofs'>;

/**
 * Stores the proofs of a person before there is a session. The first factor of another person replaces them.
 * @param before the proofs as they were read. Because they are compared with the stored ones, two concurrent answers
 * never add up
 * @returns false if the interaction is over, or another answer came first
 */
export async function keepProofs(
  tx: Transaction,
  { hash, before, after }: { readonly hash: string; readonly before: WaitingProofs; readonly after: KeptProofs },
): Promise<boolean> {
  const { provedSub, proofs, ...rest } = after;
  const { count } = await tx.interaction.updateMany({
    where: { hash, completedAt: null, provedSub: before.provedSub, proofs: writeProofs(before.proofs) },
    data: { ...rest, provedSub, proofs: writeProofs(proofs), problem: null, isChoosing: false },
  });
  return count === 1;
}

type KeptProofs = WaitingProofs & { readonly remember?: boolean; readonly wrongCodes?: number };

/**
 * Drops the proofs, because they are now in a session, or the sign-in starts again.
 * @returns as keepProofs()
 */
export async function dropProofs(
  db: Database | Transaction,
  { hash, provedSub, proofs }: Pick<Interaction, 'hash' | 'provedSub' | 'proofs'>,
): Promise<boolean> {
  const { count } = await db.interaction.updateMany({
    where: { hash, completedAt: null, provedSub, proofs: writeProofs(proofs) },
    data: { provedSub: null, proofs: writeProofs([]) },
  });
  return count === 1;
}

/** The maximum number of wrong codes in a sign-in. */
export const maximumWrongCodes = 5;

/**
 * Reserves an attempt before a code is checked. giveBackCode() gives it back if the code is correct.
 * @returns false beyond the limit
 */
export async function reserveCode(db: Database, hash: string): Promise<boolean> {
  const { count } = await db.interaction.updateMany({
    where: { hash, completedAt: null, wrongCodes: { lt: maximumWrongCodes } },
    data: { wrongCodes: { increment: 1 } },
  });
  return count === 1;
}

/** Whether a sign-in has an attempt left. */
export async function hasCodesLeft(db: Database, hash: string): Promise<boolean> {
  return (await db.interaction.count({ where: { hash, wrongCodes: { lt: maximumWrongCodes } } })) === 1;
}

export async function giveBackCode(db: Database | Transaction, hash: string): Promise<void> {
  await db.interaction.updateMany({
    where: { hash, wrongCodes: { gt: 0 } },
    data: { wrongCodes: { decrement: 1 } },
  });
}

const completed = defineWrite(
  `UPDATE "Interaction" SET "completedAt" = @now, "answer" = @answer
  WHERE "hash" = @hash AND "completedAt" IS NULL AND "expiresAt" > @now`,
);

/**
 * Completes an interaction, for exactly one of any number of callers. Refused if it is completed or over.
 * @param answer see sealFirstAnswer(). Null if the answer is never given again
 */
export function completeInteraction(hash: string, now: Date, answer: string | null = null): Step<'finished'> {
  return writeOnce(completed, { hash, now, answer }, 'finished');
}

/** The interaction of an authorization request. */
export type RequestInteraction = Pick<AuthorizationInteraction, 'hash' | 'pushedHash'>;

/**
 * Completes the interaction of an authorization request, and uses up the request if it was pushed. Other browsers may
 * have an interaction for the same pushed request: exactly one of them is completed.
 */
export function completeRequest(
  { hash, pushedHash }: RequestInteraction,
  now: Date,
  answer: string | null = null,
): Step<'finished'> {
  const complete = completeInteraction(hash, now, answer);
  return pushedHash === null ? complete : [...complete, ...spendPushedRequest(pushedHash, now)];
}

/** Stores the person's answer for a device. The caller must have completed the interaction. */
export async function recordOutcome(tx: Transaction, hash: string, outcome: DeviceOutcome): Promise<void> {
  await tx.enteredCode.update({ where: { hash }, data: { outcome }, select: { hash: true } });
}

/**
 * Records that the person reported a refused device.
 * @returns true for exactly one of several callers
 */
export async function recordReport(tx: Transaction, hash: string): Promise<boolean> {
  const unreported: DeviceOutcome[] = ['denied', 'cancelled'];
  const { count } = await tx.enteredCode.updateMany({
    where: { hash, outcome: { in: unreported } },
    data: { outcome: 'reported' satisfies DeviceOutcome },
  });
  return count === 1;
}
