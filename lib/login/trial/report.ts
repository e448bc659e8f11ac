import { z } from 'zod';
import type { Context } from '#lib/context';
import { open, rowAad, seal, sealingKey } from '#lib/crypto/seal';

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
export function openReport(sealed: string, hash: string, { settings }: Pick<Context, 'settings'>): SignInReport {
  return reportSchema.parse(JSON.parse(open(sealingKey(settings.secret), sealed, placeOf(hash)).toString()));
}

function placeOf(hash: string): string {
  return rowAad('AuthorizationRequest', 'trialReport', hash);
}
