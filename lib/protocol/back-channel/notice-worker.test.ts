import { afterEach, describe, expect, it } from 'vitest';
import { createTestProvider } from '#lib/testing/provider';
import { endSession, signInAt, signOutFixtures } from '#lib/testing/sign-out';
import { startNoticeWorker, wakeNoticeWorker } from './notice-worker';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

describe('the delivery of logout notices', () => {
  it('is woken by a sign-out, which does not wait for it (security #108)', async () => {
    // Nobody answers at this address: port 9 of a host that the guard allows.
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
    const log = { ...provider.context().log, warn };
    stops.push(startNoticeWorker(() => ({ ...provider.context(), log }), { warn: () => {} }));
    const { person, idToken } = await signInAt(provider, 'mail');
    const response = await endSession(person, { id_token_hint: idToken });
    expect(response.status).toBe(303);
    await tried;
    expect(warnings).toMatchObject([{ clientId: 'mail', attempt: 1, problem: 'failed' }]);
  });

  it('goes on after a failure, says so, and ends when it is told to', async () => {
    const lines: string[] = [];
    let calls = 0;
    const failing = () => {
      calls += 1;
      throw new Error('no configuration');
    };
    const stop = startNoticeWorker(failing, { warn: (_: object, text?: string) => lines.push(text ?? '') });
    wakeNoticeWorker();
    await Promise.resolve();
    wakeNoticeWorker();
    await stop();
    expect(lines).toContain('could not deliver logout notices');
    const before = calls;
    wakeNoticeWorker();
    expect(calls).toBe(before);
  });
});
