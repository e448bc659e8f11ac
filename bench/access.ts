import { startPostgres } from '#lib/testing/postgres';
import { createPostgresDatabase } from '#lib/testing/postgres-database';
import { countStatements } from './comparison';
import { type Contender, redirectUri, type SignetOptions, secret, startSignet } from './contenders';
import { openConnection, type Step } from './load';
import { type Operation, operations } from './operations';
import { compareServers } from './side-by-side';

/**
 * npm run bench -- access [rounds] [seconds] [words]: what groups, roles and access add to the cost of each operation, on
 * SQLite and on PostgreSQL. Each person has 50 groups and 300 roles, and each program roles of an API. Beside 5,000 groups,
 * 300 APIs with 20 roles each and 2,000 clients stands the same build without any. Decision 023 has the aims.
 */
const [rounds = '10', seconds = '2', words = ''] = process.argv.slice(2);

const count = { groups: 5000, ofPerson: 50, apis: 300, roles: 20, clients: 2000 };
const groups = Array.from({ length: count.groups }, (_, index) => `group-${index}`);
const groupAt = (index: number) => groups[index % count.groups] ?? '';
const apis = Array.from({ length: count.apis - 1 }, (_, index) => `api-${index}`);
/** Everybody is in the first groups. The first role of each API names one of them, the others name other groups. */
const ownGroups = groups.slice(0, count.ofPerson);
const isRead = /^(UserInfo|refresh|code|whole|client_credentials|introspection)/;

const rolesOf = (owner: number) =>
  Array.from({ length: count.roles }, (_, index) => {
    const group = index === 0 ? ownGroups[owner % count.ofPerson] : groupAt(count.ofPerson + owner * 20 + index);
    return { name: `role-${index}`, groups: [group] };
  });

const configure: NonNullable<SignetOptions['configure']> = ({ scopes, clients, users }) => ({
  groups: groups.map((name) => ({ name })),
  scopes: [
    ...scopes,
    // So the same requests ask for what they ask for without access.
    { name: 'profile', type: 'identity', claims: ['name', 'groups', 'roles'] },
    ...apis.map((name) => ({ name: `${name}.read`, type: 'resource' })),
  ],
  apis: [
    { name: 'orders', scopes: ['orders'], secrets: [{ value: secret }], roles: rolesOf(0) },
    ...apis.map((name, index) => ({ name, scopes: [`${name}.read`], roles: rolesOf(index + 1) })),
  ],
  clients: [
    ...clients.map((client) => ({
      ...client,
      ...(client.client_id.startsWith('machine')
        ? { api_roles: [{ api: 'orders', roles: ['role-0', 'role-1'] }] }
        : // All roles of the client are the person's.
          {
            groups_claim: { show: 'all' },
            roles: Array.from({ length: count.roles }, (_, index) => ({
              name: `role-${index}`,
              groups: [groupAt(index)],
            })),
          }),
    })),
    // A person can open three of them.
    ...Array.from({ length: count.clients }, (_, index) => ({
      client_id: `app-${index}`,
      client_secrets: [{ value: secret }],
      redirect_uris: [redirectUri],
      client_uri: `https://app-${index}.example/`,
      scope: 'openid',
      access: 'assigned',
      access_groups: [groupAt(index + count.ofPerson - 3)],
    })),
  ],
  users: users.map((user) => ({ ...user, groups: ownGroups })),
});

/** The page with the apps that a person can open. */
const launcher: Operation = { name: '/account/apps', endpoint: 'authorization_endpoint', prepare: prepareLauncher };

async function prepareLauncher(contender: Contender): Promise<Step> {
  const ask = openConnection();
  const parameters = { client_id: 'web', redirect_uri: redirectUri, scope: 'openid', response_type: 'code' };
  const cookie = await contender.signIn(`${contender.issuer}/connect/authorize?${new URLSearchParams(parameters)}`);
  return async () => {
    const answer = await ask({ port: contender.port, path: '/account/apps', method: 'GET', headers: { cookie } });
    if (answer.status !== 200) throw new Error(`/account/apps answered ${answer.status}`);
  };
}

const chosen = [...operations.filter(({ name }) => isRead.test(name)), launcher].filter(({ name }) =>
  name.includes(words),
);
const plan = { chosen, rounds: Number(rounds), seconds: Number(seconds) };

await compareServers(plan, ['with access', 'without'], async (dialect) => {
  const postgres = dialect === 'sqlite' ? null : await startPostgres({ fsync: true });
  const start = async (name: string, options: SignetOptions = {}) => {
    const database = postgres && (await createPostgresDatabase(postgres.url, `signet_${name}`));
    return startSignet(name, { ...options, databaseUrl: database?.url });
  };
  const contenders = [
    await start('access', { configure }),
    await start('without'),
    await start('again', { configure }),
  ];
  return { contenders, close: async () => void (await postgres?.stop()) };
});
await printStatements();

async function printStatements(): Promise<void> {
  const postgres = await startPostgres({ fsync: true });
  try {
    const { url } = await createPostgresDatabase(postgres.url, 'signet_counted');
    const other = await createPostgresDatabase(postgres.url, 'signet_counted_without');
    const withAccess = await countStatements(chosen, url, { configure });
    const without = await countStatements(chosen, other.url);
    console.log('\n| statements on PostgreSQL | with access | without |\n|---|--:|--:|');
    for (const [operation, number] of withAccess) {
      console.log(`| ${operation.name} | ${number.toFixed(1)} | ${without.get(operation)?.toFixed(1)} |`);
    }
  } finally {
    await postgres.stop();
  }
}
