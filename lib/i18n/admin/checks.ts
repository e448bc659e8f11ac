import { formatNumber } from './format-number';

/** The checks of the configuration: what is wrong in general, and what to do. */
export const checks = {
  title: 'Checks',
  description:
    'What the configuration says about itself: what does not work, what is open, what nobody needs any more.',
  commandLine: 'The same at a command line: npm run signet -- doctor --config',
  caption: (title: string) => `Found: ${title}`,
  columns: { object: 'Where', detail: 'What', fix: 'Fix' },
  open: 'Fix',
  severities: { error: 'Error', warning: 'Warning', advice: 'Advice' },
  counted: {
    error: (count: number) => (count === 1 ? '1 error' : `${formatNumber(count)} errors`),
    warning: (count: number) => (count === 1 ? '1 warning' : `${formatNumber(count)} warnings`),
    advice: (count: number) => (count === 1 ? '1 suggestion' : `${formatNumber(count)} suggestions`),
  },
  all: 'All checks',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  older: 'Next',
  newest: 'First page',
  fine: 'Nothing to do.',
  fineText: 'Every check of the configuration passed.',
  objects: {
    client: 'Client',
    scope: 'Scope',
    provider: 'Identity provider',
    key: 'Key',
    tenant: 'Tenant',
    user: 'User',
    installation: 'Setting',
  },
  rules: {
    pkce_missing_public: [
      'Public client without PKCE',
      'Anybody who sees its code can redeem it. Require PKCE: every current library sends it.',
    ],
    pkce_missing: [
      'Client without PKCE',
      'PKCE protects the code even where a secret exists. Require it, once the application sends it.',
    ],
    pkce_plain: [
      'PKCE with the method plain',
      'The challenge is the verifier itself and protects against nothing on the way there. Allow S256 only.',
    ],
    implicit_grant: [
      'Implicit grant is on',
      'Tokens travel in addresses, where browsers and logs keep them. Use the code flow with PKCE.',
    ],
    password_grant: [
      'Password grant is on',
      'The application sees the passwords of people. Use the code flow, or a device code where there is no browser.',
    ],
    legacy_flow_listed: [
      'A legacy flow is switched off',
      'The portal has legacy_flows: off, so these requests are refused. Remove the flow from the client.',
    ],
    assertion_audience_wide: [
      'Client assertions could be limited to the issuer',
      'This client has sent no other audience. Accept only the issuer, so that an assertion made for an endpoint is refused, even if somebody tricks the client into making one.',
    ],
    legacy_flows_unused: [
      'Implicit, hybrid and password flows are unused',
      'Nobody used them in the last 90 days. Switch them off with legacy_flows: off.',
    ],
    http_redirect: [
      'Redirect URI over http',
      'The code travels readable for everybody on the way. Register an https address.',
    ],
    localhost_redirect: [
      'Redirect URI on the own machine',
      'It is for development: whatever runs on that machine gets the code. Remove it from the client people use.',
    ],
    redirect_missing: [
      'No redirect URI',
      'The client may use a flow through the browser, and there is nowhere to go back to. Register its address, or take the flow away.',
    ],
    redirect_shared: [
      'Redirect URI of several clients',
      'A code for one client arrives at another. Give each its own address, or make them one client.',
    ],
    secret_missing: [
      'No secret',
      'The client has to prove itself by a secret and has none. Make one, or choose another method.',
    ],
    secret_expired_all: [
      'Every secret has expired',
      'The client cannot get tokens. Make a new secret and give it to the application.',
    ],
    secret_expired: ['Expired secret', 'It does nothing any more. Delete it.'],
    secret_expiring: ['Secret expires soon', 'Make a new one now: both work until the old one ends.'],
    scope_empty: ['No scope', 'The client may ask for nothing. Allow it at least openid.'],
    scope_disabled: [
      'Disabled scope of a client',
      'Whoever asks for it is refused. Take it from the client, or enable the scope.',
    ],
    consent_off_native: [
      'Native application without consent',
      'Any program on the device can pretend to be it. Ask the person.',
    ],
    consent_off_third_party: [
      'Self-registered client without consent',
      'Nobody vouched for it, and people are not asked. Require consent.',
    ],
    sign_in_impossible: ['Nobody can sign in', 'Neither a password nor any provider is allowed. Allow one of them.'],
    access_token_long: [
      'Access tokens that live longer than a day',
      'A JWT cannot be called back everywhere. Make it short and use refresh tokens, or use references.',
    ],
    refresh_token_endless: [
      'Refresh tokens without an end',
      'A lost one works for ever. Give it an end, or end it when it is not used.',
    ],
    client_unused: [
      'Not used for 90 days',
      'No grant and no sign-in was seen. Disable it; when nobody asks, delete it.',
    ],
    redirect_uri_unused: [
      'Redirect URI not used for 90 days',
      'People came back to another one. Remove it: each is a place that a code can be sent to.',
    ],
    secret_unused: ['Secret not used for 90 days', 'The application sends another one. Delete it.'],
    scope_unused: ['Scope that no client has', 'Give it to a client, or delete it.'],
    scope_without_text: [
      'Scope without a display name',
      'People read its technical name when they are asked to allow it. Give it a name they understand.',
    ],
    scope_secret_expired: [
      'Expired secret of an API',
      'Introspection with it is refused. Make a new one, and delete it.',
    ],
    scope_secret_expiring: ['Secret of an API expires soon', 'Make a new one now: both work until the old one ends.'],
    provider_http: ['Provider over http', 'Whoever sits on the way can say who people are. Use its https address.'],
    provider_unfindable: [
      'Provider that nobody finds',
      'It has no button and no domain. Give it one of them, or hide it if applications name it.',
    ],
    provider_without_client: ['Provider that no client allows', 'Allow it at a client or its tenant, or disable it.'],
    tenant_closed: [
      'Client of a disabled tenant',
      'Nobody can sign in to it. Enable the tenant, move the client, or disable it too.',
    ],
    tenant_provider_disabled: [
      'Disabled provider of a tenant',
      'Its people cannot sign in there. Enable the provider, or take it from the tenant.',
    ],
    tenant_contrast: [
      'Color that is shown differently',
      'Nobody could read it as it was chosen. Choose one that can be read, so that it is the one people see.',
    ],
    issuer_http: [
      'The issuer is http',
      'Passwords and tokens travel readable. Serve it over https and set SIGNET_ISSUER.',
    ],
    key_missing: [
      'No key for an algorithm',
      'Clients that want this algorithm get no tokens. Start the server again: it makes the key.',
    ],
    key_overdue: ['Key older than 180 days', 'Rotate it: the new key is announced first, and nobody is interrupted.'],
    mail_missing: [
      'No mail can be sent',
      'Set SMTP_URL. Until then nobody gets a link or a code, and email addresses stay unverified: applications must not trust them.',
    ],
    mail_methods_off: [
      'A setting that needs mail',
      'No mail can be sent, so it counts as off. Set SMTP_URL, or switch it off, so that the configuration says what people see.',
    ],
    passkeys_address_host: [
      'No passkeys at an IP address',
      'Browsers make passkeys for names only, so passkeys count as off. Give the server a name, and set SIGNET_ISSUER.',
    ],
    owner_without_second_factor: [
      'Owner without a second factor',
      'Whoever learns the password owns everything. The person adds an authenticator app or a passkey under /account/security.',
    ],
    username_is_foreign_address: [
      'A username that is somebody else’s address',
      'Whoever types it means the account that proved the address. Give this account another username.',
    ],
    second_factor_missing: [
      'People without the required second factor',
      'They have to add one at their next sign-in. Tell them before.',
    ],
    verified_address_missing: [
      'People who cannot say who they are',
      'Email is the only identifier there, and they have no verified address, identity or passkey. Add username to identifiers, or give each of them a verified address.',
    ],
    name_hidden_characters: [
      'A name contains invisible characters',
      'The name is older than the rule against them, and can look like another name. Enter it again, also in files: a file with this name is refused.',
    ],
    row_unreadable: [
      'An entry cannot be read',
      'Its row in the database is broken, so the entry is switched off. Apply it again from a file, or delete it.',
    ],
    registration_open: [
      'Everybody may register clients',
      'Ask for an initial access token, unless you mean to be open.',
    ],
  },
} as const;
