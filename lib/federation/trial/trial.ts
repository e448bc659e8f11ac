import { z } from 'zod';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import type { UpstreamSignIn } from '#lib/interactions/upstream/store';
import type { Context } from '#lib/protocol/context';

/**
 * An administrator's own sign-in at a provider, to see whether it works: it signs nobody in here and changes no account.
 * Its row stands among the other ways to a provider, under a mark that no interaction can have.
 */
const mark = 'trial:';

/** What stands in the place of the interaction: one person's attempts at one provider. */
export function trialMark(provider: string, sub: string): string {
  return `${mark}${provider}:${sub}`;
}

export function isTrial({ interactionHash }: Pick<UpstreamSignIn, 'interactionHash'>): boolean {
  return interactionHash.startsWith(mark);
}

/** What the answer is checked against. */
const waySchema = z.object({
  /** Who tries it. */
  sub: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The provider as it was. */
  issuer: z.string().nullable(),
  clientId: z.string(),
  /** The page that shows the report: a path of ours. */
  returnTo: z.string(),
});

export type TrialWay = z.infer<typeof waySchema>;

export function sealTrialWay(way: TrialWay, hash: string, { settings }: Context): string {
  return seal(sealingKey(settings.secret), JSON.stringify(way), rowAad('UpstreamSignIn', 'sealed', hash));
}

/** @throws SealError when the row is not ours */
export function openTrialWay(sealed: string, hash: string, { settings }: Context): TrialWay {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'sealed', hash));
  return waySchema.parse(JSON.parse(text.toString()));
}
