import { type Command, defineCommand } from './command';

/** Shared by `plan` and `apply`. */
const prune = `  --prune       also delete what the file does not list: entries, and the whole content of sections
                it leaves out`;

const password = `On a terminal, asks you for the password. Otherwise prints a link with which the person sets it. The link
works once, within 60 minutes.`;

/**
 * All commands, in the order of the help. What a command does is loaded when it runs, so that the help and a mistyped
 * word need none of it.
 */
export const commands: readonly Command[] = [
  defineCommand({
    usage: 'start',
    summary: 'start the server',
    details: `Brings the database up to date, applies SIGNET_CONFIG when its content has changed and serves until SIGTERM
or SIGINT. README.md lists the settings, docs/configuration.md the keys of the file.`,
    load: async () => (await import('./start')).startCommand,
  }),
  defineCommand({
    usage: 'migrate',
    summary: 'bring the database up to date',
    details: `Creates the database, or applies the migrations that it lacks, and prints their names. start does the same.
Processes that migrate at the same time take turns.`,
    load: async () => (await import('./database-commands')).migrateDatabase,
  }),
  defineCommand({
    usage: 'backup FILE',
    summary: 'copy a SQLite database while it is in use',
    details: `Copies the database as it is at one moment into FILE, which must not exist, and checks the copy. The server keeps
running. Keep SIGNET_SECRET elsewhere: without it nobody can use the copy, and with it everybody can.

For PostgreSQL use pg_dump. docs/operations.md has both, and how to restore.`,
    load: async () => (await import('./database-commands')).backUp,
  }),
  defineCommand({
    usage: 'upgrade check [--json]',
    summary: 'say what this release would change',
    details: `Reads the database and the settings of an installation with this release, and says what would change for whom:
migrations and the rows that they touch, stored entries that are refused or read differently, defaults, the
secret, and whether the former release could be started again. Nothing is written: the database is opened
read-only, and the migrations are tried on a temporary copy of the configuration. Run it before an upgrade,
from the folder of the new release.

  --json   print one JSON object: outcome (none, change, refused), from, to and findings, each with topic,
           effect, subject and message

The exit code is 0 if nothing changes, 1 if something is refused or cannot be checked, 2 for an unknown
command, and 3 if the upgrade goes through and changes what is listed.`,
    load: async () => (await import('./upgrade-check-command')).checkUpgrade,
  }),
  defineCommand({
    usage: 'plan FILE [--prune] [--exit-code]',
    summary: 'print what apply would change',
    details: `Compares a configuration file (YAML or JSON) with the database and prints one line for each entry:
+ is created, ~ is changed (with the keys), - is deleted. The lines below an entry that begin with ! say what
the change breaks that is in use: people with live grants, tokens, redirect URIs, secrets, scopes. Prints
"no changes" if nothing differs. FILE may be - for standard input.

${prune}
  --exit-code   end with 2 if something would change, and with 0 if nothing would

The exit code is 1 if the file is refused, and 2 for an unknown command.`,
    load: async () => (await import('./apply-command')).printPlan,
  }),
  defineCommand({
    usage: 'apply FILE [--prune]',
    summary: 'apply a configuration file',
    details: `Writes a configuration file (YAML or JSON) to the database, all of it or nothing, and prints what was
changed. Running servers use it within a second. FILE may be - for standard input.

${prune}. Prints what goes first, and on a terminal asks you.`,
    load: async () => (await import('./apply-command')).applyCommand,
  }),
  defineCommand({
    usage: 'export [--with-secrets] [FILE]',
    summary: 'write the configuration as a file',
    details: `Writes everything that is configured as a file that apply takes: to standard output, or to FILE, readable
by its owner only (JSON when its name ends in .json, else YAML). Secrets and passwords are written as
hashes; the secrets of identity providers stay sealed under SIGNET_SECRET.

  --with-secrets   also write the keys of authenticator apps (second_factors), in clear text`,
    load: async () => (await import('./export-command')).writeExport,
  }),
  defineCommand({
    usage: 'client list [SEARCH] [--json]',
    summary: 'list the clients',
    details: `Prints one line for each client, by name: client id, kind, enabled or disabled, name. SEARCH is a part of a
name, an id or a redirect URI.

  --json   print one JSON object a line, with redirect URIs, scope, tenant and the state of its secrets`,
    load: async () => (await import('./list-commands')).printClients,
  }),
  defineCommand({
    usage: 'user list [SEARCH] [--json]',
    summary: 'list the users',
    details: `Prints one line for each user, by username: username, sub, enabled or disabled, role, email address. SEARCH is
the beginning of any words of a username, a name or an address, and finds at most 50.

  --json   print one JSON object a line, with name, tenants, and when the user was made and last signed in`,
    load: async () => (await import('./list-commands')).printUsers,
  }),
  defineCommand({
    usage: 'user add NAME [--admin ROLE]',
    summary: 'create a user',
    details: `${password}

  --admin ROLE   what the user may do in the admin area: owner, editor, auditor`,
    load: async () => (await import('./user-commands')).addUser,
  }),
  defineCommand({
    usage: 'user password NAME',
    summary: 'set the password of a user',
    details: `${password} A password that you set here signs the user out everywhere.`,
    load: async () => (await import('./user-commands')).setUserPassword,
  }),
  defineCommand({
    usage: 'user unlock NAME',
    summary: 'let a user try again at once',
    details: `Clears what limits attempts at the account: wrong passwords and codes, stopped second factors, and mails with links
and codes. The limits of networks stay.`,
    load: async () => (await import('./user-commands')).userUnlockCommand,
  }),
  defineCommand({
    usage: 'keys list',
    summary: 'list the keys',
    details: `Prints one line for each key, oldest first: key id, algorithm, phase (announced, active, retired or
expired), and when it was made, starts to sign, stops to sign and expires. Keys for RSA-OAEP-256 and
ECDH-ES open what clients encrypt.`,
    load: async () => (await import('./key-commands')).printKeys,
  }),
  defineCommand({
    usage: 'keys rotate',
    summary: 'replace the signing keys without an interruption',
    details: `Makes a new key for every algorithm in use. It is published at once and starts to sign once every cached key
set has it. The former key verifies until the last token that it signed has expired. Rotating again before the
new key signs changes nothing.`,
    load: async () => (await import('./key-commands')).keysRotateCommand,
  }),
  defineCommand({
    usage: 'keys revoke KID',
    summary: 'end a signing key that may have leaked, and replace it',
    details: `From the next second on, the key is in no key set, and nothing that it signed is accepted here. A key in use is
replaced at once. Applications accept what the key signed until they load the key set again, so restart them,
or wait until their copies have expired. keys list prints key ids.`,
    load: async () => (await import('./key-commands')).keysRevokeCommand,
  }),
  defineCommand({
    usage: 'secret rotate',
    summary: 'seal again what a former SIGNET_SECRET sealed',
    details: `Seals again, under SIGNET_SECRET, everything that a secret of SIGNET_SECRET_PREVIOUS sealed, and begins a new key
of the audit log. Run it once every node has the new secret. You can run it more than once, and while nodes are
running. docs/operations.md has the whole procedure.`,
    load: async () => (await import('./key-commands')).rotateSealed,
  }),
  defineCommand({
    usage: 'registration-token add [--uses N] [--expires DAYS] [--flows code|all] [--description TEXT]',
    summary: 'make a token with which applications register themselves',
    details: `Prints an initial access token (RFC 7591) for portal.dynamic_registration: token. It is shown once.
A client that registers with it is trusted like one of the configuration file.

  --uses N             how many clients it may register, 1 to 1000000 (1)
  --expires DAYS       how many days it works, 1 to 3650 (7)
  --flows code|all     the flows that its clients may register: without implicit, hybrid and password, or all (code)
  --description TEXT   whom it is for, shown by registration-token list`,
    load: async () => (await import('./registration-token-command')).addToken,
  }),
  defineCommand({
    usage: 'registration-token list',
    summary: 'list these tokens',
    details: `Prints one line for each token that has not expired, oldest first: id, uses that are left, flows, when it was
made, when it expires, description. The token itself cannot be shown again.`,
    load: async () => (await import('./registration-token-command')).listTokens,
  }),
  defineCommand({
    usage: 'registration-token revoke ID',
    summary: 'revoke such a token',
    details: 'ID is the one that registration-token list shows. Clients that registered with the token stay.',
    load: async () => (await import('./registration-token-command')).revokeToken,
  }),
  defineCommand({
    usage: 'explain REFERENCE',
    summary: 'say why a request was refused',
    details: `Prints what is known about a refused request: when it came, to which endpoint and from which client, which rule
it broke, what was received and what is registered, and how to fix it. The reference is on the error page and at
the end of error_description; case, dashes and spaces do not matter. Records are written a second after the
refusal and kept for 7 days.`,
    mostWords: 3,
    load: async () => (await import('./explain-command')).explainReference,
  }),
  defineCommand({
    usage: 'audit export [--before TIME]',
    summary: 'print the audit log, one JSON object a line',
    details: `Prints every event, the oldest first, so that you can keep it longer than the server does
(portal.audit_retention_days). Each line has the event's place in the hash chain. The last line has the head of the
chain. audit verify --from FILE compares both with the database later. The export is recorded as an event itself.

  --before TIME   only earlier events. TIME is a day (UTC) such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z`,
    load: async () => (await import('./audit-commands')).auditExportCommand,
  }),
  defineCommand({
    usage: 'audit verify [--from FILE]',
    summary: 'check that the audit log is as it was recorded',
    details: `Recomputes the hash chain over the audit log. The exit code is 1 if it is not whole.

  --from FILE   also compare the log with FILE, which audit export wrote: places, hashes and texts. This finds what was
                changed or cut off since then, even by somebody who knows the key of the chain`,
    load: async () => (await import('./audit-commands')).verifyAudit,
  }),
  defineCommand({
    usage: 'mail test ADDRESS [--language CODE]',
    summary: 'send a test mail',
    details: `Sends a test mail by SMTP_URL at once and prints the reply of the server. Without SMTP_URL and with a localhost issuer
it writes the mail into the folder outbox of the data folder and prints the path.

  --language CODE   the language of the mail: en, de, es, fr, it, nl, pl, pt-BR, ar, ja, zh-Hans (en)`,
    load: async () => (await import('./mail-command')).sendTestMail,
  }),
  defineCommand({
    usage: 'doctor [--config] [--from FILE]',
    summary: 'check the installation and say what to do',
    details: `Checks settings, data folder, mail, the service of SIGNET_BREACH_CHECK, database, who can read the file of a
SQLite database, migrations, clock, configuration file, secret, keys, the hash chain of the audit log, whether people
seem to come from one proxy, which proxies are believed, and whether mails wait or were given up.

--config also checks what is configured: the same checks as on the page Checks of the administration, accounts that
cannot be read, accounts with invisible characters in their names, and accounts that list a tenant that does not exist.
--from also compares the audit log with FILE, which audit export wrote.

The exit code is 1 if something is wrong.`,
    load: async () => (await import('./doctor-command')).examineInstallation,
  }),
  defineCommand({
    usage: 'completion SHELL',
    summary: 'print a script that completes commands: bash, zsh or fish',
    details: `Prints a script for a shell. It completes the words of a command that is named signet:

  bash   signet() { node /path/to/signet/dist/signet.js "$@"; }
         source <(signet completion bash)      in ~/.bashrc
  zsh    the same, after compinit              in ~/.zshrc
  fish   alias signet='node /path/to/signet/dist/signet.js'
         signet completion fish | source       in ~/.config/fish/config.fish`,
    load: async () => (await import('./completion')).completionOf(commands),
  }),
];
