import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAuditPage, readAuditQuery } from '#lib/admin/audit/read';
import { firstPage } from '#lib/admin/list/list-query';
import { leftOutPath } from '#lib/admin/providers/feature';
import { readProvidersHealth } from '#lib/admin/providers/health';
import { startTrace } from '#lib/admin/traces/change-trace';
import { readSignIn, readTrace } from '#lib/admin/traces/read';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { comeBack, followRealTime, openSignIn } from '#lib/testing/federated-person';
import { fixtures } from '#lib/testing/fixtures';
import { locationOf, password } from '#lib/testing/person';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { findUserByUsername } from '#lib/users/user-store';

let upstream: ScriptedUpstream;
let area: TestAdmin;

beforeAll(async () => {
  upstream = await startScriptedUpstream(() => area.provider.context().now);
  const corp = {
    name: 'corp',
    display_name: 'Contoso',
    type: 'oidc',
    issuer: upstream.issuer,
    client_id: 'signet',
    client_secret: 'upstream-secret-0123456789',
    claim_mapping: { name: 'name', email: 'email', groups: 'groups', photos: 'photos', notes: 'notes' },
  };
  const member = { name: 'member', type: 'identity', claims: ['groups'] };
  const file = { ...fixtures, scopes: [...fixtures.scopes, member], identity_providers: [corp] };
  area = await createTestAdmin(file, { SIGNET_OUTBOUND_ALLOW: 'localhost' });
});
beforeEach(() => followRealTime(area.provider));
afterAll(async () => {
  await area.close();
  await upstream.close();
});

const groups = (count: number) => Array.from({ length: count }, () => randomUUID());
const userOf = (name: string) => findUserByUsername(area.provider.context().db, name);
let number = 0;
const fresh = () => {
  number += 1;
  return `person-${number}`;
};

/** Brings a person back from the provider with claims. @returns whether the application got its code */
async function arrive(name: string, claims: object, userinfo?: Record<string, unknown>): Promise<boolean> {
  const own = { sub: name, preferred_username: name };
  upstream.script = { claims: { ...own, ...claims }, ...(userinfo && { userinfo: { ...own, ...userinfo } }) };
  const person = await openSignIn(area.provider, { client_id: 'silent' });
  return new URL(locationOf(await comeBack(person, upstream))).searchParams.has('code');
}

/** The names that the audit log has of a person's sign-ins. */
async function recorded(name: string): Promise<string[][]> {
  const events = await area.provider.context().db.auditEvent.findMany({
    where: { type: 'identity.claims_left_out', actorName: name },
  });
  return events.map(({ details }) => JSON.parse(details).claims).sort();
}

describe('claims of a provider that an account has no room for', () => {
  it.each([300, 1500])('%d groups of an ID token or of UserInfo keep nobody out', async (count) => {
    for (const source of ['ID token', 'UserInfo']) {
      const name = fresh();
      const many = { groups: groups(count) };
      const isIn = source === 'UserInfo' ? await arrive(name, {}, many) : await arrive(name, { name: 'Ada', ...many });
      expect(isIn).toBe(true);
      expect((await userOf(name))?.claims).toEqual(source === 'UserInfo' ? {} : { name: 'Ada' });
      expect(await recorded(name)).toEqual([['groups']]);
    }
  });

  it('leave what a scope lists, and go when the account has none left', async () => {
    const name = fresh();
    const few = groups(200);
    await arrive(name, { groups: few, photos: 'p'.repeat(1500), notes: 'n'.repeat(3000) });
    expect((await userOf(name))?.claims).toEqual({ groups: few, photos: 'p'.repeat(1500) });
    const { db } = area.provider.context();
    const own = JSON.stringify({ groups: few, photos: 'p'.repeat(1500), mine: 'm'.repeat(500) });
    await db.user.updateMany({ where: { username: name }, data: { claims: own } });
    expect(await arrive(name, { groups: few, photos: 'p'.repeat(1700) })).toBe(true);
    expect((await userOf(name))?.claims).toEqual({ groups: few, mine: 'm'.repeat(500) });
    expect(await recorded(name)).toEqual([['notes'], ['photos']]);
  });

  it('are recorded with the link of an identity too', async () => {
    const name = fresh();
    await arrive(name, { email: `${name}@corp.example` });
    upstream.script = { claims: { sub: fresh(), email: 'alice@example.com', groups: groups(300) } };
    const person = await openSignIn(area.provider, { client_id: 'silent' });
    await comeBack(person, upstream);
    await person.answer({ decision: 'sign_in', username: 'alice', password });
    expect(await recorded('alice')).toEqual([['groups']]);
  });

  it('are named by the problems of the provider, the activity and the trace', async () => {
    const { provider } = area;
    const id = await startTrace(await area.admin(), 'silent');
    await provider.context().refreshConfiguration();
    const name = fresh();
    await arrive(name, { groups: groups(300) });
    const admin = await area.admin();
    expect((await readProvidersHealth(admin)).providers.get('corp')).toMatchObject({ leftOut: { claims: ['groups'] } });
    const query = Object.fromEntries(new URL(leftOutPath('corp'), 'https://op.test').searchParams);
    const page = await readAuditPage(admin, readAuditQuery(query), firstPage);
    expect(page.lines[0]).toMatchObject({ actorName: name });
    await provider.flushTraces();
    const [signIn] = (await readTrace(admin, id)).signIns;
    const steps = (await readSignIn(admin, id, signIn?.id ?? '')).steps;
    const named = steps.filter(({ leftOut }) => leftOut.length > 0);
    expect(named).toMatchObject([{ endpoint: '/federation/callback', leftOut: ['groups'], failed: false }]);
  });

  it('are not recorded where everything has room', async () => {
    const name = fresh();
    await arrive(name, { groups: groups(20) });
    expect(await recorded(name)).toEqual([]);
  });
});
