import { type Command, defineCommand } from './command';

/** Shared by `plan` and `apply`. */
const prune = `  --prune       also delete entries that the file does not list, and everything in sections that it leaves
                out`;

const password = `On a terminal, asks for the password. Otherwise prints a link where the user sets the password. The link
works once, within 60 minutes.`;

/**
 * All commands, in the order of the help. What a command does is loaded when it runs, so that the help and a mistyped
 * word need none of it.
 */
export const commands: readonly Command[] = [
  defineCommand({
    usage: 'start',
    summary: 'start the server',
    details: `Brings the database up to date, applies SIGNET_CONFIG if its content has changed, and serves until SIGTERM or
SIGINT. README.md lists the settings, docs/configuration.md the keys of the configuration file.`,
    load: async () => (await import('./start')).startCommand,
  }),
  defineCommand({
    usage: 'migrate',
    summary: 'bring the database up to date',
    details: `Creates the database, or applies missing migrations, and prints their names. start does this too. If several
processes migrate at the same time, they take turns.`,
    load: async () => (await import('./database-commands')).migrateDatabase,
  }),
  defineCommand({
    usage: 'backup FILE',
    summary: 'copy a SQLite database while it is in use',
    details: `Copies a consistent snapshot of the database to FILE, which must not exist, and checks the copy. The server keeps
running. Store SIGNET_SECRET somewhere else: without it nobody can use the copy, and with it anyone can.

For PostgreSQL, use pg_dump. docs/operations.md explains both, and how to restore.`,
    load: async () => (await import('./database-commands')).backUp,
  }),
  defineCommand({
    usage: 'upgrade check [--json]',
    summary: 'show what an upgrade to this release would change',
    details: `Run this before an upgrade, in the folder of the new release. It reads the database and the settings of an
installation, and reports what would change for whom: migrations and the rows they affect, stored entries that
are refused or read differently, defaults, the secret, and whether you could return to the previous release.
Nothing is written: the database is opened read-only, and the migrations run on a temporary copy of the
configuration.

  --json   print one JSON object with outcome (none, change, refused), from, to and findings. A finding has
           topic, effect, subject and message

The exit code is 0 if nothing changes, 1 if something is refused or cannot be checked, 2 for an unknown
command, and 3 if the upgrade works and changes what is listed.`,
    load: async () => (await import('./upgrade-check-command')).checkUpgrade,
  }),
  defineCommand({
    usage: 'plan FILE [--prune] [--exit-code]',
    summary: 'print what apply would change',
    details: `Compares a configuration file (YAML or JSON) with the database and prints one line for each entry:
+ for created, ~ for changed (with the keys), - for deleted. Lines below an entry that begin with ! say what
the change breaks: users with active grants, tokens, redirect URIs, secrets, scopes. Prints "no changes" if
nothing differs. FILE can be - for standard input.

${prune}
  --exit-code   exit with 2 if there are changes, and with 0 if there are none

The exit code is 1 if the file is refused, and 2 for an unknown command.`,
    load: async () => (await import('./apply-command')).printPlan,
  }),
  defineCommand({
    usage: 'apply FILE [--prune]',
    summary: 'apply a configuration file',
    details: `Writes a configuration file (YAML or JSON) to the database and prints the changes. Either all changes are made
or none. Running servers use them within a second. FILE can be - for standard input.

${prune}. Lists the deletions first, and on a terminal asks you to confirm them.`,
    load: async () => (await import('./apply-command')).applyCommand,
  }),
  defineCommand({
    usage: 'export [--with-secrets] [FILE]',
    summary: 'export the configuration to a file',
    details: `Exports the whole configuration as a file for apply: to standard output, or to FILE, which only its owner can
read (JSON if its name ends in .json, otherwise YAML). Secrets and passwords are written as hashes. The
secrets of identity providers stay encrypted with SIGNET_SECRET.

  --with-secrets   also write the keys of authenticator apps (second_factors), in plain text`,
    load: async () => (await import('./export-command')).writeExport,
  }),
  defineCommand({
    usage: 'client list [SEARCH] [--json]',
    summary: 'list the clients',
    details: `Prints one line for each client, by name: client ID, kind, enabled or disabled, name. SEARCH is part of a
name, an ID or a redirect URI.

  --json   print one JSON object per line, with redirect URIs, scope, tenant and the state of the secrets`,
    load: async () => (await import('./list-commands')).printClients,
  }),
  defineCommand({
    usage: 'user list [SEARCH] [--json]',
    summary: 'list the users',
    details: `Prints one line for each user, by username: username, user ID, enabled or disabled, role, email. SEARCH is the
beginning of words in a username, a name or an email, and finds at most 50 users.

  --json   print one JSON object per line, with name, tenants, and when the user was created and last signed in`,
    load: async () => (await import('./list-commands')).printUsers,
  }),
  defineCommand({
    usage: 'user add NAME [--admin ROLE]',
    summary: 'create a user',
    details: `${password}

  --admin ROLE   the role of the user in the admin area: owner, editor or auditor`,
    load: async () => (await import('./user-commands')).addUser,
  }),
  defineCommand({
    usage: 'user password NAME',
    summary: 'set the password of a user',
    details: `${password} Setting the password here signs the user out everywhere.`,
    load: async () => (await import('./user-commands')).setUserPassword,
  }),
  defineCommand({
    usage: 'user unlock NAME',
    summary: 'let a user try to sign in again',
    details: `Clears the limits on attempts for this user: wrong passwords and codes, stopped second factors, and emails with
links and codes. Limits on networks stay.`,
    load: async () => (await import('./user-commands')).userUnlockCommand,
  }),
  defineCommand({
    usage: 'keys list',
    summary: 'list the keys',
    details: `Prints one line for each key, oldest first: key ID, algorithm, phase (announced, active, retired or expired),
and when it was created, starts signing, stops signing and expires. Keys for RSA-OAEP-256 and ECDH-ES decrypt
what clients encrypt.`,
    load: async () => (await import('./key-commands')).printKeys,
  }),
  defineCommand({
    usage: 'keys rotate',
    summary: 'replace the signing keys without downtime',
    details: `Creates a key for every algorithm in use. The new key is published right away, and starts signing once every
cached key set contains it. The previous key verifies until the last token it signed has expired. Rotating
again before the new key signs changes nothing.`,
    load: async () => (await import('./key-commands')).keysRotateCommand,
  }),
  defineCommand({
    usage: 'keys revoke KID',
    summary: 'revoke a signing key that may be compromised, and replace it',
    details: `Within a second, the key is removed from the key set, and nothing it signed is accepted here. A key in use is
replaced right away. Apps accept what the key signed until they load the key set again, so restart them, or
wait until their copies expire. Run keys list to see key IDs.`,
    load: async () => (await import('./key-commands')).keysRevokeCommand,
  }),
  defineCommand({
    usage: 'secret rotate',
    summary: 'encrypt stored values again with the new SIGNET_SECRET',
    details: `Encrypts again, with SIGNET_SECRET, everything that a secret in SIGNET_SECRET_PREVIOUS encrypted, and starts a new
key for the audit log. Run it once every node has the new secret. You can run it more than once, and while nodes
are running. docs/operations.md explains the whole procedure.`,
    load: async () => (await import('./key-commands')).rotateSealed,
  }),
  defineCommand({
    usage: 'registration-token add [--uses N] [--expires DAYS] [--flows code|all] [--description TEXT]',
    summary: 'create a token with which apps can register themselves',
    details: `Prints an initial access token (RFC 7591) for portal.dynamic_registration: token. It is shown only once.
A client that registers with it is trusted like one in the configuration file.

  --uses N             how many clients can register with it, 1 to 1000000 (1)
  --expires DAYS       how many days it is valid, 1 to 3650 (7)
  --flows code|all     the flows that its clients can use: all except implicit, hybrid and password, or all (code)
  --description TEXT   who it is for, shown by registration-token list`,
    load: async () => (await import('./registration-token-command')).addToken,
  }),
  defineCommand({
    usage: 'registration-token list',
    summary: 'list registration tokens',
    details: `Prints one line for each token that has not expired, oldest first: ID, remaining uses, flows, when it was
created, when it expires, description. The token itself cannot be shown again.`,
    load: async () => (await import('./registration-token-command')).listTokens,
  }),
  defineCommand({
    usage: 'registration-token revoke ID',
    summary: 'revoke a registration token',
    details: 'ID is the ID from registration-token list. Clients that registered with the token stay.',
    load: async () => (await import('./registration-token-command')).revokeToken,
  }),
  defineCommand({
    usage: 'explain REFERENCE',
    summary: 'explain why a request was refused',
    details: `Prints what is known about a refused request: its time, endpoint, client and rule, the received and the
registered values, and how to fix it. The reference is on the error page and at the end of error_description.
Case, dashes and spaces do not matter. An explanation is available a second after the request, and is kept for
7 days.`,
    mostWords: 3,
    load: async () => (await import('./explain-command')).explainReference,
  }),
  defineCommand({
    usage: 'audit export [--before TIME]',
    summary: 'print the audit log, one JSON object per line',
    details: `Prints every event, oldest first, so that you can keep events longer than the server does
(portal.audit_retention_days). Each line has the position of the event in the hash chain, and the last line has the
head of the chain. Later, audit verify --from FILE compares both with the database. The export itself is recorded as
an event.

  --before TIME   only earlier events. TIME is a day (UTC) such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z`,
    load: async () => (await import('./audit-commands')).auditExportCommand,
  }),
  defineCommand({
    usage: 'audit verify [--from FILE]',
    summary: 'check that the audit log was not changed',
    details: `Recalculates the hash chain of the audit log. The exit code is 1 if the chain is broken.

  --from FILE   also compare the log with FILE, an earlier audit export: positions, hashes and texts. This finds events
                that were changed or removed since then, even by someone who knows the key of the chain`,
    load: async () => (await import('./audit-commands')).verifyAudit,
  }),
  defineCommand({
    usage: 'mail test ADDRESS [--language CODE]',
    summary: 'send a test email',
    details: `Sends a test email with SMTP_URL right away, and prints the reply of the server. Without SMTP_URL and with a localhost
issuer, writes the email to the folder outbox in the data folder, and prints its path.

  --language CODE   the language of the email: en, de, es, fr, it, nl, pl, pt-BR, ar, ja, zh-Hans (en)`,
    load: async () => (await import('./mail-command')).sendTestMail,
  }),
  defineCommand({
    usage: 'doctor [--config] [--from FILE]',
    summary: 'check the installation and suggest fixes',
    details: `Checks the settings, the data folder, email, the service of SIGNET_BREACH_CHECK, the database, who can read the file
of a SQLite database, migrations, the clock, the configuration file, the secret, the keys, the hash chain of the audit
log, whether all users seem to come from one proxy, which proxies are trusted, and whether emails are waiting or could
not be sent.

--config also checks the configuration: the same checks as on the Checks page of the administration, users that cannot
be read, users with invisible characters in their names, and users with a tenant that does not exist.
--from also compares the audit log with FILE, an earlier audit export.

The exit code is 1 if a check fails.`,
    load: async () => (await import('./doctor-command')).examineInstallation,
  }),
  defineCommand({
    usage: 'completion SHELL',
    summary: 'print a completion script for bash, zsh or fish',
    details: `Prints a script for a shell. It completes a command named signet:

  bash   signet() { node /path/to/signet/dist/signet.js "$@"; }
         source <(signet completion bash)      in ~/.bashrc
  zsh    the same, after compinit              in ~/.zshrc
  fish   alias signet='node /path/to/signet/dist/signet.js'
         signet completion fish | source       in ~/.config/fish/config.fish`,
    load: async () => (await import('./completion')).completionOf(commands),
  }),
];
