/**
 * The suites that PostgreSQL is spared in `npm test`, by folder: each statement that they send is sent there by another
 * suite too, and neither locks nor the order of texts are their subject. `npm test -- all` runs them there, and names
 * those that do not belong here (any more).
 * @type {Readonly<Record<string, string>>}
 */
const names = {
  'lib/account': 'alarm-language person require-fresh',
  'lib/account/email': 'email-form former-address link-pages',
  'lib/account/home': 'notices',
  'lib/account/passkeys': 'passkeys',
  'lib/account/profile': 'profile',
  'lib/account/security': 'password',
  'lib/admin/access': 'admin-handler',
  'lib/admin': 'action-outcomes reason',
  'lib/admin/api': 'access audited',
  'lib/admin/api/idempotency': 'run-once',
  'lib/admin/api/resources': 'configuration users',
  'lib/admin/checks': 'plan-fix read-checks',
  'lib/admin/clients': 'as-text certificate fields',
  'lib/admin/configuration': 'check-sectors strict-changes',
  'lib/admin/debug': 'find-debug-target',
  'lib/admin/entries': 'entry-forms',
  'lib/admin/flash': 'flash-cookie',
  'lib/admin/frame': 'submit-preferences',
  'lib/admin/history': 'undo-any-revision undo-proof undo-revision',
  'lib/admin/keys': 'keys',
  'lib/admin/list': 'last-addresses',
  'lib/admin/pick': 'pick',
  'lib/admin/providers': 'read-health',
  'lib/admin/settings': 'portal',
  'lib/admin/requests': 'quick-fix quick-fix-actions',
  'lib/admin/scopes': 'scopes',
  'lib/admin/simulate': 'api simulate',
  'lib/admin/tenants': 'tenants',
  'lib/admin/users': 'actions profile-form remembered-offline strict-changes',
  'lib/audit/retention': 'purge-events',
  'lib/audit/seals': 'verify-chain',
  lib: 'background-jobs forms old-sessions serve',
  'lib/cli/doctor': 'check-proxy',
  'lib/cli': 'former-access mail-command new-roles user-roles',
  'lib/config': 'change documentation export-accounts export policy-checks second-factors unreadable-rows',
  'lib/config/impact': 'impact',
  'lib/demo': 'demo',
  'lib/demo/device': 'device-demo',
  'lib/demo/mcp': 'mcp',
  'lib/docs': 'docs examples',
  'lib/docs/build': 'build-docs',
  'lib/federation': 'accounts',
  'lib/keys': 'check-secret decryption-key',
  'lib/login': 'account-under-way audit guessing known-browser levels statements',
  'lib/login/accounts': 'accounts',
  'lib/login/consent': 'claims-by-name',
  'lib/login/device': 'report-device',
  'lib/login/enrol': 'enrol-freshness',
  'lib/login/federation': 'account-event apple-and-entra',
  'lib/login/logout': 'logout',
  'lib/login/proofs': 'start-session',
  'lib/login/realm': 'provider-lists realm',
  'lib/login/second-factor': 'email',
  'lib/login/sign-in': 'show',
  'lib/next': 'lanes',
  'lib/protocol': `
    access-of-tokens access-token-typ administration apis authorize cascades check-session client-assertion
    client-defaults clock cors discovery documentation explanations hint-sizes hostile-authorize hostile-grants
    hostile-token incoming-json introspection issued-tokens legacy-flows metrics pairwise preview-claims
    protected-resources public-document pushed-interop read-locale refusal-page registered-addresses required-sign-in
    resource response-types scope-audience secret-rotation security-txt self-registered-programs tenant-of-tokens
    token watch-request`,
  'lib/protocol/authorize': `
    claims-parameter decide draft-grant id-token-hint judge-request rebuild-request trusted-redirect
    validate-request`,
  'lib/protocol/back-channel': 'notice-job',
  'lib/protocol/conformance': 'discovery dynamic requests responses sessions tokens',
  'lib/protocol/documents': 'check-document document-need stale-documents',
  'lib/protocol/dpop': 'bound-code bound-grants check-possession dpop interop',
  'lib/protocol/encryption': 'encrypted-responses interop',
  'lib/protocol/end-session': 'check-request notified-clients signed-out',
  'lib/protocol/fapi': 'certificates documentation interop portal requests',
  'lib/protocol/grants': 'authorization-code extension-grant password refresh-token token-exchange',
  'lib/protocol/mtls': 'authenticate-by-certificate bound-tokens endpoint-aliases',
  'lib/protocol/request-object': 'request-object request-uri',
  'lib/protocol/response-modes': 'sign-response signed-response',
  'lib/sessions': 'know-browser update-account',
  'lib/testing': 'failing-writes',
  'lib/testing/seed': 'admin-lists',
  'lib/tokens': 'access-token id-token',
  'lib/users': 'attempt-limits international-address stranger-attempt',
};

/** Paths from the root of the repository. @type {readonly string[]} */
export const sparedSuites = Object.entries(names).flatMap(([folder, list]) =>
  list
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}.test.ts`),
);
