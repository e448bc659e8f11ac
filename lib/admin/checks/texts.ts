import { formatNumber } from '#lib/i18n/admin/format';

/** The checks of the configuration: each problem in general, and how to fix it. */
export const texts = {
  title: 'Checks',
  description: 'Problems and suggestions for your configuration.',
  commandLine: 'Also on the command line: npm run signet -- doctor --config',
  caption: (title: string) => `Found: ${title}`,
  columns: { object: 'Object', detail: 'Detail', actions: 'Actions' },
  fix: 'Fix',
  fixLabel: (name: string) => `Fix: ${name}`,
  severities: { error: 'Error', warning: 'Warning', advice: 'Suggestion' },
  counted: {
    error: (count: number) => (count === 1 ? '1 error' : `${formatNumber(count)} errors`),
    warning: (count: number) => (count === 1 ? '1 warning' : `${formatNumber(count)} warnings`),
    advice: (count: number) => (count === 1 ? '1 suggestion' : `${formatNumber(count)} suggestions`),
  },
  all: 'All checks',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  older: 'Next',
  newest: 'First',
  fixAll: {
    link: (count: number) => `Fix all ${formatNumber(count)}`,
    title: (finding: string, clients: number) =>
      `Fix “${finding}” for ${clients === 1 ? '1 client' : `${formatNumber(clients)} clients`}?`,
    text: 'Review the changes. They become one revision.',
    more: (shown: number, all: number) =>
      `This changes the first ${formatNumber(shown)} of ${formatNumber(all)} clients. Then fix the others.`,
    forOwners: (clients: number) =>
      `${clients === 1 ? '1 client can' : `${formatNumber(clients)} clients can`} only be changed by an owner.`,
    risks: {
      pkce_missing_public: 'Sign-ins fail for apps that don’t send PKCE.',
      pkce_missing: 'Sign-ins fail for apps that don’t send PKCE.',
      pkce_not_required: 'Every sign-in of the last 7 days used PKCE. Sign-ins without it fail from now on.',
      secret_expired: 'Apps that still send one of these secrets keep failing.',
      redirect_uri_unused: 'Sign-ins that return to these URIs fail.',
    } as Readonly<Record<string, string>>,
    impossible: 'These changes can’t be saved',
    submit: (clients: number) => `Change ${clients === 1 ? '1 client' : `${formatNumber(clients)} clients`}`,
  },
  dismiss: {
    link: 'Dismiss…',
    label: (finding: string, name: string) => `Dismiss “${finding}” for ${name}`,
    linkAll: (count: number) => `Dismiss all ${formatNumber(count)}…`,
    title: (finding: string) => `Dismiss “${finding}”?`,
    text: 'Dismissed checks aren’t shown or counted, for anyone. You can restore them at any time.',
    places: (count: number) => (count === 1 ? '1 place' : `${formatNumber(count)} places`),
    more: (count: number) => `and ${formatNumber(count)} more`,
    noteHelp: 'Shown with the dismissed check and in the audit log.',
    until: 'Show again on (optional)',
    untilHelp: 'Without a date it stays dismissed.',
    submit: 'Dismiss',
    done: (count: number) => (count === 1 ? 'Dismissed the check.' : `Dismissed ${formatNumber(count)} checks.`),
  },
  dismissed: {
    link: (count: number) => `Dismissed ${formatNumber(count)}`,
    title: 'Dismissed checks',
    description: 'These are still found. They aren’t shown or counted.',
    caption: 'Dismissed checks',
    columns: { check: 'Check', object: 'Object', note: 'Note', by: 'Dismissed by', until: 'Until', actions: 'Actions' },
    forever: 'No end date',
    restore: 'Restore',
    restored: 'Restored the check.',
    none: 'No dismissed checks',
    noneText: 'Checks you dismiss appear here.',
  },
  fine: 'All checks passed',
  fineText: 'New findings appear here within a minute.',
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
      'Anyone who sees its code can redeem it. Require PKCE. Every current library sends it.',
    ],
    pkce_missing: ['Client without PKCE', 'PKCE also protects clients with a secret. Require it if the app sends it.'],
    pkce_not_used: [
      'Client doesn’t use PKCE',
      'It also protects clients with a secret. The client’s page has the line that turns it on in common libraries.',
    ],
    pkce_not_required: [
      'PKCE can be required',
      'Every sign-in of the last 7 days used it. Require it, so that a stolen code without it is refused.',
    ],
    pkce_plain: ['Client allows plain PKCE', 'The plain method protects nothing in transit. Allow only S256.'],
    implicit_grant: [
      'Client uses the implicit grant',
      'Tokens end up in URLs, history and logs. Use the authorization code flow with PKCE.',
    ],
    password_grant: [
      'Client uses the password grant',
      'The app sees passwords. Use the authorization code flow, or the device flow without a browser.',
    ],
    legacy_flow_listed: [
      'Client lists a legacy flow that is off',
      'The portal has legacy_flows: off, so these requests are refused. Remove the flow from the client.',
    ],
    assertion_audience_wide: [
      'Client assertions can be limited to the issuer',
      'This client sends no other audience. Accept only the issuer, so an assertion can’t be reused elsewhere.',
    ],
    legacy_flows_unused: [
      'Legacy flows are unused',
      'No client used implicit, hybrid or password in the last 90 days. Set legacy_flows to off.',
    ],
    http_redirect: ['Redirect URI over http', 'Anyone on the network can read the code. Register an https URI.'],
    scheme_without_dot: [
      'Redirect URI with a short scheme',
      'Any app can claim this scheme and receive the code. If the app can change it, use a domain of yours in reverse, such as com.example.app.',
    ],
    localhost_redirect: [
      'Redirect URI on localhost',
      'Any program on that device can receive the code. Remove it from clients in production.',
    ],
    redirect_missing: [
      'Client without a redirect URI',
      'Its browser flows can’t return anywhere. Register a redirect URI, or remove the grant type.',
    ],
    redirect_shared: [
      'Redirect URI used by several clients',
      'A code for one client can reach another. Give each client its own URI, or merge the clients.',
    ],
    secret_missing: [
      'Client without a secret',
      'It must authenticate with a secret and has none. Create one, or choose another method.',
    ],
    secret_expired_all: [
      'All secrets have expired',
      'The client can’t get tokens. Create a secret and add it to the app.',
    ],
    secret_expired: ['Expired secret', 'It no longer works. Delete it.'],
    certificate_expired_all: [
      'All client certificates have expired',
      'The client can’t authenticate. Upload its next certificate.',
    ],
    certificate_expired: ['Expired client certificate', 'It no longer works. Remove its key from the public keys.'],
    certificate_expiring: [
      'Client certificate expires soon',
      'Upload the next certificate now. Both work until this one expires.',
    ],
    mtls_off: [
      'Client needs mTLS, which is off',
      'It authenticates or gets its tokens with a certificate. Set SIGNET_MTLS_ORIGIN, or change the client.',
    ],
    secret_expiring: ['Secret expires soon', 'Create the next secret now. Both work until this one expires.'],
    secret_old: ['Secret older than a year', 'Create the next secret, change the app, then delete this one.'],
    scope_empty: [
      'Client without scopes it can request',
      'An app that users sign in to needs openid. A machine needs the scope of an API.',
    ],
    scope_disabled: [
      'Client has a disabled scope',
      'Requests for it are refused. Remove it from the client, or enable the scope.',
    ],
    consent_off_native: [
      'Native app without consent',
      'Any program on the device can pose as this app. Require consent.',
    ],
    consent_off_third_party: [
      'Self-registered client without consent',
      'Users aren’t asked before it gets their data. Require consent.',
    ],
    sign_in_impossible: ['Can’t sign in', 'No sign-in method is allowed. Allow passwords or an identity provider.'],
    access_token_long: [
      'Access tokens valid for over a day',
      'APIs can’t tell when a JWT is revoked. Shorten the lifetime, or use reference tokens.',
    ],
    refresh_token_endless: [
      'Refresh tokens never expire',
      'A stolen one works forever. Set a maximum lifetime or an idle timeout.',
    ],
    access_nobody: [
      'Client without users',
      'Only people you choose may use it, and none are chosen. Add a group, assign users, or let everyone use it.',
    ],
    approvers_missing: [
      'Approver group without an approver',
      'No member is enabled and has a verified email, so requests aren’t answered. Add a member.',
    ],
    roles_without_scope: [
      'Roles never reach this client',
      'It can’t request the scope roles, so its tokens never contain roles. Add the scope roles to the client.',
    ],
    groups_none_shown: [
      'Client that sees no groups',
      'It can request groups, but no groups are shown to it. Choose which groups it sees.',
    ],
    roles_in_mixed_tokens: [
      'Tokens for several APIs without roles',
      'In the last 30 days, tokens for this API were also for other APIs. Such tokens don’t contain roles. Let the app request one token per API with resource, or let the API use introspection.',
    ],
    claims_omitted: [
      'Claims that didn’t fit into tokens',
      'In the last 7 days, this claim was left out of tokens. A token holds at most 4,096 bytes of groups, roles and claim rules (2,048 through the browser). Show fewer groups, or let the app read UserInfo.',
    ],
    client_unused: ['Client unused for 90 days', 'It got no tokens and no sign-ins. Disable it, and delete it later.'],
    redirect_uri_unused: [
      'Redirect URI unused for 90 days',
      'Sign-ins returned to other URIs. Remove it, because codes can be sent to it.',
    ],
    secret_unused: ['Secret unused for 90 days', 'The app sends another secret. Delete this one.'],
    scope_unused: ['Unused scope', 'No client has it. Add it to a client, or delete it.'],
    scope_without_text: [
      'Scope without a display name',
      'The consent page shows its technical name. Add a display name.',
    ],
    scope_secret_expired: ['Expired API secret', 'Introspection with it fails. Create a secret, and delete this one.'],
    scope_secret_expiring: ['API secret expires soon', 'Create the next secret now. Both work until this one expires.'],
    provider_http: ['Identity provider over http', 'Anyone on the network can change who signs in. Use its https URL.'],
    provider_unfindable: [
      'Identity provider without a button or domain',
      'Users can’t choose it. Add a button or a domain, or hide it.',
    ],
    groups_overage: [
      'Provider lists too many groups',
      'In the last 7 days it sent a link instead of a list of groups, so memberships didn’t change. Set the provider to send only the groups assigned to this application.',
    ],
    provider_without_client: [
      'Identity provider that no client allows',
      'Allow it for a client or a tenant, or disable it.',
    ],
    tenant_closed: [
      'Client of a disabled tenant',
      'Users can’t sign in to it. Enable the tenant, move the client, or disable it.',
    ],
    tenant_provider_disabled: [
      'Tenant with a disabled identity provider',
      'Its users can’t sign in with it. Enable the provider, or remove it from the tenant.',
    ],
    tenant_contrast: [
      'Tenant color was adjusted',
      'The chosen color is hard to read, so pages show another tone. Choose one with more contrast.',
    ],
    issuer_http: [
      'The issuer uses http',
      'Passwords and tokens travel in plain text. Serve over https and set SIGNET_ISSUER.',
    ],
    key_missing: [
      'No key for an algorithm',
      'Clients that use this algorithm get no tokens. Restart the server to create the key.',
    ],
    key_overdue: ['Signing key older than 180 days', 'Rotate the signing keys. Apps aren’t affected.'],
    mail_missing: [
      'Email can’t be sent',
      'Set SMTP_URL. Until then users get no links or codes, and email addresses stay unverified.',
    ],
    mail_methods_off: [
      'Setting needs email',
      'Email can’t be sent, so this setting has no effect. Set SMTP_URL, or turn the setting off.',
    ],
    passkeys_address_host: [
      'Passkeys don’t work with an IP address',
      'Browsers create passkeys only for host names. Use a host name and set SIGNET_ISSUER.',
    ],
    owner_without_second_factor: [
      'Owner without a second factor',
      'A stolen password is enough to control everything. Ask them to add one under /account/security.',
    ],
    username_is_foreign_address: [
      'Username is another user’s email',
      'Signing in with it opens the account that verified the email. Change this username.',
    ],
    second_factor_missing: [
      'Users without the required second factor',
      'They must add one at their next sign-in. Tell them in advance.',
    ],
    verified_address_missing: [
      'Users who can’t sign in',
      'These users have no verified email, identity or passkey, and can only sign in by email. Add username to identifiers, or verify their email.',
    ],
    name_hidden_characters: [
      'Name with invisible characters',
      'It can look like another name, and files with it are refused. Enter the name again.',
    ],
    row_unreadable: [
      'Entry can’t be read',
      'Its database row is damaged, or a provider’s secret can’t be decrypted with SIGNET_SECRET, so the entry is disabled. Import it or enter the secret again, or delete it.',
    ],
    demo_left: ['Demo data', 'Remove the demo clients, scopes and users before you go to production.'],
    documents_of_few: [
      'Registration is open, but documents are limited to trusted domains',
      'Programs with a metadata document don’t fall back to registration, so those from other domains can’t connect. Allow more documents, or turn registration off.',
    ],
    agents_waiting: ['Agents are waiting for approval', 'Users can’t use them until you approve or block them.'],
    registration_open: [
      'Anyone can register clients',
      'Require an initial access token, unless open registration is intended.',
    ],
  },
} as const;
