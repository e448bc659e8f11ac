import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createId } from '#lib/crypto/random';
import { createHttpBrowser } from '#lib/testing/http-browser';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { hashPassword } from '#lib/users/password-hash';
import { createUser } from '#lib/users/user-store';
import { processConfiguration } from '../../e2e/processes/configuration';
import { findBroken, queryCount } from '../crashes/invariants';
import { reportPromises } from '../promises';
import { type Cluster, startCluster } from './cluster';
import { commands, compareTokens, type Real, ran } from './commands';
import { emptyModel } from './model';

const usualRuns = '100';
const password = 'correct horse battery staple';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: usualRuns },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a number of at least 1');
if (!Number.isInteger(seed)) throw new Error('--seed takes a whole number');

const cluster = await startCluster({ ...processConfiguration });
const passwordHash = await hashPassword(password);
console.log(`Seed ${seed}`);
const property = fc.asyncProperty(commands, async (sequence) => {
  const [model, real] = [emptyModel(), await createReal(cluster)];
  await fc.asyncModelRun(() => ({ model, real }), sequence);
  await compareTokens(model, real);
  process.stdout.write('.');
});
const result = await fc.check(property, { numRuns: runs, seed });
const broken = await findBroken(cluster.database);
await cluster.stop();

const { failed: hasFailed, counterexample, numShrinks, errorInstance } = result;
if (hasFailed) {
  console.log(`\n\nThe shortest history that was found, after ${numShrinks} steps of shrinking:\n`);
  console.log(
    String(counterexample?.[0])
      .split(',')
      .map((line, index) => `  ${index + 1}. ${line}`)
      .join('\n'),
  );
}
const error = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance));
const brokenPromise = hasFailed && typeof error.cause === 'string' ? error.cause : null;
const promises = [...ran].map(([promise, times]) => ({
  promise,
  tried: `${times} times`,
  broken: brokenPromise === promise ? [error.message] : [],
}));
reportPromises(`Model: ${result.numRuns} histories on two server processes, seed ${seed}`, [
  ...promises,
  {
    promise: 'At the end of a history both processes accept the access tokens that the model says',
    tried: `${result.numRuns} histories`,
    broken: hasFailed && brokenPromise === null ? [error.message] : [],
  },
  {
    promise: 'After all histories the invariants hold (security §2.3)',
    tried: `${queryCount} queries`,
    broken,
  },
]);

/** Each history has its own two people, so that the histories do not affect each other. */
async function createReal(place: Cluster): Promise<Real> {
  const people = [];
  for (let count = 0; count < 2; count += 1) {
    const username = `person-${createId().toLowerCase()}`;
    const names = { username, canonicalUsername: storedCanonicalUsername(username) };
    const rest = { enabled: true, admin: null, tenants: 'all', claims: {} } as const;
    const { sub } = await createUser(place.database.db, { ...names, ...rest, passwordHash }, new Date());
    people.push({ sub, username, password });
  }
  const browsers = [createHttpBrowser(place.issuer), createHttpBrowser(place.issuer)];
  return { cluster: place, people, browsers, redemptions: [], refreshTokens: [], accessTokens: [] };
}
