/** A statement that may read more than it returns, with the reason and what bounds it. */
export type Exception = {
  /** Is looked for in the statement without quotes and names of schemas. */
  readonly text: RegExp;
  readonly reason: string;
};

/** Statements of a run of the tests that readsMuch() finds, and that are right as they are. */
export const exceptions: readonly Exception[] = [
  {
    text: /^SELECT SessionClient\.sid, SessionClient\.clientId FROM SessionClient LEFT JOIN Client .* AND SessionClient\.clientId = \S+ AND SessionClient\.sid > /,
    reason:
      'listReached() walks the sessions of one client in slices. Only without statistics does PostgreSQL look for them by their end',
  },
  {
    text: /^SELECT \* FROM \(SELECT \d+ AS place, u\.sub, u\.username, .*FROM \(SELECT sub, username, enabled FROM User ORDER BY sub LIMIT /,
    reason: 'findLeaving() looks at 10,000 accounts where everybody may lose access',
  },
  {
    text: /FROM \(SELECT s\.sub FROM ScopeUse s WHERE s\.clientId IN .* LIMIT \S+\) s JOIN User/,
    reason: 'countUsers() looks at 20,000 uses',
  },
  {
    text: /^DELETE FROM \w+ WHERE \([\w, ]+\) IN \(SELECT [\w, ]+ FROM \w+ WHERE (?:1 = 1|unit = 'hour'|state <> 'pending') AND \w+ < \S+ LIMIT /,
    reason: 'sweepExpired(): drain() sets the limit, and nothing is left behind that a later batch would read again',
  },
  {
    text: /^DELETE FROM \w+ WHERE \([\w, ]+\) IN \(SELECT [\w, ]+ FROM \w+ WHERE (?:(?:clientId|sub) IN \([^)]*\)|clientId = \S+(?: AND era < \S+)?) LIMIT /,
    reason:
      'removeDependents() and forgetConsentsOf(): drain() sets the limit, and nothing is left behind that a later slice would read again',
  },
  {
    text: /^UPDATE Grant SET revokedAt = COALESCE\(revokedAt, \S+\) WHERE id IN \(SELECT id FROM Grant WHERE .* LIMIT /,
    reason: 'removeGrants(): the same',
  },
  {
    text: /^UPDATE Grant SET revokedAt = \S+, revokedReason = 'tenant_deleted' WHERE id IN \(SELECT id FROM Grant .* LIMIT /,
    reason: 'revokeSomeOfTenant(): a job goes on where it stopped, and expired grants are swept every minute',
  },
  {
    text: /^UPDATE Grant SET revokedAt = \S+, revokedReason = \S+ WHERE id IN \(SELECT id FROM Grant WHERE revokedAt IS NULL .* LIMIT /,
    reason:
      'revokeGrants(): an index without the grants that are revoked already leads to the rest, and the limit is small',
  },
  {
    text: /^SELECT 1 FROM Grant WHERE revokedAt IS NULL .*AND era < \S+ LIMIT /,
    reason: 'continueRevocations(): once at the end of a revocation, past the grants that were given since its start',
  },
  {
    text: /^DELETE FROM (?:Explanation|ExplanationReference) WHERE .* LIMIT /,
    reason: 'capExplanations(): at most 200,000 records and 400,000 references, which drain() deletes in batches',
  },
  {
    text: /FROM (?:Explanation|ExplanationReference)\b/,
    reason: 'at most 200,000 records and 400,000 references; lists have a limit, and counts read an index alone',
  },
  {
    text: /FROM \( ?SELECT DISTINCT g\.sub FROM Grant g WHERE g\.clientId/,
    reason:
      'countUsage() and its siblings stop at 1,001 rows; expired grants, which do not count, are swept every minute',
  },
  {
    text: /^SELECT Grant\.id FROM Grant WHERE \(Grant\.clientId = \S+ AND Grant\.sub IS NOT NULL AND Grant\.revokedAt IS NULL/,
    reason: 'hasGrants() stops at the first; expired grants are swept every minute',
  },
  {
    text: /^SELECT DISTINCT sub FROM \(SELECT sub FROM .* FROM ScopeUse [tu] WHERE [tu]\.(?:clientId|sub) = /,
    reason:
      'listCandidates() walks an index in its order and stops at 501 people; the filter "not used" goes past those who used the client lately',
  },
  {
    text: /^SELECT MAX\(ScopeUse\.lastUsedAt\) .* WHERE \(ScopeUse\.sub IN \(/,
    reason:
      'listFacts(): an index finds each of at most 500 people; PostgreSQL reads a small table by the client alone',
  },
  {
    text: /^SELECT Client\.clientId FROM Client WHERE \(Client\.selfRegistered/,
    reason: 'at most 2,000 self-registered clients, for each of which it stops at the first grant or request',
  },
  {
    text: /FROM (?:AgentRequest|Client c WHERE c\.clientId = \S+ AND c\.agentState = 'pending')/,
    reason: 'at most 100 people are kept for an agent, and at most 2,000 agents register by themselves',
  },
  {
    text: /FROM AccessRequest (?:WHERE clientId = \S+ AND state = 'pending'|r JOIN User|LEFT JOIN User .* ORDER BY AccessRequest\.id ASC LIMIT)/,
    reason: 'at most 200 requests wait for a client',
  },
  {
    text: /FROM AccessRequest WHERE .* ORDER BY AccessRequest\.id DESC LIMIT/,
    reason:
      'listRequests(): an index has those of each client and state in order. A job ends those whose time is over, so nearly all of them count',
  },
  {
    text: /^SELECT User\.sub FROM User WHERE 1=1 LIMIT \S+ OFFSET \S+$/,
    reason: 'whether there is anybody: it stops at the first',
  },
  {
    text: /^UPDATE User SET access = row\.access FROM/,
    reason: 'writeSummaries(): at most a hundred people of the parameter, whose key leads to each',
  },
  {
    text: /^UPDATE User SET admin = \S+ WHERE User\.admin = \S+ RETURNING/,
    reason: 'lockOwners(): owners are few',
  },
  {
    text: /FROM User o WHERE o\.admin = 'owner'/,
    reason: 'listBareOwners(): owners are few',
  },
  {
    text: /FROM User WHERE (?:User\.admin IN|\(User\.admin = \S+ AND \(?NOT User\.enabled)/,
    reason: 'the first steps: administrators are few',
  },
  {
    text: /FROM User WHERE \(User\.enabled = \S+ AND (?:User\.admin = \S+ AND )?User\.lastSignInAt IS (?:NOT )?NULL/,
    reason: 'a page of people by state and last sign-in: at worst, one walk over the index of the state',
  },
  {
    text: /FROM User WHERE \(User\.admin = \S+ AND User\.lastSignInAt IS (?:NOT )?NULL/,
    reason: 'the list of administrators, who are few',
  },
  {
    text: /^SELECT User\.sub FROM User WHERE \(User\.sub > \S+ AND User\.tenants(?:::text)? LIKE/,
    reason: 'fillTenantWords() walks all accounts once in the life of an installation, by its key, in rounds of 100',
  },
  {
    text: /^UPDATE User SET hasWords = .* LIMIT /,
    reason: 'fillUserWords(): only accounts of earlier releases have no words, and drain() sets the limit',
  },
  {
    text: /FROM LogoutNotice WHERE \(LogoutNotice\.deliveredAt IS NULL AND .* ORDER BY LogoutNotice\.nextAttemptAt ASC LIMIT /,
    reason: 'notices that are due: each ends after 15 minutes and is swept',
  },
  {
    text: /FROM OutboxMail WHERE \(?OutboxMail\.(?:nextAttemptAt|failedAt) (?:>|IS NOT NULL AND \()/,
    reason: 'mails that wait, which takes minutes, and failed ones, which are swept',
  },
  {
    text: /FROM UserWord\b/,
    reason: 'the search of people reads the rarest of its words with a limit (lib/testing/seed/admin-lists.test.ts)',
  },
  {
    text: /EXISTS\(SELECT t0\.sub FROM UserIdentity t0 |EXISTS\(SELECT t0\.sub FROM UserIdentity AS t0 /,
    reason:
      'the list of the people of a provider that has many: it stops at its limit (lib/testing/seed/admin-lists.test.ts)',
  },
  {
    text: /EXISTS\(SELECT t0\.sub FROM Membership (?:AS )?t0 /,
    reason:
      'the list of the people of a group that has many: it stops at its limit (lib/testing/seed/admin-lists.test.ts)',
  },
  {
    text: /FROM UserIdentity LEFT JOIN User AS j0/,
    reason:
      'the people whom the deletion of a provider locks out: it stops at its limit, on a page of the administration',
  },
  {
    text: /FROM AuditEvent\b/,
    reason: 'the audit log reads stretches of its indexes with a limit (lib/testing/seed/admin-lists.test.ts)',
  },
  {
    text: /^DELETE FROM AuditSeal WHERE AuditSeal\.sequence <= /,
    reason: 'purgeEvents() deletes the oldest seals of one batch; none is older',
  },
  {
    text: /FROM ClientUsage\b/,
    reason: 'a row for each client and hour of 90 days, added up for the overview, which keeps the sum',
  },
  {
    text: /FROM User LEFT JOIN ActiveUser AS j0/,
    reason: 'active people are counted in an index alone, for the overview, which keeps the count',
  },
  {
    text: /FROM (\w+) WHERE \((?:\1\.(\w+) IS NOT NULL AND \()?NOT \1\.\w+(?:::text)? LIKE /,
    reason: 'rotating the secret, by the command line, in rounds of a hundred',
  },
  {
    text: /^SELECT \w+ AS key, \w+ AS value FROM \w+ WHERE \w+ IS NOT NULL |^SELECT count\(\*\) AS count FROM \w+$/,
    reason: 'upgrade check and secret rotate, by the command line, count rows and read sealed values with a limit',
  },
  {
    text: /^SELECT COUNT\(\*\) AS _count\$_all FROM \(SELECT User\.sub FROM User WHERE 1=1 (?:LIMIT \S+ )?OFFSET/,
    reason: 'all people are counted in an index alone, for the overview, which keeps the count',
  },
  {
    text: /MAX\(UserIdentity\.lastUsedAt\) AS _max\$lastUsedAt, UserIdentity\.provider FROM UserIdentity/,
    reason: 'the people of each provider are counted in an index alone, on the page of providers',
  },
  {
    text: /^SELECT COUNT\(\*\) AS _count\$_all FROM \(SELECT ActiveUser\.sub FROM ActiveUser/,
    reason: 'active people of 30 days are counted in an index alone, for the overview, which keeps the count',
  },
  {
    text: /^SELECT User\.sub, User\.username FROM User WHERE \(User\.sub > \S+ (?:AND User\.sub <= \S+ )?AND \(?User\.origin = /,
    reason: 'sweepUnproved() walks all accounts in slices of 500',
  },
  {
    text: /^UPDATE ActiveUser SET hour = .* WHERE \(ActiveUser\.sub IN/,
    reason: 'the people are named: at most a hundred',
  },
  {
    text: /^SELECT FactorFailure\.sub, FactorFailure\.factor FROM FactorFailure WHERE/,
    reason: 'attacks of the last day, newest first and with a limit, or those on a page of people',
  },
  {
    text: /hasUnprovedName FROM User WHERE sub > \S+ ORDER BY sub LIMIT /,
    reason: 'the checks walk all accounts in slices of 500, and keep what they find',
  },
  {
    text: /FROM UserIdentity WHERE UserIdentity\.provider = \S+ ORDER BY UserIdentity\.lastUsedAt DESC LIMIT/,
    reason:
      'a page of the people of a provider, in the order of an index that PostgreSQL does not take while it is empty',
  },
  {
    text: /FROM AuditSeal s JOIN AuditEvent e ON e\.id = s\.eventId WHERE s\.sequence > \S+ ORDER BY s\.sequence LIMIT /,
    reason: 'countEvents() goes on where it stopped, in batches of drain()',
  },
  {
    text: /^SELECT COUNT\(\*\) AS _count\$_all FROM \(SELECT RefreshToken\.hash FROM RefreshToken WHERE 1=1|^SELECT RateLimit\.key, RateLimit\.count, RateLimit\.expiresAt FROM RateLimit WHERE 1=1/,
    reason: 'sent by tests of several processes, whose clients are their own',
  },
  {
    text: /^(?:INSERT INTO|DELETE FROM) Client |^UPDATE Grant SET revokedAt = \S+, revokedReason = \S+ WHERE \(Grant\.(?:clientId|tenant) /,
    reason: 'the clients of a change; the grants of one person for one client that are alike',
  },
  {
    text: /User\.tenants FROM User WHERE User\.tenants(?:::text)? LIKE|^UPDATE User SET tenants = /,
    reason: 'not bounded: the people of a deleted tenant leave it in one transaction',
  },
  {
    text: /FROM \(SELECT 1 FROM Grant g WHERE g\.tenant = \S+ AND g\.revokedAt IS NULL/,
    reason: 'countTenantGrants() stops at 1,001 rows, on a page of the administration; expired grants are swept',
  },
];

/** The statement as exceptions name it. */
export function plainText(text: string): string {
  return text
    .replace(/["`]/g, '')
    .replace(/\b(?:main|public)\./g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
