import { countedRequests } from './counted';
import { findUseColumns, findUses } from './find-uses';
import { storeRaces } from './store/all';

/** The names of races by requests, or the start of their names, each with the places that decide them. */
export const racedByRequests: Readonly<Record<string, readonly string[]>> = {
  'the same code redeemed': ['lib/tokens/redemption-store.ts: mark', 'lib/tokens/redemption-store.ts: gathered'],
  'a sign-out in one process while the other redeems': ['lib/sessions/session-store.ts: revokeGrantsOf'],
  'Processes that start at once': [
    'lib/audit/seals/audit-key.ts: ensureAuditKeys',
    'lib/db/postgres-exclusive.ts: createLock',
    'lib/db/postgres-exclusive.ts: patiently',
    'lib/db/postgres-exclusive.ts: postgresExclusively',
    'lib/keys/key-store.ts: insertPairwiseSalt',
    'lib/keys/key-store.ts: insertSecretCheck',
  ],
  'A code that more than five browsers enter': ['lib/login/device/attempts.ts: watchCode'],
  'Wrong passwords at one account': ['lib/users/stranger-attempt.ts: reserveStrangerAttempt'],
  'Mails to one address': [
    'lib/account/email/change-email.ts: send',
    'lib/account/recovery/submit-recover.ts: sendTo',
    'lib/login/email-code/send.ts: sendSignInCode',
    'lib/login/second-factor/email.ts: sendFactorCode',
    'lib/login/sign-up/send-code.ts: sendSignUpCode',
    'lib/users/mail-limits.ts: reserveMail',
  ],
  'a mailed code that signs in': ['lib/login/email-code/submit.ts: reserveAsStranger'],
  'a mailed code as second factor': ['lib/login/second-factor/attempt.ts: reserveFactor'],
  'a recovery code': ['lib/login/second-factor/recovery.ts: recoveryMethod'],
  ...Object.fromEntries(countedRequests.map(({ promise, places }) => [promise, places])),
};

