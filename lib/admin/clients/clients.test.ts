import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listEvents, recordEvents } from '#lib/audit/event-store';
import { blankClient, wireClient } from '#lib/clients/client-record';
import { findClient } from '#lib/clients/client-store';
import { saveUses } from '#lib/clients/usage/use-store';
import { hashSecret, verifySecret } from '#lib/crypto/client-secret';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import { countStatements } from '#lib/testing/count-statements';
import { authorizeRequest, createPerson } from '#lib/testing/person';
import { basic, bodyOf } from '#lib/testing/provider';
import { dayOf } from '#lib/usage/tally-events';
import type { Review } from '../action-state';
import type { AdminError } from '../admin-error';
import { changeEntry, deleteEntry } from '../entries/change-entry';
import { savedTexts } from '../entries/entry-fields';
import {
  deleteEntryForm,
  deleteSecretForm,
  enableEntryForm,
  newSecretForm,
  saveEntryForm,
} from '../entries/entry-forms';
import { undoRevision } from '../history/undo-revision';
import { addRedirectUriForm, createClientForm, markReviewedForm } from './actions';
import { applicationKinds, kindOf } from './application-kind';
import { clientText } from './as-text';
import { type CreatedResult, newEntry, typedDraft } from './create';
import { clientTabs } from './fields';
import { guideFacts, guidesFor } from './guides/guides';
import { readClient, readClientOverview, readClientUsage } from './read';
import { readClientPage, readClientQuery } from './read-list';
import { clientSection } from './section';
import { texts } from './texts';

