import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEvents } from '#lib/audit/store';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { countChecks, groupChecks, readChecks } from './read-checks';

const day = 86_400_000;
let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: ['used', 'unused'].map((clientId) => ({
      client_id: clientId,
      client_secrets: [{ value: 'canary-secret' }],
      redirect_uris: [`https://${clientId}.test/cb`],
      require_pkce: false,
      scope: 'openid',
    })),
  });
});
afterAll(() => area.close());

const unusedAt = async (days: number) => {
  const admin = await area.admin();
  const checks = await readChecks({ ...admin, now: new Date(admin.now.getTime() + days * day) });
  return checks.filter(({ rule }) => rule === 'client_unused').map(({ object }) => object.id);
};

describe('reading the checks', () => {
  it('takes two statements and tells no secret', async () => {
    const admin = await area.admin();
    const counted = countStatements(admin.db);
    const checks = await readChecks({ ...admin, db: counted.db });
    expect(counted.count()).toBeLessThanOrEqual(2);
    expect(JSON.stringify(checks)).not.toMatch(/canary|sha256/);
    expect(groupChecks(checks).map(({ rule, checks: found }) => [rule, found.length])).toEqual([['pkce_missing', 2]]);
    expect(countChecks(checks)).toEqual({ error: 0, warning: 2, advice: 0 });
  });

  it('calls a client unused when the audit log reaches back 90 days and has nothing of it', async () => {
    expect(await unusedAt(89)).toEqual([]);
    expect(await unusedAt(91)).toEqual(['unused', 'used']);
    const { db, now } = await area.admin();
    const actor = { kind: 'anonymous', id: null, name: null } as const;
    const at = new Date(now.getTime() + 50 * day);
    const event = { type: 'sign_in.failed', outcome: 'failure', actor, client: { id: 'used', name: null } } as const;
    await recordEvents(db, [event], at);
    expect(await unusedAt(91)).toEqual(['unused']);
  });
});