/** The places without a race, by the reason. */
export const notRaced: Readonly<Record<string, readonly string[]>> = {
  'The condition of a change that may be repeated, or a row lock': [
    'lib/admin/access/proof-store.ts: noteConfirmation',
    'lib/admin/users/account-store.ts: setMustSetPassword',
    'lib/clients/logos/logo-store.ts: saveLogo',
    'lib/consents/consent-store.ts: sameConsent',
    'lib/db/revision.ts: holdRevision',
    'lib/factors/passkeys/passkey-store.ts: hold',
    'lib/factors/passkeys/passkey-store.ts: renamePasskey',
    'lib/factors/two-step-store.ts: setTwoStep',
    'lib/interactions/interaction-store.ts: noNotes',
    'lib/interactions/trial-store.ts: reported',
    'lib/sessions/session-store.ts: newHandle',
    'lib/sessions/session-store.ts: currentSession',
    'lib/users/account-link-store.ts: savePendingPassword',
    'lib/users/identity-store.ts: touchIdentity',
    'lib/users/user-store.ts: lockAccount',
    'lib/users/user-store.ts: lockUser',
    'lib/users/user-store.ts: signedIn',
    'lib/users/user-store.ts: touchUser',
  ],
  'The last writer wins, and every order is correct': [
    'lib/admin/checks/dismissal-store.ts: saveDismissals',
    'lib/admin/overview/overview-store.ts: saveOverview',
    'lib/clients/usage/use-store.ts: beginRecording',
    'lib/clients/usage/use-store.ts: saveBatch',
    'lib/sessions/session-client-store.ts: added',
    'lib/sessions/session-store.ts: savedSession',
    'lib/tokens/scope-uses/scope-use-store.ts: saveBatch',
    'lib/users/notice-store.ts: insert',
    'lib/users/user-word-store.ts: fillBatch',
    'lib/users/user-word-store.ts: rewriteWords',
  ],
  'Removes or voids everything, so a second call finds nothing': [
    'lib/consents/consent-store.ts: forgotten',
    'lib/admin/users/account-store.ts: withdrawClient',
    'lib/db/cap-explanations.ts: capExplanations',
    'lib/db/removal.ts: removeGrants',
    'lib/db/revoke-grants.ts: continueOne',
    'lib/db/revoke-grants.ts: forgetSome',
    'lib/db/revoke-grants.ts: narrowSome',
    'lib/db/revoke-grants.ts: revokeSome',
    'lib/db/sweep.ts: defineDeletion',
    'lib/factors/failure-store.ts: forgetAll',
    'lib/sessions/lost-access-store.ts: tellOfLostAccess',
    'lib/tokens/grant-store.ts: revokeSomeOfTenant',
    'lib/usage/usage-store.ts: deleteCountsBefore',
    'lib/users/account-link-store.ts: voidAccountLinks',
    'lib/users/known-browser-store.ts: forget',
    'lib/users/known-browser-store.ts: forgetSurplus',
    'lib/users/recovered-store.ts: removeFactorsSince',
    'lib/users/user-store.ts: deleteUserRows',
  ],
  'Counts up in one statement, and the number is a key': ['lib/db/revoke-grants.ts: startRevocation'],
  'Writes under a unique handle': ['lib/interactions/statements.ts: insertion'],
  'Builds or reads statements for other places': [
    'lib/cli/upgrade/describe-migration.ts: readRowWork',
    'lib/db/bulk.ts: deleteRows',
    'lib/db/bulk.ts: updateRows',
    'lib/db/bulk.ts: upsertRows',
    'lib/db/database-errors.ts: isUniqueViolation',
    'lib/db/gathered-text.ts: gatherText',
    'lib/db/gathered-text.ts: insertPattern',
  ],
  'Bounds a table: parallel requests may exceed the bound by their number': [
    'lib/clients/agents/asked-store.ts: noteAsked',
  ],
  'Reserves a use of a raced window first, like the limits of requests': [
    'lib/access-requests/tell-approvers.ts: reserveEach',
    'lib/account/export/form.ts: exportForm',
    'lib/account/profile/form.ts: usernameForm',
    'lib/admin/access/record-refusal.ts: recordRefusal',
    'lib/admin/api/handle-admin-api.ts: limitChanges',
    'lib/login/email-code/submit.ts: recordFailure',
    'lib/login/federation/go-to-provider.ts: goToProvider',
    'lib/login/passkey/refused-passkey.ts: recordRefusedPasskey',
    'lib/protocol/documents/fetch-document.ts: reserveFetch',
    'lib/protocol/registration/manage-client.ts: replaceClient',
    'lib/protocol/request-object/fetch-request-object.ts: fetchRequestObject',
  ],
};

const numbered = 'not raced: counts up in an insert that a unique column guards';
const attempted = 'A mail is claimed for one attempt';