const canary = 'canary-secret-that-no-page-may-show';
const web = {
  client_id: 'web',
  client_name: 'Web shop',
  client_secrets: [{ value: canary, description: 'first' }],
  redirect_uris: ['https://rp.test/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid profile offline_access',
};
const spa = {
  client_id: 'spa',
  client_name: 'Ärzte-Portal',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://praxis.test/callback'],
};

let area: TestAdmin;

beforeEach(async () => {
  const alice = { username: 'alice', password: 'correct horse battery staple' };
  area = await createTestAdmin({ clients: [web, spa], users: [alice] });
});

afterEach(() => area.close());

const lines = async (query: Record<string, string> = {}) =>
  (await readClientPage(area.provider.context(), readClientQuery(query))).lines.map(({ clientId }) => clientId);
type AnyForm = (
  ...given: Parameters<typeof createClientForm>
) => Promise<{ goTo: string } | Pick<CreatedResult, 'result'> | { review: Review }>;

const post = async (form: AnyForm, fields: Parameters<typeof postedForm>[0], name?: string) =>
  form(await area.admin(name), postedForm({ section: 'clients', ...fields }));
const detail = async (clientId = 'web') => readClient(await area.admin(), clientId);
const failure = (promise: Promise<unknown>): Promise<AdminError> =>
  promise.then(
    () => expect.fail('it went well'),
    (error) => error,
  );

describe('the list of clients', () => {
  it('finds by name, client ID and redirect URI, in any case', async () => {
    expect(await lines()).toEqual(['spa', 'web']);
    expect(await lines({ sort: '-name' })).toEqual(['web', 'spa']);
    expect(await lines({ q: 'SHOP' })).toEqual(['web']);
    expect(await lines({ q: 'ärzte' })).toEqual(['spa']);
    expect(await lines({ q: 'Praxis.test/' })).toEqual(['spa']);
    expect(await lines({ q: '%' })).toEqual([]);
    expect(await lines({ kind: 'spa' })).toEqual(['spa']);
    expect(await lines({ state: 'disabled' })).toEqual([]);
  });

  it('pages through ten thousand clients in both directions with one statement', async () => {
    const admin = await area.admin();
    const one = admin.snapshot.clients.get('spa') ?? expect.fail('no client');
    const many = Array.from({ length: 10_000 }, (_, index) => `many-${index + 1}`);
    const clients = new Map(many.map((clientId) => [clientId, { ...one, clientId, clientName: clientId }]));
    const counted = countStatements(admin.db);
    const context = { ...admin, db: counted.db, snapshot: { ...admin.snapshot, clients } };
    const page = (query: Record<string, string>) => readClientPage(context, readClientQuery({ q: 'many', ...query }));
    const first = await page({});
    expect(first).toMatchObject({ total: 10_000, first: 1, previous: null, next: 'many-25' });
    const second = await page({ after: 'many-25', size: '50' });
    expect(second).toMatchObject({ first: 26, previous: 'many-26', next: 'many-75' });
    expect(await page({ before: 'many-26' })).toEqual(first);
    expect(await page({ before: 'many-3' })).toEqual(first);
    expect(await page({ after: 'many-9999' })).toMatchObject({ first: 10_000, next: null });
    expect(await page({ after: 'gone' })).toEqual(first);
    expect(counted.count()).toBe(6);
  });

  it('can be sorted by last use and by creation, unused clients last', async () => {
    const { db, now, snapshot } = await area.admin();
    await saveUses(db, [{ clientId: 'web', kind: 'client', value: '', at: now }]);
    expect(await lines({ sort: '-last_used' })).toEqual(['web', 'spa']);
    expect(await lines({ sort: 'last_used' })).toEqual(['spa', 'web']);
    area.provider.advance(60);
    await area.provider.configure({ clients: [{ ...spa, client_id: 'a-new-one' }] });
    expect(await lines({ sort: '-created' })).toEqual(['a-new-one', 'spa', 'web']);
    expect(await lines({ sort: 'created' })).toEqual(['web', 'spa', 'a-new-one']);
    expect(snapshot.clients.size).toBe(2);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ tenant: 'acme' }, ['member']],
    [{ scope: 'email' }, ['member']],
    [{ secrets: 'expiring' }, ['member']],
    [{ secrets: 'none' }, ['spa']],
    [{ secrets: 'valid', state: 'enabled' }, ['web']],
  ])('can be filtered by %o', async (query, found) => {
    const ends = new Date(area.provider.context().now.getTime() + 86_400_000).toISOString();
    await area.provider.configure({
      tenants: [{ name: 'acme', display_name: 'Acme' }],
      clients: [
        {
          ...web,
          client_id: 'member',
          client_name: 'Member',
          tenant: 'acme',
          scope: 'openid email',
          client_secrets: [{ value: canary, expires_at: ends }],
        },
      ],
    });
    expect(await lines(query)).toEqual(found);
  });
});

