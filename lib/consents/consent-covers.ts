/** A remembered consent. */
export type Consent = {
  readonly scope: readonly string[];
  /** Claims that were allowed by name without their scope. */
  readonly claims: readonly string[];
  readonly expiresAt: Date | null;
};

/** What a request asks a person for: scopes, and single claims, each with its scope. */
export type Requested = {
  readonly scope: readonly string[];
  readonly claims: readonly { readonly claim: string; readonly scope: string }[];
};

/**
 * Whether the remembered consent is still valid and covers every requested scope and claim (semantics §1.11). Consent
 * to a scope covers its claims.
 */
export function consentCovers(consent: Consent | null, requested: Requested, now: Date): boolean {
  if (consent === null || (consent.expiresAt !== null && consent.expiresAt <= now)) return false;
  const hasScope = (name: string) => consent.scope.includes(name);
  return (
    requested.scope.every(hasScope) &&
    requested.claims.every(({ claim, scope }) => consent.claims.includes(claim) || hasScope(scope))
  );
}