/** The columns that store whether or how often something was used, each with its race or the reason why it has none. */
export const columns: Readonly<Record<string, string>> = {
  'AccessRequest.decidedAt': 'A request for access is decided once',
  'AccessToken.revokedAt': 'not raced: a token that is revoked again stays revoked',
  'AccountLink.usedAt': 'A mailed link is used once',
  'AccountLink.wrongCodes': 'The second factor of a recovery has five attempts',
  'AuditKey.number': 'Processes that start at once',
  'AuditSeal.keyNumber': 'not raced: names a key',
  'AuditSeal.sequence': 'Every event is sealed once, in one chain',
  'Authenticator.lastStep': 'A code of an authenticator app is used once',
  'AuthorizationCode.redeemedAt': 'the same code redeemed',
  'ClientLogo.attempts': 'A logo is fetched again by one process',
  'ClientUsage.count': 'Every sealed event is counted once',
  'ConfigurationChange.number': numbered,
  'ConfigurationRevision.number': numbered,
  'DeviceRequest.decidedAt': 'A device is approved or denied, once',
  'DeviceRequest.redeemedAt': 'an approved device polled',
  'EmailCode.failures': 'A mailed code has five attempts',
  'EmailCode.usedAt': 'A mailed code is used once',
  'Explanation.occurrences': 'Equal refusals share one explanation that counts them',
  'FactorFailure.failures': 'A factor fails a hundred times in a row at most',
  'FactorFailure.stoppedAt': 'The hundredth failure stops the factor once, and one mail goes out',
  'Grant.revokedAt': 'A grant is revoked once, and not extended afterwards',
  'InitialAccessToken.remainingUses': 'An initial access token for three clients registers three',
  'Interaction.completedAt': 'A consent is answered once',
  'Interaction.wrongCodes': 'The second factor of a sign-in has five attempts',
  'LogoutNotice.attempts': 'A logout token is claimed for one attempt',
  'LogoutNotice.deliveredAt': 'A logout token is claimed for one attempt',
  'OutboxMail.attempts': attempted,
  'OutboxMail.deliveredAt': attempted,
  'PasskeyChallenge.usedAt': 'A challenge of a passkey is used once',
  'PasswordLink.usedAt': 'A link that sets a password is used once',
  'PushedRequest.usedAt': 'a pushed request opened',
  'RateLimit.count': 'A window has as many uses as its limit',
  'RecoveryCode.usedAt': 'A recovery code is used once',
  'RefreshToken.consumedAt': 'the same refresh token used',
  'RefreshToken.graceUses': 'A repeated refresh has ten answers in its window',
  'LargeChange.number': 'not raced: set by the process that holds the configuration',
  'Revocation.number': 'not raced: counts up in one statement, and is a key',
  'Revision.number': 'Each write of the configuration has a number of its own',
  'Session.endedAt': 'A session ends once, and its clients are told once',
  'Trace.seen': 'A trace keeps as many steps as its limit and counts the rest',
  'UpstreamSignIn.finishedAt': 'The answer of a provider signs in once',
  'UpstreamSignIn.usedAt': 'A state of a provider comes back once',
  'UsageCursor.sequence': 'Every sealed event is counted once',
  'UsageHour.count': 'Every sealed event is counted once',
};

/** The starts of the names of all races by requests that must run. */
export function neededRequests(): string[] {
  const ofStores = new Set(storeRaces.map(({ promise }) => promise));
  const ofColumns = Object.values(columns).filter((race) => !race.startsWith('not raced') && !ofStores.has(race));
  return [...new Set([...Object.keys(racedByRequests), ...ofColumns])];
}

/** Compares the lists with the code. @returns one line for each place that is missing in the lists or in the code */
export function findUnraced(): { readonly found: number; readonly problems: readonly string[] } {
  const { stores, limits } = findUses();
  const found = new Set([...stores, ...limits]);
  const listed = new Set([
    ...storeRaces.flatMap(({ places }) => places),
    ...Object.values(racedByRequests).flat(),
    ...Object.values(notRaced).flat(),
    // Limits in other places read the counts of these two.
    ...['limit-requests.ts: limitRequests', 'limit-requests.ts: reserveRequest'].map((name) => `lib/protocol/${name}`),
  ]);
  const schema = findUseColumns();
  return {
    found: found.size + schema.length,
    problems: [
      ...[...found].filter((place) => !listed.has(place)).map((place) => `${place}: no race, and no reason`),
      ...[...listed].filter((place) => !found.has(place)).map((place) => `${place}: uses nothing up`),
      ...schema
        .filter((column) => !Object.hasOwn(columns, column))
        .map((column) => `${column}: no race, and no reason`),
      ...Object.keys(columns)
        .filter((column) => !schema.includes(column))
        .map((column) => `${column}: no such column`),
    ],
  };
}