describe('a new client', () => {
  it.each(applicationKinds)('works with the preset of the kind %s', async (kind) => {
    const answer = await post(createClientForm, {
      kind,
      client_id: `new-${kind}`,
      client_name: 'New',
      redirect_uris: 'https://a.test/cb\r\n\r\nhttps://a.test/other ',
      scope: kind === 'machine' ? [] : ['openid', 'profile'],
      new_scope: kind === 'machine' ? 'parcels' : '',
    });
    const record = (await findClient((await area.admin()).db, `new-${kind}`))?.record;
    expect(record).toMatchObject({ clientId: `new-${kind}`, enabled: true });
    const secret = 'result' in answer ? answer.result.secret : undefined;
    const confidential = kind === 'web' || kind === 'machine';
    expect(secret !== undefined).toBe(confidential);
    if (confidential) expect(verifySecret(record?.secrets[0]?.hash ?? null, secret ?? '')).toBe(true);
    // Most libraries for web applications with a secret send no PKCE (RFC 9700 §2.1.1).
    if (kind === 'web') expect(record?.requirePkce).toBe('auto');
    expect((await readClient(await area.admin(), `new-${kind}`)).kind).toBe(kind);
  });

  it('shows at the field that the client ID is taken, and which redirect URI is wrong', async () => {
    const fields = {
      kind: 'spa',
      client_id: 'web',
      client_name: 'W',
      redirect_uris: 'https://a.test/cb',
      scope: ['openid'],
    };
    const taken = await failure(post(createClientForm, fields));
    expect(taken).toMatchObject({ code: 'already_exists', fields: [{ field: 'client_id' }] });
    const wrong = await failure(
      post(createClientForm, { ...fields, client_id: 'x', redirect_uris: 'https://a.test/cb\nhttp://b.test/*' }),
    );
    expect(wrong).toMatchObject({ code: 'invalid' });
    expect(wrong.fields.map(({ field }) => field)).toContain('redirect_uris[1]');
    const unnamed = await failure(post(createClientForm, { ...fields, client_name: ' ' }));
    expect(unnamed.fields).toMatchObject([{ field: 'client_name', code: 'empty' }]);
  });

  it('of a machine needs the scope of an API, which the form creates (RFC 6749 §4.4)', async () => {
    const fields = { kind: 'machine', client_id: 'worker', client_name: 'Worker' };
    for (const scope of [[], ['openid']]) {
      const refused = await failure(post(createClientForm, { ...fields, scope }));
      expect(refused.fields).toMatchObject([{ field: 'scope', code: 'api_scope_missing' }]);
    }
    await post(createClientForm, { ...fields, scope: [], new_scope: 'stock:read' });
    const { snapshot } = await area.admin();
    expect(snapshot.scopes.get('stock:read')).toMatchObject({ type: 'resource', enabled: true });
    expect(snapshot.clients.get('worker')?.scope).toEqual(['stock:read']);
    await post(createClientForm, { ...fields, client_id: 'worker-2', scope: ['stock:read'], new_scope: 'stock:write' });
    expect((await area.admin()).snapshot.clients.get('worker-2')?.scope).toEqual(['stock:read', 'stock:write']);
  });

  it('has a first secret that ends only if somebody asks for it', async () => {
    const fields = { kind: 'machine', client_id: 'job', client_name: 'Job', scope: [], new_scope: 'jobs' };
    const made = await post(createClientForm, fields);
    expect((await detail('job')).secrets).toMatchObject([{ expiresAt: null }]);
    expect('result' in made && 'secretExpiresAt' in made.result).toBe(false);
    const asked = await post(createClientForm, { ...fields, client_id: 'job-2', expires_in_days: '90' });
    const expiresAt = new Date((await area.admin()).now.getTime() + 90 * 86_400_000);
    expect((await detail('job-2')).secrets).toMatchObject([{ expiresAt }]);
    expect(asked).toMatchObject({ result: { name: 'Job', secretExpiresAt: expiresAt.toISOString() } });
  });

  it.each(['web', 'spa', 'native'])('of the kind %s keeps PKCE and rotation at auto (decision 011)', async (kind) => {
    const settings = newEntry(kindOf(kind), typedDraft(postedForm({ client_id: 'x', scope: [] })));
    expect(settings).not.toHaveProperty('require_pkce');
    expect(settings).not.toHaveProperty('refresh_token_rotation');
  });

  it.each([
    [
      'web',
      'https://app.test/a/cb\nhttps://app.test/b\nhttp://localhost:4000/cb',
      '',
      'https://app.test/ http://localhost:4000/',
    ],
    ['spa', 'https://app.test:8443/cb', '', 'https://app.test:8443/'],
    ['spa', 'https://app.test/cb', 'https://app.test/bye', 'https://app.test/bye'],
    ['native', 'com.example.app:/cb', '', ''],
    ['native', 'com.example.app:/cb\nhttp://localhost:8000', '', 'http://localhost:8000/'],
    // The form names the refused address once.
    ['web', 'http://app.test/cb', '', ''],
    ['web', 'not an address', '', ''],
    ['web', '', '', ''],
  ])(
    'of the kind %s with %j comes back after a sign-out, with %j typed, to %j (RP-Initiated Logout §3)',
    (kind, redirects, typed, expected) => {
      const form = postedForm({
        client_id: 'x',
        scope: [],
        redirect_uris: redirects,
        post_logout_redirect_uris: typed,
      });
      const { post_logout_redirect_uris: registered } = newEntry(kindOf(kind), typedDraft(form));
      expect(registered).toEqual(expected.split(' ').filter(Boolean));
    },
  );

  it('has guides with its secret in the environment, and the origin of its redirect URI', async () => {
    const fields = { kind: 'web', client_id: 'n', client_name: 'N', scope: ['openid'] };
    const made = await createClientForm(
      await area.admin(),
      postedForm({ ...fields, redirect_uris: 'https://n.test:8443/api/auth/callback/signet' }),
    );
    const [next] = made.guides;
    const environment = next?.files.find(({ name }) => name === '.env.local')?.code ?? '';
    expect(environment).toContain(`CLIENT_SECRET=${made.result.secret}`);
    expect(environment).toContain('NEXTAUTH_URL=https://n.test:8443\n');
    expect(environment).toMatch(/NEXTAUTH_SECRET=[\w-]{43}\n/);
    const later = guidesFor('web', guideFacts(await area.admin(), await detail('n')));
    expect(JSON.stringify(later)).not.toContain(made.result.secret);
  });

  it('has guides that ask for few of very many scopes', async () => {
    const known = await detail('web');
    const names = Array.from({ length: 500 }, (_, index) => `scope-of-an-api-${index}`);
    const settings = { ...known.settings, scope: ['openid', ...names].join(' ') };
    const guides = guidesFor('web', guideFacts(await area.admin(), { ...known, settings }));
    expect(JSON.stringify(guides)).toContain('openid scope-of-an-api-0 ');
    expect(JSON.stringify(guides)).not.toContain('scope-of-an-api-19 ');
    const few = guidesFor('web', guideFacts(await area.admin(), known));
    expect(JSON.stringify(guides).length).toBeLessThan(JSON.stringify(few).length * 2);
  });

  it('gets the redirect URI that a guide expects, once', async () => {
    const add = { client_id: 'web', redirect_uri: 'https://rp.test/api/auth/callback/signet' };
    expect(await post(addRedirectUriForm, add)).toMatchObject({ goTo: '/admin/clients/web/quickstart' });
    await post(addRedirectUriForm, add);
    expect((await detail()).settings.redirect_uris).toEqual(['https://rp.test/cb', add.redirect_uri]);
    const refused = await failure(post(addRedirectUriForm, { ...add, redirect_uri: 'http://rp.test/*' }));
    expect(refused).toMatchObject({ code: 'invalid' });
  });
});

