import { z } from 'zod';
import { deriveKeys, masterSecret, type PurposeKeys } from '#lib/crypto/master-secret';
import { isSealError, open, seal } from '#lib/crypto/seal';
import type { Interaction } from './interaction';

/** In seconds: how long the form that was answered gets the same answer again. */
const repeatSeconds = 60;

const schema = z.object({
  /** The session that it was answered from. Null for a refusal. */
  sid: z.string().nullable(),
  /** What the client got. Empty for a sign-in to the portal. */
  parameters: z.record(z.string(), z.string()),
  /** The cookies that the answer set. */
  setCookie: z.array(z.string()),
});

/** The answer that completed an interaction. */
export type FirstAnswer = z.infer<typeof schema>;

/** A form that is answered, and the cookies that its answer sets. */
export type AnsweredForm = {
  /** The handle of its browser, of which only the hash is stored, and the form, byte for byte. */
  readonly key: string;
  readonly setCookie: readonly string[];
};

/**
 * Seals an answer, because it has a code and the cookie of a session. Only the same form from the same browser opens it:
 * the database does not, not even together with SIGNET_SECRET.
 */
export function sealFirstAnswer(
  { sid, parameters, ...form }: Pick<FirstAnswer, 'sid' | 'parameters'> & AnsweredForm,
  hash: string,
): string {
  const answer: FirstAnswer = { sid, parameters, setCookie: [...form.setCookie] };
  return seal(keysOf(form), JSON.stringify(answer), aadOf(hash));
}

/** The answer of an interaction. Null if there is none, its minute is over, or another form was answered. */
export function openFirstAnswer(
  { hash, answer, completedAt }: Pick<Interaction, 'hash' | 'answer' | 'completedAt'>,
  form: Pick<AnsweredForm, 'key'>,
  now: Date,
): FirstAnswer | null {
  if (answer === null || completedAt === null) return null;
  if (Math.abs(now.getTime() - completedAt.getTime()) >= repeatSeconds * 1000) return null;
  try {
    return schema.parse(JSON.parse(open(keysOf(form), answer, aadOf(hash)).toString()));
  } catch (error) {
    if (isSealError(error)) return null;
    throw error;
  }
}

function keysOf({ key }: Pick<AnsweredForm, 'key'>): PurposeKeys {
  return deriveKeys(masterSecret(key), 'first-answer');
}

function aadOf(hash: string): string {
  return `Interaction:answer:${hash}`;
}
