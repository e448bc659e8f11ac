import { afterEach, expect, it } from 'vitest';
import { startJobs } from '#lib/jobs/start-jobs';
import { createTestProvider } from '#lib/testing/provider';
import { endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { deliverDueNotices, noticeJob } from './deliver-notices';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

it('a sign-out wakes the delivery of logout notices without waiting for it (security #108)', async () => {
  // No server answers at this address: port 9 of a host that the guard allows.
  const provider = await createTestProvider(signOutFixtures('http://127.0.0.1:9/logout'), {
    SIGNET_OUTBOUND_ALLOW: '127.0.0.1',
  });
  stops.push(provider.close);
  const warnings: object[] = [];
  let told: () => void = () => {};
  const tried = new Promise<void>((resolve) => {
    told = resolve;
  });
  const warn = (line: object) => {
    warnings.push(line);
    told();
  };
  const context = () => ({ ...provider.context(), log: { ...provider.context().log, warn } });
  const run = () => deliverDueNotices(context, () => provider.context().now);
  const job = { name: noticeJob, everyMs: 600_000, runsIn: 'each', run } as const;
  stops.push(startJobs([job], { db: context().db, log: { warn: () => {} } }));
  const { person, idToken } = await signInAt(provider, 'mail');
  const response = await endSession(person, { id_token_hint: idToken });
  expect(response.status).toBe(303);
  await tried;
  expect(warnings).toMatchObject([{ clientId: 'mail', attempt: 1, problem: 'failed' }]);
});