describe('a client that registered itself', () => {
  it('can be marked as reviewed, which can be undone', async () => {
    await area.provider.configure({ clients: [{ ...web, self_registered: true }] });
    const done = await post(markReviewedForm, { client_id: 'web' });
    expect(done).toMatchObject({ goTo: '/admin/clients/web', flash: { revision: expect.any(Number) } });
    expect((await detail()).settings.self_registered).toBe(false);
  });

  it('cannot describe itself anew after the review, until that is undone (security #5)', async () => {
    const registration_token_hash = hashSecret('token-of-the-program');
    const clients = [{ ...web, self_registered: true, registration_token_hash }];
    await area.provider.configure({ portal: { dynamic_registration: 'open' }, clients });
    await post(markReviewedForm, { client_id: 'web' });
    const headers = { authorization: 'Bearer token-of-the-program', 'content-type': 'application/json' };
    const body = JSON.stringify({ client_id: 'web', redirect_uris: ['https://elsewhere.example/cb'] });
    const change = () => area.provider.send('/connect/register?client_id=web', { method: 'PUT', headers, body });
    const refused = await change();
    expect([refused.status, bodyOf(refused).error]).toEqual([401, 'invalid_token']);
    expect((await detail()).settings.redirect_uris).not.toContain('https://elsewhere.example/cb');
    const admin = await area.admin();
    const { number } = await admin.db.configurationRevision.findFirstOrThrow({ orderBy: { number: 'desc' } });
    await undoRevision(admin, number, null);
    expect((await change()).status).toBe(200);
  });
});

