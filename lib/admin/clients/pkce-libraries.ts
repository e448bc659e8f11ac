/** A library for confidential clients that sends no PKCE by default. */
type PkceLibrary = {
  readonly library: string;
  /** The line that turns PKCE on. Null if the library cannot send it. */
  readonly line: string | null;
  /** The version that signed people in with the wizard's client, with this line and without. Null if it has a guide. */
  readonly tried: string | null;
};

/** The most used ones, on the page of a client that sends none, and in docs/clients.md. */
export const pkceLibraries: readonly PkceLibrary[] = [
  { library: 'next-auth 4', line: "checks: ['pkce', 'state']", tried: null },
  { library: 'django-allauth', line: '"OAUTH_PKCE_ENABLED": True', tried: '65.22.1' },
  { library: 'oauth2-proxy', line: 'code_challenge_method = "S256"', tried: null },
  { library: 'zitadel/oidc (Go)', line: 'rp.WithPKCE(cookieHandler)', tried: '3.52.0' },
  { library: 'Quarkus', line: 'quarkus.oidc.authentication.pkce-required=true', tried: '3.20.0' },
  { library: 'Vert.x', line: '.pkceVerifierLength(64)', tried: '4.5.14' },
  { library: 'passport-openidconnect', line: null, tried: null },
  { library: 'goth (Go)', line: null, tried: '1.82.0' },
];
