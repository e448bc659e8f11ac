/** The line that turns PKCE on in the most used libraries that send none by default. Null if they cannot send it. */
export const pkceLibraries: readonly { readonly library: string; readonly line: string | null }[] = [
  { library: 'next-auth 4', line: "checks: ['pkce', 'state']" },
  { library: 'django-allauth', line: '"OAUTH_PKCE_ENABLED": True' },
  { library: 'oauth2-proxy', line: 'code_challenge_method = "S256"' },
  { library: 'zitadel/oidc (Go)', line: 'rp.WithPKCE(cookieHandler)' },
  { library: 'Quarkus', line: 'quarkus.oidc.authentication.pkce-required=true' },
  { library: 'Vert.x', line: '.pkceVerifierLength(64)' },
  { library: 'passport-openidconnect', line: null },
  { library: 'goth (Go)', line: null },
];
