/** A remembered consent. */
export type Consent = { readonly scope: readonly string[]; readonly expiresAt: Date | null };

/** True when the remembered consent is still valid and holds every requested scope (semantics §1.11). */
export function consentCovers(consent: Consent | null, requested: readonly string[], now: Date): boolean {
  if (consent === null || (consent.expiresAt !== null && consent.expiresAt <= now)) return false;
  return requested.every((name) => consent.scope.includes(name));
}
