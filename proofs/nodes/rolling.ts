import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { connected } from '#lib/testing/postgres-connection';
import { testSecret } from '#lib/testing/running-server';
import { startEmptyPostgres } from '../../e2e/processes/empty-postgres';
import type { Promised } from '../promises';
import { signet } from './command-line';
import { secret, visitor } from './configuration';
import { until } from './daemon';
import { publicFolder } from './folder';
import { countLedger, findLost } from './ledger';
import { type Load, startLoad } from './load';
import { type Nodes, startNodes } from './nodes';
import { askToken, getCode, getJson, isActive, openBrowser, signIn, signOut, type Target } from './requests';

const processes = 3;
const signOuts = 20;
const nextSecret = 'another-secret-for-tests-that-is-long-enough-987';

/** The result of one step besides the load: what was tried, and what failed. */
type Step = { readonly tried: string; readonly broken?: readonly string[] };

/** Three processes behind HAProxy on one PostgreSQL, and the tasks of an operator, under load. */
export async function proveRolling(): Promise<Promised[]> {
  const postgres = await startEmptyPostgres({ fsync: false });
  const nodes = await startNodes(processes, postgres.url);
  const load = startLoad([nodes.target]);
  const promises: Promised[] = [];
  const during = async (promise: string, work: () => Promise<Step>) => {
    promises.push(await watch(load, promise, work));
  };
  try {
    await during('A configuration change reaches every process', () => changeConfiguration(nodes));
    await during('A sign-out holds at every process as soon as it is answered', () => signOutEverywhere(nodes));
    await during('A rotation of the signing keys', () => rotateKeys(nodes, postgres.url));
    await during('A rolling restart', () => restart(nodes));
    await during('A rotation of SIGNET_SECRET', () => rotateSecret(nodes));
    await load.stop();
    const lost = Object.values(await findLost(nodes.target, load.ledger)).flat();
    promises.push({
      promise: 'Everything acknowledged still holds at the end',
      tried: countLedger(load.ledger),
      broken: lost,
    });
  } finally {
    await load.stop();
    await nodes.stop();
    await postgres.stop();
  }
  return promises;
}

/** Runs a step under load, which continues for a while. A failed request breaks the promise. */
export async function watch(load: Load, promise: string, work: () => Promise<Step>): Promise<Promised> {
  process.stderr.write(`  ${promise}\n`);
  await load.progress(3);
  const known = load.failures.length;
  const { tried, broken = [] } = await work();
  await load.progress(5);
  const failed = load.failures.slice(known).map(({ text }) => text);
  return { promise: `${promise}, without a failed request`, tried, broken: [...broken, ...failed] };
}

async function changeConfiguration({ each, environment }: Nodes): Promise<Step> {
  const folder = publicFolder('change');
  const file = join(folder.path, 'change.json');
  const use = (target: Target) => askToken(target, 'late', { grant_type: 'client_credentials', scope: 'orders' });
  const apply = async (enabled: boolean) => {
    const client = {
      client_id: 'late',
      client_secrets: [{ value: secret }],
      grant_types: ['client_credentials'],
      scope: 'orders',
      enabled,
    };
    writeFileSync(file, JSON.stringify({ clients: [client] }));
    await signet(['apply', file], environment());
    const applied = performance.now();
    await Promise.all(
      each.map((target) =>
        until(`a client to be ${enabled ? 'known' : 'refused'}`, async () => {
          const works = await use(target).then(
            () => true,
            () => false,
          );
          return works === enabled ? true : null;
        }),
      ),
    );
    return Math.round(performance.now() - applied);
  };
  const times = [await apply(true), await apply(false)];
  folder.remove();
  return { tried: `added and disabled a client: ${times.join(' and ')} ms after the command` };
}

async function signOutEverywhere({ target, each }: Nodes): Promise<Step> {
  const broken: string[] = [];
  for (let count = 0; count < signOuts; count += 1) {
    const browser = openBrowser(target);
    await signIn(target, { browser, clientId: 'shop', person: visitor });
    const tokens = await askToken(target, 'shop', await getCode(target, browser, 'shop'));
    await signOut(target, browser, tokens.id_token ?? '');
    const active = await Promise.all(each.map((node) => isActive(node, tokens.access_token)));
    if (active.includes(true)) broken.push('a process takes the token of a session that ended');
    const code = await getCode(target, browser, 'shop').then(
      () => true,
      () => false,
    );
    if (code) broken.push('the browser gets a code after the sign-out');
  }
  return { tried: `${signOuts} sign-outs, ${each.length} processes`, broken };
}

async function rotateKeys({ target, each, environment }: Nodes, databaseUrl: string): Promise<Step> {
  const keyIds = async (node: Target) => {
    const { keys } = await getJson(node, '/.well-known/openid-configuration/jwks');
    return (Array.isArray(keys) ? keys : []).map((key) => String(key.kid));
  };
  const former = await keyIds(target);
  await signet(['keys', 'rotate'], environment());
  const added = await Promise.all(
    each.map((node) =>
      until('the new keys to be published', async () => {
        const found = (await keyIds(node)).filter((kid) => !former.includes(kid));
        return found.length > 0 ? found : null;
      }),
    ),
  );
  await connected(databaseUrl, (client) => client.query(passTime));
  const browser = openBrowser(target);
  await signIn(target, { browser, clientId: 'shop', person: visitor });
  await Promise.all(
    each.map((node, index) =>
      until('the new keys to sign', async () => {
        const tokens = await askToken(node, 'shop', await getCode(target, browser, 'shop'));
        return added[index]?.includes(decodeProtectedHeader(tokens.id_token ?? '').kid ?? '') ? true : null;
      }),
    ),
  );
  return { tried: `announced and in use at ${each.length} processes` };
}

/** Skips the time until every cached key set has the new keys. The new revision makes the processes reload. */
const passTime = `
  UPDATE "SigningKey" SET "retiresAt" = now() AT TIME ZONE 'UTC' WHERE "retiresAt" > now() AT TIME ZONE 'UTC';
  UPDATE "SigningKey" SET "activatesAt" = now() AT TIME ZONE 'UTC' WHERE "activatesAt" > now() AT TIME ZONE 'UTC';
  UPDATE "Revision" SET "number" = "number" + 1`;

async function restart(nodes: Nodes): Promise<Step> {
  const started = performance.now();
  const codes = await nodes.restart();
  return {
    tried: `${codes.length} restarts in ${seconds(started)} s`,
    broken: codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`),
  };
}

/** Steps 1 to 3 of docs/operations.md. The last step would wait for as long as browsers keep their cookies. */
async function rotateSecret(nodes: Nodes): Promise<Step> {
  const started = performance.now();
  const codes = [
    ...(await nodes.restart({ env: { SIGNET_SECRET_PREVIOUS: nextSecret } })),
    ...(await nodes.restart({ env: { SIGNET_SECRET: nextSecret, SIGNET_SECRET_PREVIOUS: testSecret } })),
  ];
  await signet(['secret', 'rotate'], nodes.environment());
  return {
    tried: `${codes.length} restarts in ${seconds(started)} s`,
    broken: codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`),
  };
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
