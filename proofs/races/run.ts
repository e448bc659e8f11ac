import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '../../lib/testing/temporary-folder.mjs';
import { type Check, readBrowserReport } from '../attacks/checks';
import { type Promised, reportPromises } from '../promises';
import { raceStores } from './store/race-stores';
import { findUnraced, neededRequests } from './uses';

const report = 'node_modules/.cache/signet/report-races.json';
const usualRounds = '60';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: usualRounds } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number of at least 1');

const byRequests = await raceRequests();
const byCalls = await raceStores(rounds);
reportPromises('Races: two server processes on one PostgreSQL', [...byRequests, ...byCalls, listed(byRequests)]);

/** Runs the races by requests against the production build. */
async function raceRequests(): Promise<Promised[]> {
  // Deletes the old report, so that a missing new one is noticed.
  rmSync(report, { force: true });
  await runTests({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, RACE_ROUNDS: String(rounds) });
  const { checks, errors } = readBrowserReport(report);
  return [
    ...checks.map(toPromise),
    ...(errors.length === 0 ? [] : [{ promise: 'The tests run', tried: 'once', broken: errors }]),
  ];
}

function toPromise({ file, name, passed, tried }: Check): Promised {
  const [, title = name] = /(?:.* > )?(.*)/.exec(name) ?? [];
  return { promise: title, tried: tried ?? `${rounds} rounds`, broken: passed ? [] : [`${file}: see above`] };
}

function runTests(more: Readonly<Record<string, string>>): Promise<void> {
  const env = { ...process.env, TMPDIR: temporaryFolder, ...more };
  Reflect.deleteProperty(env, 'NODE_ENV');
  const command = ['node_modules/playwright/cli.js', 'test', '--config', 'proofs/races/playwright.config.ts'];
  const child = spawn(process.execPath, command, { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** The lists of uses.ts cover the code, and every race that they name ran. */
function listed(raced: readonly Promised[]): Promised {
  const { found, problems } = findUnraced();
  const missing = neededRequests().filter((needed) => !raced.some(({ promise }) => promise.startsWith(needed)));
  return {
    promise: 'Every place that uses up or counts something has a race or a reason',
    tried: `${found} places and columns`,
    broken: [...problems, ...missing.map((name) => `${name}: did not run`)],
  };
}
