import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type RunningServer, startServer } from '#lib/testing/running-server';
import { type Promised, reportPromises } from '../promises';
import { postToken, redirectUri, refreshing, subjectOf } from './client';
import { createInstallation, type Dialect, dialects, type Installation, succeeded } from './installation';
import { accounts, equipPeople, type HoldingKind, type Person, signIn } from './people';
import {
  clinic,
  failuresOf,
  findDeadRefreshTokens,
  findDeadTokens,
  findLostSessions,
  findRevived,
  findUnredeemable,
  gatherWitnesses,
  type Witnesses,
} from './witnesses';

/**
 * npm run test:restore: backs up an installation in use with the commands of docs/operations.md, and deletes it. Then
 * it restores the backup in another folder and an empty database, and checks that everything continues.
 */
const machineSecret = 'a-client-secret-with-enough-entropy-0123456789';
const app = {
  token_endpoint_auth_method: 'none',
  application_type: 'web',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid offline_access',
  require_consent: false,
  refresh_token_rotation: true,
  authorization_code_lifetime_seconds: 3600,
  access_token_format: 'reference',
};

const configuration = {
  portal: { passkeys: 'on' },
  scopes: [{ name: 'orders', type: 'resource' }],
  clients: [
    { ...app, client_id: 'app' },
    { ...app, client_id: clinic, subject_type: 'pairwise' },
    {
      client_id: 'machine',
      client_secrets: [{ value: machineSecret }],
      grant_types: ['client_credentials'],
      scope: 'orders',
      access_token_format: 'reference',
    },
  ],
  identity_providers: [
    { name: 'corp', type: 'github', display_name: 'Corp', client_id: 'x', client_secret: 'a-secret-of-the-provider' },
  ],
  users: accounts,
};

const proofOf = {
  password: 'the same password',
  totp: 'an authenticator app',
  recovery: 'a recovery code',
  passkey: 'a passkey',
} as const satisfies Record<HoldingKind, string>;

const kinds = ['password', 'totp', 'recovery', 'passkey'] as const satisfies readonly HoldingKind[];

const nameOf = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const satisfies Record<Dialect, string>;

for (const dialect of dialects) {
  reportPromises(`Restore: a backup of ${nameOf[dialect]} in an empty installation`, await prove(dialect));
}

async function prove(dialect: Dialect): Promise<Promised[]> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const first = await createInstallation(dialect, issuer);
  const second = await createInstallation(dialect, issuer);
  const server = await start(first, port, { configuration });
  const people = await equipPeople(first.databaseUrl, issuer);
  const witnesses = await gatherWitnesses(issuer, people);
  const before = await keepRecords(first, join(second.folder, 'before.jsonl'));
  const file = join(second.folder, 'backup');
  const answers = await whileInUse(issuer, () => first.backUp(file));
  const late = await signIn(issuer, findPerson(people, 'password-0'));
  const after = await keepRecords(first, join(second.folder, 'after.jsonl'));
  await server.stop();
  await first.remove();

  await second.restore(file);
  const refusal = await startWithOtherSecret(second, port);
  const restored = await start(second, port);
  try {
    return [
      { promise: 'Requests are answered while the backup runs', ...answers },
      ...(dialect === 'sqlite' ? [{ promise: 'Only its owner can read the backup', ...lookAt(file) }] : []),
      { promise: 'The server does not start with another secret', tried: '1 start', broken: refusal },
      ...(await tryEverybody(issuer, people, witnesses)),
      {
        promise: 'The backup contains no later changes',
        tried: '1 refresh token',
        broken: await findRevived(issuer, [refreshing(late.tokens.refresh_token)]),
      },
      ...(await compareRecords(second, before, after)),
    ];
  } finally {
    await restored.stop();
    await second.remove();
  }
}

function start(
  { folder, databaseUrl }: Installation,
  port: number,
  options: { readonly configuration?: object; readonly env?: Record<string, string> } = {},
): Promise<RunningServer> {
  const env = { DATABASE_URL: databaseUrl, SIGNET_TRUSTED_PROXIES: '127.0.0.1,::1', ...options.env };
  return startServer({ folder, port, ...options, env });
}

/** The exported configuration of an installation, and its audit log in a file. */
type Records = { readonly configuration: string; readonly events: string };

async function keepRecords({ signet }: Installation, events: string): Promise<Records> {
  const exported = await signet('export');
  const audit = await signet('audit', 'export');
  for (const run of [exported, audit]) succeeded(run);
  writeFileSync(events, audit.out);
  return { configuration: exported.out, events };
}

