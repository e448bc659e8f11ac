import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createExplanationWriter } from '#lib/explain/writer';
import { readClock } from '#lib/http/clock';
import { createLog } from '#lib/log/log';
import { parseSettings } from '#lib/settings/parse';
import { createTestDatabase, type TestDatabase } from '#lib/testing/database';
import { testSecret } from '#lib/testing/running-server';
import { createTraceRecorder } from '#lib/trace/recorder';
import { storedCanonicalUsername } from '#lib/users/canonical-username';
import { createUser } from '#lib/users/user-store';
import { backgroundJobs } from './background-jobs';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A person who signed up long ago and never verified an address. */
beforeEach(async () => {
  await database.db.user.deleteMany();
  const username = 'unproved';
  const longAgo = new Date(readClock().getTime() - 30 * 86_400_000);
  const facts = { passwordHash: null, enabled: true, admin: null, tenants: 'none', origin: 'sign_up' } as const;
  await createUser(
    database.db,
    { username, canonicalUsername: storedCanonicalUsername(username), claims: {}, ...facts },
    longAgo,
  );
});

/** Runs a job once, in a process with this environment. */
async function run(name: string, environment: Readonly<Record<string, string>>) {
  const settings = parseSettings(
    { SIGNET_ISSUER: 'https://op.test', SIGNET_SECRET: testSecret, SIGNET_LOG_LEVEL: 'silent', ...environment },
    { readSecretFile: () => testSecret, fileExists: () => false, processors: 2 },
  );
  const log = createLog('silent', { write: () => {} });
  const explanations = createExplanationWriter({ write: async () => {}, isTemporary: () => false });
  const traces = createTraceRecorder({ secret: settings.secret, write: async () => [], log: log.logger });
  const createContext = () => Promise.reject(new Error('this job works without a request'));
  const jobs = backgroundJobs({ settings, database, log, explanations, traces, createContext });
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`no job is called ${name}`);
  await job.run(new AbortController().signal);
}

it.each([
  ['are swept where mail can be sent', { SMTP_URL: 'smtp://mail.test', SIGNET_MAIL_FROM: 'id@op.test' }, 0],
  ['stay where nobody could prove an address: there is no mail (security #116)', {}, 1],
])('accounts whose address nobody proved %s', async (_, environment, left) => {
  await run('unproved-accounts', environment);
  expect(await database.db.user.count()).toBe(left);
});