describe('the overview of a client', () => {
  it('shows its sign-ins by day, its people and its refused requests', async () => {
    const admin = await area.admin();
    const day = dayOf(admin.now);
    const start = (days: number) => new Date(day.getTime() + days * 86_400_000);
    await admin.db.clientUsage.createMany({
      data: [
        { clientId: 'web', unit: 'day', start: start(0), count: 3 },
        { clientId: 'web', unit: 'day', start: start(-1), count: 4 },
        { clientId: 'web', unit: 'day', start: start(-30), count: 100 },
        { clientId: 'web', unit: 'hour', start: start(0), count: 100 },
        { clientId: 'spa', unit: 'day', start: start(0), count: 100 },
      ],
    });
    await area.provider.send(
      '/connect/authorize?client_id=web&redirect_uri=https%3A%2F%2Frp.test%2Fno&response_type=code',
    );
    await area.provider.flushExplanations();
    const overview = await readClientOverview(admin, 'web');
    expect(overview).toMatchObject({ signIns: 7, people: 0, refused: 1 });
    expect(overview.days).toHaveLength(30);
    expect(overview.days.slice(-2).map(({ signIns }) => signIns)).toEqual([4, 3]);
  });

  it('counts a sign-in of a moment ago', async () => {
    const admin = await area.admin();
    const actor = { kind: 'user', id: 'sub-ann', name: 'ann' } as const;
    const signIn = { type: 'sign_in.succeeded', outcome: 'success', actor } as const;
    const clients = ['web', 'spa'].map((id) => ({ id, name: null }));
    await recordEvents(
      admin.db,
      clients.map((client) => ({ ...signIn, client })),
      admin.now,
    );
    const { signIns, days } = await readClientOverview(admin, 'web');
    expect([signIns, days.at(-1)?.signIns]).toEqual([1, 1]);
  });

  it('shows when the client was last used', async () => {
    const admin = await area.admin();
    expect((await detail()).lastUsedAt).toBeNull();
    const lastUsedAt = new Date(admin.now.getTime() - 60_000);
    await admin.db.clientUse.create({ data: { clientId: 'web', kind: 'client', value: '', lastUsedAt } });
    expect((await detail()).lastUsedAt).toEqual(lastUsedAt);
  });
});