/** Gets tokens, which the database stores, while the work runs. */
async function whileInUse(issuer: string, work: () => Promise<void>): Promise<Omit<Promised, 'promise'>> {
  let isDone = false;
  let answered = 0;
  const broken: string[] = [];
  const fields = { grant_type: 'client_credentials', client_id: 'machine', client_secret: machineSecret };
  const program = async () => {
    do {
      const { status } = await postToken(issuer, fields);
      answered += 1;
      if (status !== 200) broken.push(`a request was answered with ${status}`);
    } while (!isDone);
  };
  const finish = work().finally(() => {
    isDone = true;
  });
  await Promise.all([finish, ...Array.from({ length: 4 }, program)]);
  return { tried: `${answered} tokens`, broken };
}

function lookAt(file: string): Omit<Promised, 'promise'> {
  const mode = statSync(file).mode & 0o777;
  return { tried: '1 file', broken: mode === 0o600 ? [] : [`its mode is ${mode.toString(8)}`] };
}

async function startWithOtherSecret(installation: Installation, port: number): Promise<string[]> {
  const env = { SIGNET_SECRET: 'another-secret-that-is-long-enough-9876543210' };
  try {
    await (await start(installation, port, { env })).stop();
    return ['it started'];
  } catch (error) {
    return String(error).includes('SIGNET_SECRET') ? [] : [String(error)];
  }
}

async function tryEverybody(issuer: string, people: readonly Person[], witnesses: Witnesses): Promise<Promised[]> {
  const { signedIn, pairwise, spent, revoked, codes } = witnesses;
  const promises: Promised[] = [
    {
      promise: 'Browsers stay signed in',
      tried: `${signedIn.size} sessions`,
      broken: await findLostSessions(issuer, witnesses),
    },
    {
      promise: 'Access tokens work and ID tokens verify',
      tried: `${signedIn.size - revoked.length} of each`,
      broken: await findDeadTokens(issuer, witnesses),
    },
    {
      promise: 'Codes can be redeemed',
      tried: `${codes.length} codes`,
      broken: await findUnredeemable(issuer, witnesses),
    },
  ];
  for (const kind of kinds) {
    const some = people.filter(({ holds }) => holds.kind === kind);
    const broken = await failuresOf(new Map(some.map((person) => [person.username, person])), async (person, name) => {
      const { tokens } = await signIn(issuer, person, { step: 1 });
      const known = signedIn.get(name)?.tokens.id_token ?? '';
      if (subjectOf(tokens.id_token) !== subjectOf(known)) throw new Error('has another sub');
    });
    promises.push({ promise: `People sign in with ${proofOf[kind]}`, tried: `${some.length} people`, broken });
  }
  return [
    ...promises,
    {
      promise: 'Pairwise subjects are the same',
      tried: `${pairwise.size} people`,
      broken: await failuresOf(pairwise, async (sub, username) => {
        const { tokens } = await signIn(issuer, findPerson(people, username), { clientId: clinic });
        if (subjectOf(tokens.id_token) !== sub) throw new Error('has another pairwise sub');
      }),
    },
    {
      promise: 'Refresh tokens work',
      tried: `${signedIn.size - revoked.length} refresh tokens`,
      broken: await findDeadRefreshTokens(issuer, witnesses),
    },
    // This comes last, because a second use ends the grant.
    {
      promise: 'Used and revoked codes and tokens are refused',
      tried: `${codes.length + spent.length + revoked.length} codes and refresh tokens`,
      broken: await findRevived(issuer, [...codes, ...[...spent, ...revoked].map((token) => refreshing(token))]),
    },
  ];
}

async function compareRecords({ signet }: Installation, before: Records, after: Records): Promise<Promised[]> {
  const { out } = await signet('export');
  const verified = await signet('audit', 'verify', '--from', before.events);
  const later = await signet('audit', 'verify', '--from', after.events);
  const doctor = await signet('doctor');
  const failed = (run: { code: number; out: string; err: string }) => (run.code === 0 ? [] : [run.out + run.err]);
  return [
    {
      promise: 'The configuration is the same',
      tried: `${out.split('\n').length} lines of an export`,
      broken: out === before.configuration ? [] : ['export writes something else'],
    },
    {
      promise: 'The audit log verifies and contains an export from before the backup',
      tried: '1 comparison',
      broken: failed(verified),
    },
    {
      promise: 'An export from after the backup shows what is missing',
      tried: '1 comparison',
      broken: later.code === 0 ? ['nothing was missing'] : [],
    },
    { promise: 'The doctor finds nothing', tried: '1 run', broken: failed(doctor) },
  ];
}

function findPerson(people: readonly Person[], username: string): Person {
  const found = people.find((person) => person.username === username);
  if (found === undefined) throw new Error(`there is no ${username}`);
  return found;
}
