import { dayMs } from '#lib/vocabulary/time';

type Dated = { readonly expiresAt: Date | null };

/** A secret or certificate is reported this long before it expires. */
const warnDays = 30;

/** The days on which secrets or certificates expired. */
export function expired(secrets: readonly Dated[], now: Date): string[] {
  return days(secrets, (end) => end <= now);
}

/** The days on which they will expire soon. */
export function expiring(secrets: readonly Dated[], now: Date): string[] {
  return days(secrets, (end) => end > now && end.getTime() - now.getTime() <= warnDays * dayMs);
}

function days(secrets: readonly Dated[], isMeant: (end: Date) => boolean): string[] {
  return secrets.flatMap(({ expiresAt }) =>
    expiresAt !== null && isMeant(expiresAt) ? [expiresAt.toISOString().slice(0, 10)] : [],
  );
}