describe('the settings of a client', () => {
  const tokens = (version: string, more = {}) => ({
    ...savedTexts(clientTabs.tokens, wireClient(blankClient('web'))),
    tab: 'tokens',
    client_id: 'web',
    version,
    access_token_lifetime_seconds: '15 minutes',
    id_token_lifetime_seconds: '5 min',
    authorization_code_lifetime_seconds: '60',
    device_code_lifetime_seconds: '10m',
    refresh_token_lifetime_seconds: '',
    refresh_token_rotation: 'true',
    refresh_token_grace_seconds: '0',
    ...more,
  });

  it('are saved a page at a time, with a revision and an audit event, and keep the rest', async () => {
    area.provider.advance(1);
    await post(saveEntryForm, { ...tokens((await detail()).version), reason: 'shorter' });
    expect((await detail()).settings).toMatchObject({
      access_token_lifetime_seconds: 900,
      refresh_token_lifetime_seconds: null,
      redirect_uris: web.redirect_uris,
      client_secrets: 1,
    });
    const { db, snapshot } = await area.admin();
    expect(snapshot.clients.get('web')?.accessTokenLifetimeSeconds).toBe(900);
    expect((await listEvents(db, { targetId: 'web' }, 1))[0]).toMatchObject({
      type: 'client.updated',
      actorName: 'root',
    });
  });

  it('can be reviewed before they are saved, and return to the part that was changed', async () => {
    const { version } = await detail();
    const longer = tokens(version, { access_token_lifetime_seconds: '20 minutes' });
    expect(await post(saveEntryForm, { ...longer, review: '1' })).toMatchObject({
      review: {
        version,
        differences: expect.arrayContaining([{ key: 'access_token_lifetime_seconds', before: 3600, after: 1200 }]),
      },
    });
    expect((await detail()).version).toBe(version);
    const led = await post(saveEntryForm, { ...tokens(version), at: 'access_token' });
    expect(led).toMatchObject({ goTo: '/admin/clients/web/tokens#access_token' });
    const astray = await post(saveEntryForm, { ...tokens((await detail()).version), at: '//evil.example' });
    expect(astray).toMatchObject({ goTo: '/admin/clients/web/tokens' });
  });

  it('show what another administrator saved meanwhile, and overwrite it only after a review', async () => {
    const { version } = await detail();
    await post(saveEntryForm, tokens(version, { access_token_lifetime_seconds: '1 h 30 min' }), 'bo');
    const refused = await failure(post(saveEntryForm, tokens(version)));
    expect(refused).toMatchObject({
      code: 'changed_meanwhile',
      conflict: { by: 'bo', values: { access_token_lifetime_seconds: '1 hour 30 minutes' } },
    });
    expect((await detail()).settings.access_token_lifetime_seconds).toBe(5400);
    await post(saveEntryForm, tokens(refused.conflict?.version ?? ''));
    expect((await detail()).settings.access_token_lifetime_seconds).toBe(900);
  });

  it('allow chosen identity providers, all of them, or all except some', async () => {
    const corp = { name: 'corp', display_name: 'Corp', type: 'github', client_id: 'x', client_secret: 'y' };
    await area.provider.configure({ identity_providers: [corp] });
    const choose = async (mode: string) => {
      const { version } = await detail();
      const unchanged = [
        'access',
        'groups_claim',
        'claim_rules',
        'launcher',
        'scope',
        'grant_types',
        'response_types',
        'token_exchange',
        'security_profile',
        'authorization_signed_response_alg',
      ];
      const fields = { tab: 'access', client_id: 'web', version, require_pkce: 'true', local_login: 'on', unchanged };
      await post(saveEntryForm, { ...fields, identity_providers: mode, identity_providers_names: ['corp'] });
      return (await detail()).settings.identity_providers;
    };
    expect(await choose('deny')).toEqual({ deny: ['corp'] });
    expect(await choose('allow')).toEqual({ allow: ['corp'] });
    expect(await choose('*')).toEqual({ allow: '*' });
  });

  it('name the field that is invalid', async () => {
    const { version } = await detail();
    const refused = await failure(post(saveEntryForm, tokens(version, { id_token_lifetime_seconds: 'a while' })));
    expect(refused).toMatchObject({ code: 'invalid', fields: [{ field: 'id_token_lifetime_seconds' }] });
    const empty = await failure(post(saveEntryForm, tokens(version, { id_token_lifetime_seconds: '' })));
    expect(empty).toMatchObject({ code: 'invalid', fields: [{ field: 'id_token_lifetime_seconds' }] });
  });
});

