import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { type ExplanationRow, saveExplanations } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readProvidersHealth, sampleSize } from './read-health';

let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({});
});

afterEach(() => area.close());

const hours = (count: number, now: Date) => new Date(now.getTime() - count * 3_600_000);

async function signIn(idp: string, at: Date, count = 1): Promise<void> {
  const actor = { kind: 'user', id: 'sub-a', name: 'a' } as const;
  const event = { type: 'sign_in.succeeded', outcome: 'success', actor, details: { idp } } as const;
  await recordEvents((await area.admin()).db, Array(count).fill(event), at);
}

async function fail(name: string, at: Date, more: Partial<ExplanationRow> = {}): Promise<void> {
  const row = {
    reference: `R-${name}-${at.getTime()}`,
    groupKey: `${name} ${at.getTime()}`,
    endpoint: '/federation',
    rule: 'provider_unavailable',
    error: 'unavailable',
    description: 'it is down',
    clientId: null,
    network: '192.0.2.0',
    facts: JSON.stringify({ name, reason: 'connection refused' }),
    occurrences: 2,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + 1e9),
    ...more,
  };
  await saveExplanations((await area.admin()).db, [row]);
}

describe('how the last day went at the providers (ux §1.19.11)', () => {
  it('counts what succeeded and failed there, and names the last failure with its explanation', async () => {
    const admin = await area.admin();
    const { now } = admin;
    await signIn('corp', hours(1, now), 3);
    await signIn('corp', hours(25, now));
    await signIn('local', hours(1, now));
    await fail('corp', hours(5, now));
    await fail('corp', hours(2, now), { endpoint: '/login', rule: 'provider_not_linked' });
    await fail('corp', hours(26, now));
    await fail('spare', hours(1, now), { facts: JSON.stringify({ name: 'spare' }) });
    await fail('corp', hours(1, now), { reference: 'other', rule: 'interaction_unknown' });
    const { providers, isSample } = await readProvidersHealth(admin);
    expect(isSample).toBe(false);
    expect(providers.get('corp')).toEqual({
      succeeded: 3,
      failed: 4,
      lastFailure: {
        at: hours(2, now),
        description: 'Nobody here belongs to the identity, and accounts are not created',
        reason: 'connection refused',
        reference: `R-corp-${hours(2, now).getTime()}`,
      },
    });
    expect(providers.get('spare')).toMatchObject({ succeeded: 0, failed: 2, lastFailure: { reason: null } });
    expect(providers.has('third')).toBe(false);
  });

  it.each([
    ['so many, and does not say that there were more', 0, false],
    ['so many, and says that there were more', 1, true],
  ])('counts %s', async (_, more, isSample) => {
    const admin = await area.admin();
    await signIn('corp', hours(1, admin.now), sampleSize + more);
    const health = await readProvidersHealth(admin);
    expect(health.isSample).toBe(isSample);
    expect(health.providers.get('corp')?.succeeded).toBe(sampleSize);
  });
});
