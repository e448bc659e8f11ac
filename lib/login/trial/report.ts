import { z } from 'zod';
import type { Context } from '#lib/context';
import { hashHandle } from '#lib/crypto/hash';
import { maximumHandle } from '#lib/crypto/random';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';
import { findTrialReport } from '#lib/interactions/trial-store';

const claims = z.record(z.string(), z.unknown()).nullable();

/** A report as it is sealed and shown. */
const reportSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    /** The person who went through the sign-in. */
    username: z.string(),
    /** Seconds since 1970. */
    authTime: z.number(),
    idp: z.string(),
    amr: z.array(z.string()),
    acr: z.string().nullable(),
    scope: z.array(z.string()),
    /** The requested scopes that were not granted. */
    refused: z.array(z.string()),
    claims: z.object({ idToken: claims, accessToken: claims, userinfo: claims, hasRefreshToken: z.boolean() }),
  }),
  z.object({ outcome: z.literal('refused'), error: z.string(), description: z.string(), rule: z.string() }),
]);

/** What a client would have got at the end of a sign-in. It contains no token. */
export type SignInReport = z.infer<typeof reportSchema>;

/** @param hash of the interaction */
export function sealReport(report: SignInReport, hash: string, { settings }: Pick<Context, 'settings'>): string {
  return seal(sealingKey(settings.secret), JSON.stringify(report), placeOf(hash));
}

/** @throws SealError if the row was not sealed here */
function openReport(sealed: string, hash: string, { settings }: Pick<Context, 'settings'>): SignInReport {
  return reportSchema.parse(JSON.parse(open(sealingKey(settings.secret), sealed, placeOf(hash)).toString()));
}

function placeOf(hash: string): string {
  return rowAad('AuthorizationRequest', 'trialReport', hash);
}

/**
 * The result of a trial, for ten minutes after its end and only for the session that started it.
 * @param handle of the page's address
 */
export async function readTrial(
  handle: string,
  trial: { readonly clientId: string; readonly sid: string },
  context: Pick<Context, 'db' | 'settings' | 'now'>,
): Promise<{ readonly report: SignInReport; readonly at: Date } | null> {
  if (handle.length > maximumHandle) return null;
  const hash = hashHandle(handle);
  const found = await findTrialReport(context.db, { hash, ...trial }, context.now);
  return found && { report: openReport(found.report, hash, context), at: found.at };
}

/**
 * The page of the administration where a trial of a client's sign-in starts and ends.
 * @param trial the handle of a finished one, whose result to show
 */
export function trialPath(clientId: string, trial?: string): string {
  const query = new URLSearchParams({ client: clientId, ...(trial !== undefined && { trial }) });
  return `/admin/debug/simulator?${query}`;
}
