export type Tenant = {
  readonly name: string;
  readonly displayName: string;
  readonly enabled: boolean;
  readonly defaultLocale: string | null;
  /** null: all providers. */
  readonly identityProviders: readonly string[] | null;
  readonly login: 'password' | 'identifier' | null;
  readonly registration: 'off' | 'on' | null;
  readonly theme: {
    readonly primary: string | null;
    readonly primaryDark: string | null;
    readonly logo: string | null;
    readonly logoDark: string | null;
    readonly radius: string | null;
    readonly mode: 'system' | 'light' | 'dark';
  };
  readonly links: { readonly support: string | null; readonly privacy: string | null; readonly terms: string | null };
};

/** The portal's own settings. */
export type Portal = {
  readonly sessionIdleSeconds: number;
  readonly sessionAbsoluteSeconds: number;
  readonly rememberSeconds: number;
  readonly login: 'password' | 'identifier';
  readonly registration: 'off' | 'on';
  readonly dynamicRegistration: 'off' | 'token' | 'open';
  /** Events of the audit log are removed after so many days; null keeps them for ever. */
  readonly auditRetentionDays: number | null;
};