describe('the secrets of a client', () => {
  it('can be several, are shown once, and can be deleted', async () => {
    const made = await post(newSecretForm, { client_id: 'web', description: 'second', expires_in_days: '90' });
    const secret = 'result' in made ? made.result.secret : '';
    const [first, second] = (await detail()).secrets;
    expect(second).toMatchObject({ description: 'second', expiresAt: new Date('2026-04-01T12:00:00Z') });
    const token = (value: string) =>
      area.provider.post('/connect/token', { grant_type: 'x' }, { authorization: basic('web', value) });
    await area.provider.configure({});
    for (const value of [canary, secret ?? '']) expect(bodyOf(await token(value)).error).not.toBe('invalid_client');
    await post(deleteSecretForm, { client_id: 'web', secret_id: first?.id });
    await area.provider.configure({});
    expect(bodyOf(await token(canary)).error).toBe('invalid_client');
    const last = await failure(post(deleteSecretForm, { client_id: 'web', secret_id: second?.id }));
    expect(last).toMatchObject({ code: 'invalid', fields: [{ field: 'client_secrets' }] });
  });

  it('are never passed to a page, neither as text nor as a hash (security #97)', async () => {
    const client = await detail();
    const { db } = await area.admin();
    const hash = (await findClient(db, 'web'))?.record.secrets[0]?.hash ?? 'none';
    const given = JSON.stringify([
      client,
      clientText(client.settings),
      await readClientPage(await area.admin(), readClientQuery({})),
    ]);
    expect(given).not.toContain(canary);
    expect(given).not.toContain(hash.slice(7));
  });
});

describe('opening an application from the list (OpenID Connect Core §4)', () => {
  const listed = async (query = {}) => (await readClientPage(area.provider.context(), readClientQuery(query))).lines;
  const starts = async () => (await listed()).map(({ clientId, start }) => [clientId, start?.uri]);

  it('links to the address where it starts a sign-in, with the issuer', async () => {
    await area.provider.configure({ clients: [{ ...web, initiate_login_uri: 'https://shop.test/start?from=op' }] });
    expect(await starts()).toContainEqual(['web', 'https://shop.test/start?from=op&iss=https%3A%2F%2Fop.test']);
  });

  it('is not offered for a client without such an address', async () => {
    expect((await starts()).map(([, uri]) => uri)).toEqual([undefined, undefined]);
  });

  it('names the host for a client that registered itself, which must be that of its redirect URIs', async () => {
    const startOf = async (host: string) => {
      const uri = `https://${host}/start`;
      await area.provider.configure({ clients: [{ ...web, self_registered: true, initiate_login_uri: uri }] });
      return (await listed({ origin: 'self' }))[0]?.start;
    };
    expect(await startOf('rp.test')).toMatchObject({ host: 'rp.test', isVouched: false });
    expect(texts.list.open('rp.test')).toBe('Open (rp.test)');
    expect(await startOf('evil.test')).toBe(null);
  });
});

describe('deleting a client', () => {
  it('requires that it is disabled and its name is typed, and ends its grants', async () => {
    const person = createPerson(area.provider);
    const request = authorizeRequest({ scope: 'openid offline_access' });
    await person.allow(await person.signIn(await person.get(request.path)));
    expect(await readClientUsage(await area.admin(), 'web')).toMatchObject({ usage: { people: 1, grants: 1 } });
    expect(await failure(deleteEntry(await area.admin(), clientSection, 'web'))).toMatchObject({
      code: 'in_use',
    });
    await post(enableEntryForm, { client_id: 'web', enabled: 'false' });
    const typed = await failure(post(deleteEntryForm, { client_id: 'web', typed: 'shop' }));
    expect(typed).toMatchObject({ code: 'invalid', fields: [{ field: 'typed' }] });
    await post(deleteEntryForm, { client_id: 'web', typed: 'web' });
    expect(await failure(detail())).toMatchObject({ code: 'not_found' });
  });

  it('is not needed to block it: a disabled client is refused, and can be enabled again', async () => {
    await changeEntry(await area.admin(), clientSection, 'web', () => ({ enabled: false }));
    expect((await area.admin()).snapshot.clients.get('web')?.enabled).toBe(false);
    await changeEntry(await area.admin(), clientSection, 'web', () => ({ enabled: true }));
    expect((await area.admin()).snapshot.clients.get('web')?.enabled).toBe(true);
  });
});
