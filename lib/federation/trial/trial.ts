import { z } from 'zod';
import type { Context } from '#lib/context';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import { findLastUpstreamSignIn, type UpstreamSignIn } from '#lib/interactions/upstream-sign-in-store';
import { openTrialReport, type TrialReport } from './report';

/**
 * Marks an administrator's own sign-in at a provider, which is only a test: it signs nobody in here and changes no
 * account. Its row is stored among those of other upstream sign-ins, with this marker in place of an interaction.
 */
const mark = 'trial:';

/** The key in place of the interaction: one person's trials of one provider. */
export function trialMark(provider: string, sub: string): string {
  return `${mark}${provider}:${sub}`;
}

export function isProviderTrial({ interactionHash }: Pick<UpstreamSignIn, 'interactionHash'>): boolean {
  return interactionHash.startsWith(mark);
}

/** The values that the answer is checked against. */
const expectedSchema = z.object({
  /** The administrator. */
  sub: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The issuer of the provider when the trial started. */
  issuer: z.string().nullable(),
  clientId: z.string(),
  /** The path of the page that shows the report. */
  returnTo: z.string(),
});

export type TrialState = z.infer<typeof expectedSchema>;

export function sealTrialState(expected: TrialState, hash: string, { settings }: Context): string {
  return seal(sealingKey(settings.secret), JSON.stringify(expected), rowAad('UpstreamSignIn', 'sealed', hash));
}

/** @throws SealError if the row is not a trial */
export function openTrialState(sealed: string, hash: string, { settings }: Context): TrialState {
  const text = open(sealingKey(settings.secret), sealed, rowAad('UpstreamSignIn', 'sealed', hash));
  return expectedSchema.parse(JSON.parse(text.toString()));
}

/**
 * The result of an administrator's last trial of a provider. It is kept for fifteen minutes and only for that person,
 * because it contains the provider's data about them.
 */
export async function readProviderTrial(
  provider: string,
  sub: string,
  context: Pick<Context, 'db' | 'settings' | 'now'>,
): Promise<{ readonly report: TrialReport; readonly at: Date } | null> {
  const last = await findLastUpstreamSignIn(context.db, trialMark(provider, sub));
  if (last === null || last.identity === null || last.expiresAt <= context.now) return null;
  return { report: openTrialReport(last.identity, last.hash, context), at: last.createdAt };
}
