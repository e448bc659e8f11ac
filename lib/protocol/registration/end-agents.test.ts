import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRevision } from '#lib/db/revision';
import { beforeTransaction } from '#lib/testing/around-transaction';
import { changeClients } from '#lib/testing/change-clients';
import { fixtures, issueCode, redeem, refresh, userinfo } from '#lib/testing/fixtures';
import { bodyOf, createTestProvider, type TestProvider } from '#lib/testing/provider';
import { endAgents } from './end-agents';

const redirectUri = 'https://notes.example/cb';
const agent = {
  client_id: 'notes',
  client_name: 'Notes',
  token_endpoint_auth_method: 'none',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile offline_access',
  self_registered: true,
};
const dayOf = (days: number) => new Date(Date.UTC(2026, 0, 31 + days)).toISOString().slice(0, 10);
const noon = new Date(Date.UTC(2026, 0, 31, 12));

let provider: TestProvider;
beforeEach(async () => {
  provider = await createTestProvider({ ...fixtures, clients: [agent] });
});
afterEach(() => provider.close());

const configure = (...clients: object[]) => provider.configure({ ...fixtures, clients });
const isEnabled = async (clientId: string) =>
  (await provider.context().db.client.findUniqueOrThrow({ where: { clientId } })).enabled;

describe('an agent with an end date', () => {
  it.each([
    ['the day before it', 1, true],
    ['on that day', 0, false],
    ['later', -400, false],
  ])('is enabled or not: %s', async (_, days, enabled) => {
    await configure({ ...agent, agent_end_date: dayOf(days) });
    expect(await endAgents(provider.context().db, noon)).toBe(enabled ? 0 : 1);
    expect(await isEnabled('notes')).toBe(enabled);
  });

  it('ends at midnight in UTC', async () => {
    await configure({ ...agent, agent_end_date: dayOf(0) });
    const midnight = Date.UTC(2026, 0, 31);
    expect(await endAgents(provider.context().db, new Date(midnight - 1))).toBe(0);
    expect(await endAgents(provider.context().db, new Date(midnight))).toBe(1);
  });

  it('loses sign-ins, tokens and refreshes, and regains them with a later date', async () => {
    const own = { client_id: 'notes', redirect_uri: redirectUri };
    const issued = await issueCode(provider, { ...own, scope: 'openid profile offline_access' });
    const tokens = bodyOf(await redeem(provider, issued, own, null));
    const again = async () => [
      (await userinfo(provider, tokens.access_token)).status,
      (await refresh(provider, tokens.refresh_token, { client_id: 'notes' }, null)).status,
    ];
    await configure({ ...agent, agent_end_date: dayOf(0) });
    await endAgents(provider.context().db, noon);
    await provider.configure({});
    expect(await again()).toEqual([401, 401]);
    await expect(issueCode(provider, own)).rejects.toThrow();
    await configure({ ...agent, agent_end_date: dayOf(30), enabled: true });
    expect(await endAgents(provider.context().db, noon)).toBe(0);
    expect(await again()).toEqual([200, 200]);
  });

  it('is recorded once in the history and the audit log', async () => {
    await configure({ ...agent, agent_end_date: dayOf(0) });
    const { db } = provider.context();
    const before = await db.configurationChange.count({ where: { section: 'clients', key: 'notes' } });
    const revision = await readRevision(db);
    expect(await endAgents(db, noon)).toBe(1);
    const ended = await readRevision(db);
    expect(ended, 'every process hears of it').toBeGreaterThan(revision);
    expect([await endAgents(db, noon), await readRevision(db)]).toEqual([0, ended]);
    expect(await db.configurationChange.count({ where: { section: 'clients', key: 'notes' } })).toBe(before + 1);
    const [event] = await db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(event).toMatchObject({ type: 'client.updated', actorKind: 'retention', targetId: 'notes' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ changed: ['enabled'], end_date: dayOf(0) });
  });

  it('ends once when two processes check at the same time, also beyond one batch', async () => {
    const many = Array.from({ length: 110 }, (_, index) => ({
      ...agent,
      client_id: `notes-${index}`,
      agent_end_date: dayOf(-1),
    }));
    await configure(...many);
    const { db } = provider.context();
    const ended = await Promise.all([endAgents(db, noon), endAgents(db, noon)]);
    expect(ended[0] + ended[1]).toBe(110);
    expect(await db.client.count({ where: { enabled: true, agentEndDate: { not: null } } })).toBe(0);
  });

  it('waits for the next run, beyond one batch, when the process stops (decision 005)', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...agent,
      client_id: `late-${index}`,
      agent_end_date: dayOf(-1),
    }));
    await configure(...many);
    const { db } = provider.context();
    expect([await endAgents(db, noon, AbortSignal.abort()), await endAgents(db, noon)]).toEqual([50, 10]);
  });

  it('goes on when an operator sets a later date at the same time, and nothing is written', async () => {
    await configure({ ...agent, agent_end_date: dayOf(0) });
    const { db } = provider.context();
    const written = () => db.configurationRevision.count();
    const before = await written();
    const later = () => changeClients(db, { clientId: 'notes' }, { agentEndDate: dayOf(1) });
    expect(await endAgents(beforeTransaction(db, later), noon)).toBe(0);
    expect([await isEnabled('notes'), await written()]).toEqual([true, before]);
  });

  it('becomes a client of the operator when one vouches for it: the date has no effect', async () => {
    await configure({ ...agent, self_registered: false, agent_end_date: dayOf(-1) });
    expect(await endAgents(provider.context().db, noon)).toBe(0);
    expect(await isEnabled('notes')).toBe(true);
  });
});
