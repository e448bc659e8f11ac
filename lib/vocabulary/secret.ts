import { z } from 'zod';
import { entry, refuse } from './entry';
import { camelKeys } from './keys';
import { boundedText, line } from './text';

/** In characters, in a file and in a request. */
export const maximumSecretLength = 256;

/** The algorithm and the digest in base64url, base64 or hex. */
export const secretHash = boundedText(
  200,
  z.regex(/^(sha256:([\w+/-]{43}=?|[0-9a-fA-F]{64})|sha512:([\w+/-]{86}(==)?|[0-9a-fA-F]{128}))$/, {
    error: 'expected sha256: or sha512: and the digest in base64url, base64 or hex',
  }),
);

/** A time with its offset, for example 2027-01-31T12:00:00Z. */
export const moment = boundedText(
  64,
  z.iso.datetime({ offset: true, error: 'expected a time with its offset, for example 2027-01-31T12:00:00Z' }),
)
  .transform((text) => new Date(text))
  .superRefine((time, context) => {
    // Its offset can move a time out of the years that ISO 8601 writes with four digits.
    if (isWritable(time)) return;
    refuse(context, [], 'time_out_of_range', 'expected a time from 0001 to 9999 in UTC');
  });

function isWritable(time: Date): boolean {
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;
}

const secret = entry({
  value: line(maximumSecretLength).optional(),
  hash: secretHash.optional(),
  description: line(200).nullable().default(null),
  expires_at: moment.nullable().default(null),
})
  .superRefine((given, context) => {
    if ((given.value === undefined) !== (given.hash === undefined)) return;
    refuse(context, [], 'secret_form', 'expected either value or hash');
  })
  .transform(camelKeys);

/** The secrets of a client or of a resource scope: `{ value }` or `{ hash }`, with description and expires_at. */
export const secrets = z.array(secret).max(20);

/** A secret in the file, with exactly one of value and hash. */
export type SecretEntry = z.output<typeof secret>;

type Secrets = readonly { readonly expiresAt: Date | null }[];

/** When the last secret expires. Null if there is none or one never expires. */
export function secretsEnd(secrets: Secrets): Date | null {
  if (secrets.some(({ expiresAt }) => expiresAt === null)) return null;
  const times = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
