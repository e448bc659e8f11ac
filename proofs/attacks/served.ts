/** A file of endpoint tests. */
type Served = {
  readonly file: string;
  /** Words in the names of tests that only work inside the process, because they replace or inspect a part of it. */
  readonly except?: readonly string[];
};

/**
 * Words in the names of tests that fill the password queue of their process (`whilePasswordsWait()`), in whichever file
 * they are.
 */
export const fullQueue = 'while too many passwords wait';

/**
 * The endpoint tests whose providers become server processes of the production build. Add a file once its tests pass
 * there. All other tests count as unit tests.
 */
export const served: readonly Served[] = [
  { file: 'lib/account/person.test.ts' },
  { file: 'lib/account/deletion/deletion.test.ts' },
  { file: 'lib/account/devices/devices.test.ts' },
  { file: 'lib/account/email/change-email.test.ts' },
  { file: 'lib/account/factors/factors.test.ts' },
  { file: 'lib/account/profile/picture.test.ts' },
  { file: 'lib/account/recovery/recovery-factor.test.ts' },
  { file: 'lib/account/recovery/recovery.test.ts' },
  { file: 'lib/account/require-fresh.test.ts' },
  { file: 'lib/account/security/password.test.ts' },
  { file: 'lib/admin/simulate/try-sign-in.test.ts' },
  { file: 'lib/admin/users/user-actions.test.ts' },
  { file: 'lib/forms.test.ts' },
  { file: 'lib/login/accounts/accounts.test.ts' },
  { file: 'lib/login/consent/claims-by-name.test.ts' },
  { file: 'lib/login/device/device.test.ts' },
  { file: 'lib/login/email-code/email-code.test.ts' },
  { file: 'lib/login/enrol/enrol-freshness.test.ts' },
  // The test makes its own database refuse a write.
  { file: 'lib/login/federation/attacks.test.ts', except: ['the database refuses'] },
  { file: 'lib/login/enter-twice.test.ts' },
  { file: 'lib/login/federation/federation.test.ts' },
  { file: 'lib/login/interaction.test.ts' },
  { file: 'lib/login/known-browser.test.ts' },
  { file: 'lib/login/passkey/passkey-sign-in.test.ts' },
  { file: 'lib/login/second-factor/second-factor.test.ts' },
  { file: 'lib/login/setup/owner.test.ts' },
  { file: 'lib/login/setup/password.test.ts' },
  { file: 'lib/login/sign-up/sign-up.test.ts' },
  { file: 'lib/login/two-tabs.test.ts' },
  { file: 'lib/protocol/administration.test.ts' },
  // The test reads the counters of its own process.
  { file: 'lib/protocol/authorize.test.ts', except: ['is told in the metrics'] },
  // The server refuses such a long address before anything reads it (security #145).
  { file: 'lib/protocol/authorize/id-token-hint.test.ts', except: ['of 100 KB'] },
  // The server writes the uses of clients later.
  { file: 'lib/protocol/client-assertion.test.ts', except: ['is recorded, so that the checks'] },
  { file: 'lib/protocol/clock.test.ts' },
  { file: 'lib/protocol/device-authorization.test.ts' },
  { file: 'lib/protocol/discovery.test.ts' },
  { file: 'lib/protocol/dpop/check-possession.test.ts' },
  { file: 'lib/protocol/dpop/dpop.test.ts' },
  { file: 'lib/protocol/end-session.test.ts' },
  // The server refuses such a long address before anything reads it (security #145).
  { file: 'lib/protocol/hostile-authorize.test.ts', except: ['5,000 scopes'] },
  // The log line of another process arrives after its answer.
  { file: 'lib/protocol/hostile-grants.test.ts', except: ['an event in the log and the audit log'] },
  // HTTP removes the space at the end of a header, so the token is valid.
  { file: 'lib/protocol/hostile-token.test.ts', except: ['a code, and a reference token in any other spelling'] },
  { file: 'lib/protocol/introspection.test.ts' },
  { file: 'lib/protocol/issued-tokens.test.ts' },
  { file: 'lib/protocol/leading.test.ts' },
  { file: 'lib/protocol/prove-secret.test.ts' },
  { file: 'lib/protocol/pushed-authorization.test.ts' },
  { file: 'lib/protocol/refusal-page.test.ts' },
  { file: 'lib/protocol/cors.test.ts' },
  // The server refuses such a long body before anything reads it (security #145).
  { file: 'lib/protocol/registration.test.ts', except: ['200,000 nested arrays'] },
  { file: 'lib/protocol/request-object/request-uri.test.ts' },
  { file: 'lib/protocol/resource.test.ts' },
  { file: 'lib/protocol/revocation.test.ts' },
  // The server knows of the operator's change a second later.
  { file: 'lib/protocol/self-registered-programs.test.ts', except: ['limited by an operator'] },
  { file: 'lib/protocol/self-registered.test.ts' },
  { file: 'lib/protocol/sign-out-races.test.ts' },
  { file: 'lib/protocol/tenant-of-tokens.test.ts' },
  { file: 'lib/protocol/token.test.ts' },
  { file: 'lib/protocol/userinfo.test.ts' },
];
