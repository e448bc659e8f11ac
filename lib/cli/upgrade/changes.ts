/** Who is affected by a change: everybody, or these rows of the installation. */
export type Concerned =
  | 'everybody'
  | {
      readonly table: string;
      /** The column that names a row in the report. Null if the rows are people or requests, which are only counted. */
      readonly label: string | null;
      /** The columns that the condition reads. If one is missing, the feature did not exist, and nobody is affected. */
      readonly columns: readonly string[];
      /** SQL that works in both databases. */
      readonly where: string;
    };

/** A default or a behavior that an upgrade changes although nobody changed a setting. */
export type BehaviorChange = {
  /** The migration of the release with the change, without its time. An installation that lacks it is affected. */
  readonly since: string;
  readonly concerned: Concerned;
  /** The difference, and what to do. */
  readonly sentence: string;
};

/**
 * The changes, oldest first. A change that needs no migration gets one that consists only of a comment, so that every
 * database shows which changes it already has.
 */
export const behaviorChanges: readonly BehaviorChange[] = [
  {
    since: 'usage_and_lists',
    concerned: 'everybody',
    sentence: 'Events of the audit log are removed after 400 days. audit_retention_days: null keeps them.',
  },
  {
    since: 'tenants_of_accounts',
    concerned: { table: 'User', label: null, columns: ['tenants'], where: `"tenants" = '[]'` },
    sentence:
      'Accounts without tenants have "tenants: all". Write it where a file says "tenants: []", which is refused.',
  },
  {
    since: 'interactions_by_kind',
    concerned: { table: 'Interaction', label: null, columns: [], where: '1 = 1' },
    sentence: 'Requests that wait for a person end. People begin again at the application.',
  },
  {
    since: 'consents_without_offline_access',
    concerned: { table: 'Consent', label: null, columns: ['scope'], where: `"scope" LIKE '%offline_access%'` },
    sentence: 'Remembered consents do not count for offline_access any more. People are asked once.',
  },
  {
    since: 'account_factors',
    concerned: {
      table: 'User',
      label: null,
      columns: ['origin', 'emailVerified'],
      where: `"origin" = 'sign_up' AND "emailVerified" = false`,
    },
    sentence:
      'Accounts from sign-up that never proved an address are deleted 7 days after their last sign-in. Mark the address as verified to keep one.',
  },
  {
    since: 'proofs_of_sessions',
    concerned: { table: 'IdentityProvider', label: 'name', columns: [], where: '1 = 1' },
    sentence: 'amr of a sign-in at the provider does not begin with "external" any more.',
  },
  {
    since: 'account_policy',
    concerned: 'everybody',
    sentence: 'People may sign in with their verified email address. identifiers: [username] keeps it to usernames.',
  },
  {
    since: 'account_policy',
    concerned: 'everybody',
    sentence: 'People may add passkeys and second factors. passkeys: off and second_factor: off keep it to passwords.',
  },
  {
    since: 'client_documents',
    concerned: { table: 'Client', label: 'clientId', columns: ['selfRegistered'], where: '"selfRegistered" = true' },
    sentence:
      'Clients that registered themselves are deleted when nobody used them for 90 days. agents.unused_days: null keeps them.',
  },
];
