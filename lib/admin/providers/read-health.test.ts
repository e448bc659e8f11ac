import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/event-store';
import { type ExplanationRow, saveExplanations } from '#lib/explain/explanation-store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readAuditPage, readAuditQuery } from '../audit/read';
import { firstPage } from '../list/list-query';
import { readRequestPage, readRequestQuery } from '../requests/read';
import { failuresPath, fixPath, signInsPath } from './feature';
import { readProvidersHealth, sampleSize } from './health';

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

describe('the health of the providers in the last day (ux §1.19.11)', () => {
  it('counts successful and failed sign-ins, and shows the last failure with its explanation', async () => {
    const admin = await area.admin();
    const { now } = admin;
    await signIn('corp', hours(1, now), 3);
    await signIn('corp', hours(25, now));
    await signIn('local', hours(1, now));
    await fail('corp', hours(5, now));
    await fail('corp', hours(2, now), { endpoint: '/login', rule: 'provider_not_linked' });
    await fail('corp', hours(1.5, now), { rule: 'provider_cancelled' });
    await fail('corp', hours(26, now));
    await fail('spare', hours(1, now), { facts: JSON.stringify({ name: 'spare' }) });
    await fail('corp', hours(1, now), { reference: 'other', rule: 'interaction_unknown' });
    const { providers, isSample } = await readProvidersHealth(admin);
    expect(isSample).toBe(false);
    expect(providers.get('corp')).toEqual({
      succeeded: 3,
      failed: 6,
      lastFailure: {
        at: hours(2, now),
        problem: 'not_linked',
        reason: 'connection refused',
        reference: `R-corp-${hours(2, now).getTime()}`,
      },
      leftOut: null,
      groups: null,
    });
    expect(providers.get('spare')).toMatchObject({ succeeded: 0, failed: 2, lastFailure: { reason: null } });
    expect(providers.has('third')).toBe(false);
  });

  it('links each number to a list with the same total', async () => {
    const admin = await area.admin();
    for (const name of ['corp', 'corporation']) {
      await signIn(name, hours(1, admin.now), 3);
      await fail(name, hours(2, admin.now), { occurrences: 1 });
      await fail(name, hours(3, admin.now), { occurrences: 1, rule: 'provider_response' });
    }
    await fail('corp', hours(1, admin.now), { reference: 'other', rule: 'unknown_client' });
    const { providers } = await readProvidersHealth(admin);
    const query = (path: string) => Object.fromEntries(new URL(path, 'https://op.test').searchParams);
    const signIns = await readAuditPage(admin, readAuditQuery(query(signInsPath('corp'))), firstPage);
    const failures = await readRequestPage(admin, readRequestQuery(query(failuresPath('corp'))), firstPage);
    expect(signIns.lines).toHaveLength(providers.get('corp')?.succeeded ?? 0);
    expect(failures.lines).toHaveLength(providers.get('corp')?.failed ?? 0);
    expect(failures.lines.map(({ reference }) => reference)).toEqual(
      [2, 3].map((ago) => `R-corp-${hours(ago, admin.now).getTime()}`),
    );
  });

  it.each([
    ['misconfigured', '/admin/providers/corp#connection'],
    ['unavailable', '/admin/providers/corp?discover=1#metadata'],
    ['not_linked', '/admin/providers/corp/settings#accounts'],
    ['response', null],
    ['disabled', null],
  ] as const)('links %s to the place to correct it: %s', (problem, expected) => {
    expect(fixPath('corp', problem)).toBe(expected);
  });

  it.each([
    ['up to its limit', 0, false],
    ['up to its limit, and says that there are more', 1, true],
  ])('counts %s', async (_, more, isSample) => {
    const admin = await area.admin();
    await signIn('corp', hours(1, admin.now), sampleSize + more);
    const health = await readProvidersHealth(admin);
    expect(health.isSample).toBe(isSample);
    expect(health.providers.get('corp')?.succeeded).toBe(sampleSize);
  });
});
