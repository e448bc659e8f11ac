import { createServer, type Server } from 'node:http';
import { decodeJwt } from 'jose';
import { expect, test } from 'playwright/test';
import { openDatabase } from '#lib/db/open';
import type { OpenDatabase } from '#lib/db/open-database';
import { summarize } from '#lib/groups/summary';
import {
  codeIn,
  codeRequest,
  createHttpBrowser,
  type HttpBrowser,
  locationOf,
  signInByForm,
} from '#lib/testing/http-browser';
import { basic } from '#lib/testing/provider';
import { type ScriptedUpstream, startScriptedUpstream } from '#lib/testing/scripted-upstream';
import { postToken, processPerson, refreshBody } from './configuration';
import { startTwoServers, type TwoServers } from './two-servers';

const redirectUri = 'https://rp.test/cb';
const scope = 'openid roles offline_access';
const groups = ['audit', 'finance', 'ops'];

test.describe('access in two server processes on one PostgreSQL (decision 023)', () => {
  test.describe.configure({ mode: 'serial', timeout: 300_000 });
  let servers: TwoServers;
  let open: OpenDatabase;
  let upstream: ScriptedUpstream;
  let receiver: Server;
  let token: string;
  /** The logout tokens that the client got. */
  const told: string[] = [];

  test.beforeAll(async () => {
    upstream = await startScriptedUpstream();
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      told.push(new URLSearchParams(body).get('logout_token') ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
    servers = await startTwoServers(configuration(), { SIGNET_OUTBOUND_ALLOW: 'localhost,127.0.0.1' });
    open = await openDatabase(servers.databaseUrl);
    const answer = await fetch(`${servers.issuer}/connect/token`, {
      method: 'POST',
      headers: { authorization: basic('deploy', 'deploy-secret') },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'signet.admin signet.admin.owner' }),
    });
    token = (await answer.json()).access_token;
  });
  test.afterAll(async () => {
    await open?.close();
    await servers?.stop();
    await upstream?.close();
    receiver?.close();
  });

  function configuration() {
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const app = {
      ...{ token_endpoint_auth_method: 'none', redirect_uris: [redirectUri], require_consent: false, scope },
      ...{ grant_types: ['authorization_code', 'refresh_token'], refresh_token_rotation: false },
      ...{ always_include_user_claims_in_id_token: true, backchannel_logout_uri: `http://127.0.0.1:${port}/out` },
    };
    return {
      groups: groups.map((name) => ({ name })),
      identity_providers: [
        {
          ...{ name: 'corp', display_name: 'Contoso', type: 'oidc', issuer: upstream.issuer, client_id: 'signet' },
          client_secret: 'upstream-secret-0123456789',
          group_mapping: { claim: 'groups', values: Object.fromEntries(groups.map((name) => [name, [name]])) },
        },
      ],
      clients: [
        { ...app, client_id: 'ledger', access: 'assigned', access_groups: ['finance'], roles: [{ name: 'approver' }] },
        { ...app, client_id: 'open', backchannel_logout_uri: null },
        {
          ...{ client_id: 'deploy', client_secrets: [{ value: 'deploy-secret' }] },
          ...{ grant_types: ['client_credentials'], scope: 'signet.admin.read signet.admin signet.admin.owner' },
        },
      ],
      users: [processPerson, { username: 'bo' }, { username: 'cy' }],
    };
  }

  async function call(origin: string, method: string, path: string, body?: object, more: Record<string, string> = {}) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/api/admin/v1${path}`, sent);
    const text = await answer.text();
    const etag = answer.headers.get('etag') ?? '';
    return { status: answer.status, etag, body: text === '' ? {} : JSON.parse(text) };
  }

  /** Changes who may use the client, through one of the processes. */
  async function openTo(origin: string, group: string): Promise<void> {
    await expect(async () => {
      const { etag } = await call(origin, 'GET', '/clients/ledger');
      const changed = await call(origin, 'PATCH', '/clients/ledger', { access_groups: [group] }, { 'if-match': etag });
      expect(changed.status).toBe(200);
    }).toPass();
  }

  const change = (origin: string, isEnd: boolean, path: string) =>
    isEnd ? call(origin, 'DELETE', path) : call(origin, 'PUT', path, {});

  const subOf = async (username: string) =>
    (await open.db.user.findFirstOrThrow({ where: { username }, select: { sub: true } })).sub;

  /** What tokens read of a person is what the tables say. @returns the groups by name and source, and the targets */
  async function agreed(username: string) {
    const user = await open.db.user.findFirstOrThrow({
      where: { username },
      include: { memberships: true, assignments: true },
    });
    expect(user.access).toBe(summarize(user.memberships, user.assignments));
    const names = new Map((await open.db.group.findMany()).map(({ id, name }) => [id, name]));
    return {
      groups: user.memberships.map(({ groupId, source }) => `${names.get(groupId)} ${source}`).toSorted(),
      assignments: user.assignments.map(({ id }) => id),
    };
  }

  const countEvents = (type: string, targetId: string) => open.db.auditEvent.count({ where: { type, targetId } });

  test('the same role is assigned once, whoever gives it first', async () => {
    const sub = await subOf('bo');
    for (let round = 1; round <= 5; round += 1) {
      const asked = { client: 'ledger', role: 'approver' };
      const answers = await servers.race(8, (origin) => call(origin, 'POST', `/users/${sub}/assignments`, asked));
      const ids = new Set(answers.map(({ body }) => body.id));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(answers[0]?.status));
      expect([...ids]).toEqual((await agreed('bo')).assignments);
      expect(await countEvents('role.assigned', sub)).toBe(round);
      const path = `/users/${sub}/assignments/${[...ids][0]}`;
      const ended = await servers.race(4, (origin) => call(origin, 'DELETE', path));
      expect(ended.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
      expect((await agreed('bo')).assignments).toEqual([]);
      expect(await countEvents('role.unassigned', sub)).toBe(round);
    }
  });

  test('members who are added and removed at once are what tokens read', async () => {
    const sub = await subOf('cy');
    for (let round = 0; round < 5; round += 1) {
      const answers = await servers.race(12, (origin, index) =>
        change(origin, index % 3 === 0, `/groups/${groups[index % 2]}/members/${sub}`),
      );
      for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status);
      await agreed('cy');
    }
    expect(await countEvents('group.member_added', sub)).toBeGreaterThan(0);
  });

  async function signIn(origin: string, clientId = 'ledger') {
    const browser = createHttpBrowser(servers.issuer, { server: origin });
    const { url, verifier } = codeRequest(servers.issuer, { client_id: clientId, redirect_uri: redirectUri, scope });
    const code = codeIn(await signInByForm(browser, url, processPerson));
    const fields = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code };
    const { body } = await postToken(origin, new URLSearchParams({ ...fields, code_verifier: verifier }).toString());
    return { refreshToken: String(body.refresh_token), sid: String(decodeJwt(String(body.id_token)).sid) };
  }

  test('what one process changes counts in the other at once, and the client hears of it once a session', async () => {
    const sub = await subOf(processPerson.username);
    const [first, second] = servers.origins;
    const member = `/groups/finance/members/${sub}`;
    expect((await call(first, 'PUT', member, {})).status).toBeLessThan(300);
    const signedIn = await servers.race(6, (origin) => signIn(origin));
    const renew = async (origin: string) =>
      (await postToken(origin, refreshBody(signedIn[0]?.refreshToken ?? '', 'ledger'))).status;
    for (const [one, other] of [servers.origins, servers.origins.toReversed()]) {
      expect((await call(String(one), 'DELETE', member)).status).toBe(204);
      expect(await renew(String(other))).toBe(400);
      expect((await call(String(one), 'PUT', member, {})).status).toBeLessThan(300);
      expect(await renew(String(other))).toBe(200);
    }
    // A change of the configuration is known everywhere within a second.
    await openTo(first, 'audit');
    await expect.poll(() => renew(second), { timeout: 5000 }).toBe(400);
    await openTo(second, 'finance');
    await expect.poll(() => renew(first), { timeout: 5000 }).toBe(200);
    // Access was back each time before a job ran, or those sessions were told already and are no longer reached.
    await servers.race(2, (origin) => call(origin, 'DELETE', member));
    await expect.poll(() => told.length, { timeout: 90_000 }).toBe(6);
    expect(told.map((one) => decodeJwt(one).sid).toSorted()).toEqual(signedIn.map(({ sid }) => sid).toSorted());
    expect(await open.db.sessionClient.count({ where: { clientId: 'ledger' } })).toBe(0);
    expect(await open.db.logoutNotice.count({ where: { deliveredAt: null } })).toBe(0);
  });

  /** Follows redirects until one leads to another place. */
  async function follow(browser: HttpBrowser, url: string, to: string): Promise<string> {
    const next = locationOf(await browser.get(url));
    return new URL(next).origin === new URL(to).origin ? next : follow(browser, next, to);
  }

  /** Comes back from the provider, which says these groups. */
  async function arrive(origin: string, name: string, said: readonly string[]): Promise<void> {
    const browser = createHttpBrowser(servers.issuer, { server: origin });
    const request = { client_id: 'open', redirect_uri: redirectUri, scope, acr_values: 'idp:corp' };
    const { url } = codeRequest(servers.issuer, request);
    const toProvider = await follow(browser, url, upstream.issuer);
    const state = new URL(toProvider).searchParams.get('nonce') ?? '';
    saying.set(state, { sub: name, preferred_username: name, groups: said });
    codeIn(await follow(browser, upstream.answer(toProvider), new URL(redirectUri).origin));
  }
  const saying = new Map<string, object>();

  test('sign-ins of one person with other groups leave what one of them said', async () => {
    upstream.script = {
      idToken: (claims) => upstream.sign({ ...claims, ...saying.get(String(claims.nonce)) }),
      userinfo: { sub: 'dee' },
    };
    const lists = [['finance'], ['audit', 'ops'], [], ['ops']];
    await arrive(servers.origins[0], 'dee', []);
    for (let round = 0; round < 4; round += 1) {
      const sub = await subOf('dee');
      await servers.race(8, (origin, index) =>
        index < 4
          ? arrive(origin, 'dee', lists[index] ?? [])
          : change(origin, index % 2 === 1, `/groups/finance/members/${sub}`).then(() => undefined),
      );
      const { groups: left } = await agreed('dee');
      const byProvider = left.filter((one) => one.endsWith('provider:corp')).map((one) => one.split(' ')[0]);
      expect(lists).toContainEqual(byProvider);
      // Events say what happened: added and removed in turn, so their sums are what is left.
      const added = await countEvents('group.member_added', sub);
      expect(added - (await countEvents('group.member_removed', sub))).toBe(left.length);
    }
  });
});
