/** An upstream identity provider. */
export type IdentityProvider = {
  readonly name: string;
  readonly displayName: string;
  readonly type: 'oidc' | 'github';
  readonly enabled: boolean;
  readonly issuer: string | null;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scope: string;
  /** Lower-case domains of the home-realm rules. */
  readonly domains: readonly string[];
  readonly button: 'show' | 'domain' | 'hidden';
  readonly createUsers: boolean;
  readonly claimMapping: Readonly<Record<string, string>>;
};
