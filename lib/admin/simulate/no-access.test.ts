import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whatOpens } from '#lib/groups/what-opens';
import { apiConfiguration, createTestApi, type TestApi } from '#lib/testing/admin-api';
import { actAs, subOf } from '#lib/testing/administrator';
import { authorizeRequest, createPerson, locationOf } from '#lib/testing/person';
import { readRequest } from '../requests/read';
import { startTrace } from '../traces/change-trace';
import { readSignIn, readTrace } from '../traces/read';
import { explainRefused } from './explain-refused';
import { readSimulateQuery, readSimulation } from './read';

const ledger = {
  client_id: 'ledger',
  client_name: 'Ledger',
  redirect_uris: ['https://rp.test/cb'],
  token_endpoint_auth_method: 'none',
  scope: 'openid roles groups',
  require_consent: false,
  always_include_user_claims_in_id_token: true,
  access: 'assigned',
  access_groups: ['audit'],
  roles: [{ name: 'admin', groups: ['Finance'] }, { name: 'reader' }],
};
const opens = [{ group: 'audit' }, { group: 'Finance' }, { role: 'admin' }, { role: 'reader' }];

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await createTestApi({
    ...apiConfiguration,
    groups: [{ name: 'audit' }, { name: 'finance' }, { name: 'hr' }],
    clients: [
      ...apiConfiguration.clients,
      ledger,
      { ...ledger, client_id: 'tv', redirect_uris: [], grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] },
    ],
  });
  token = await api.tokenOf('reader', 'signet.admin.read');
});
afterAll(() => api.close());

const simulate = async (body: object) => (await api.call('POST', '/simulate', { token, body })).json;
const address = (changes: Record<string, string> = {}) =>
  authorizeRequest({ client_id: 'ledger', scope: 'openid roles groups', ...changes }).path;

describe('the simulator, for somebody without access (decision 023)', () => {
  it('says no_access, and which groups and roles would open it', async () => {
    const sub = await subOf(api.provider, 'alice');
    const denied = { outcome: 'no_access', client_id: 'ledger', sub, opens };
    expect(await simulate({ address: address(), user: 'alice' })).toEqual({ ...denied, silent: null });
    expect(await simulate({ address: address({ prompt: 'none' }), user: 'alice' })).toEqual({
      ...denied,
      silent: 'access_denied',
    });
    expect(await simulate({ client_id: 'tv', user: 'alice' })).toMatchObject({ outcome: 'no_access', opens });
  });

  it.each([
    ['a group that gives access', ['AUDIT'], ['audit'], []],
    ['a group that gives a role', ['finance'], ['finance'], ['admin']],
    ['several', ['finance', 'audit', 'hr'], ['audit', 'finance'], ['admin']],
  ])('simulates a member of %s, and nobody becomes one', async (_, names, groups, roles) => {
    const asked = { address: address(), user: 'alice', member_of: names };
    expect(await simulate(asked)).toMatchObject({
      outcome: 'accepted',
      next: 'complete',
      tokens: { id_token: { groups, roles } },
    });
    expect(await simulate({ client_id: 'tv', user: 'alice', member_of: names })).toMatchObject({ outcome: 'tokens' });
    expect(await api.provider.context().db.membership.count()).toBe(0);
  });

  it('still says no_access for a member of another group', async () => {
    expect(await simulate({ address: address(), user: 'alice', member_of: ['hr'] })).toMatchObject({
      outcome: 'no_access',
    });
  });

  it.each([
    ['unknown groups', ['nobody'], '/member_of'],
    ['six groups', ['a', 'b', 'c', 'd', 'e', 'f'], '/member_of'],
  ])('refuses %s', async (_, names, pointer) => {
    const answer = await simulate({ address: address(), user: 'alice', member_of: names });
    expect(answer).toMatchObject({ code: 'invalid', errors: [{ pointer }] });
  });

  it('shows each value with where it comes from, what is left out, and the bytes', async () => {
    const asked = { address: address(), user: 'alice', member_of: ['finance', 'hr'] };
    const { tokens } = await simulate(asked);
    expect(tokens).toMatchObject({
      told: {
        id_token: {
          from: [
            { claim: 'groups', value: 'finance' },
            { claim: 'roles', value: 'admin', groups: ['finance'], assigned: false },
          ],
          left_out: [{ claim: 'groups', why: 'filter', count: 1 }],
          bytes: Buffer.byteLength('{"groups":["finance"],"roles":["admin"]}'),
        },
      },
    });
  });

  it('reads the groups of a page from one field, and says which it does not know', async () => {
    const admin = await actAs(api.provider, 'root', 'owner');
    const read = async (member_of: string) =>
      readSimulation(admin, readSimulateQuery({ client: 'ledger', user: 'alice', member_of }));
    const hypothetical = ['audit', 'hr'];
    const accepted = { groupProblem: null, hypothetical, simulation: { outcome: 'accepted' } };
    expect(await read('Audit, hr')).toMatchObject(accepted);
    expect(await read('Audit, sales')).toMatchObject({
      groupProblem: { problem: 'group_unknown', name: 'sales' },
      simulation: null,
    });
    expect(await read('a,b,c,d,e,f')).toMatchObject({ groupProblem: { problem: 'too_many' }, simulation: null });
  });

  it('and a trial tell what would open it where the rule is no_access, and of no other rule', () => {
    const { snapshot } = api.provider.context();
    const refused = (rule: string) =>
      explainRefused(
        { code: 'access_denied', description: '', rule, facts: {} },
        { clientId: 'ledger', goesTo: null },
        { snapshot },
      );
    expect(refused('no_access').opens).toEqual(opens);
    expect(refused('person_denied').opens).toEqual([]);
    expect(whatOpens({ accessGroups: ['a', 'A'], roles: [] })).toHaveLength(1);
  });
});

describe('a sign-in without access (decision 023)', () => {
  it('is in a trace with the decision and its reason, and among the refused requests with the person', async () => {
    const { provider } = api;
    const id = await startTrace(await actAs(provider, 'root', 'owner'), 'ledger');
    await provider.context().refreshConfiguration();
    const sub = await subOf(provider, 'alice');
    const person = createPerson(provider);
    const page = await person.signIn(await person.get(address()));
    expect(locationOf(page)).toContain('/login/access');
    const silent = locationOf(await person.get(address({ prompt: 'none' })));
    const { reference = '' } =
      /reference (?<reference>\w+)/.exec(decodeURIComponent(silent.replaceAll('+', ' ')))?.groups ?? {};
    const { id: groupId } = await provider.context().db.group.findFirstOrThrow({ where: { name: 'finance' } });
    const access = `- ${groupId}`;
    await provider.context().db.user.update({ where: { sub }, data: { access } });
    expect(locationOf(await person.get(address()))).toContain('code=');
    await provider.context().db.user.update({ where: { sub }, data: { access: '' } });
    await provider.flushTraces();
    await provider.flushExplanations();
    const admin = await actAs(provider, 'root', 'owner');
    const { signIns } = await readTrace(admin, id);
    const details = await Promise.all(signIns.map((one) => readSignIn(admin, id, one.id)));
    const decisions = details.flatMap(({ steps }) => steps.flatMap((step) => step.access));
    expect(decisions).toContainEqual({ clientId: 'ledger', clientName: 'Ledger', may: false, because: [] });
    expect(decisions).toContainEqual({
      clientId: 'ledger',
      clientName: 'Ledger',
      may: true,
      because: ['group finance'],
    });
    const request = await readRequest(admin, reference);
    expect(request).toMatchObject({ rule: 'no_access', person: { sub, username: 'alice' } });
  });
});
