import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { summaryOf } from '#lib/admin/entries/setting-labels';
import { findClient } from '#lib/clients/client-store';
import { verifySecret } from '#lib/crypto/client-secret';
import { createTestAdmin, postedForm, type TestAdmin } from '#lib/testing/admin';
import type { AdminError } from '../admin-error';
import { clientText, createClientFromText, importText, saveClientFromText } from './as-text';
import { readClient } from './read';

const web = {
  client_id: 'web',
  client_name: 'Web shop',
  client_secrets: [{ value: 'canary-secret-of-the-shop', description: 'first' }],
  redirect_uris: ['https://rp.test/cb'],
  scope: 'openid profile',
  refresh_token_grace_seconds: 7,
};

let area: TestAdmin;

beforeEach(async () => {
  area = await createTestAdmin({ clients: [web] });
});

afterEach(() => area.close());

const detail = async (clientId = 'web') => readClient(await area.admin(), clientId);
const save = async (fields: Parameters<typeof postedForm>[0], name?: string) =>
  saveClientFromText(await area.admin(name), postedForm({ client_id: 'web', ...fields }));
const create = async (fields: Parameters<typeof postedForm>[0]) =>
  createClientFromText(await area.admin(), postedForm(fields));
const failure = (promise: Promise<unknown>): Promise<AdminError> =>
  promise.then(
    () => expect.fail('it went well'),
    (error) => error,
  );

describe('a client as text', () => {
  it('is saved after a review of its changes, and keeps its secrets', async () => {
    const { settings, version } = await detail();
    const json = clientText({ ...settings, client_name: 'Shop', refresh_token_grace_seconds: 0 });
    expect(json).not.toMatch(/client_secrets|token_hash/);
    const shown = await save({ json, version });
    if (!('review' in shown)) expect.fail('it was saved unseen');
    expect(shown.review.differences).toEqual([
      { key: 'client_name', before: 'Web shop', after: 'Shop' },
      { key: 'refresh_token_grace_seconds', before: 7, after: 0 },
    ]);
    expect((await detail()).name).toBe('Web shop');
    const { seen } = shown.review;
    expect(await save({ json: json.replace('Shop', 'Other'), version, seen })).toHaveProperty('review');
    expect(await save({ json, version, seen })).toMatchObject({
      goTo: '/admin/clients/web/json',
      flash: { revision: expect.any(Number) },
    });
    expect((await detail()).name).toBe('Shop');
    const stored = await findClient(area.provider.context().db, 'web');
    expect(verifySecret(stored?.record.secrets[0]?.hash ?? null, 'canary-secret-of-the-shop')).toBe(true);
  });

  it('may be YAML, gives omitted keys their default, and saves nothing without a difference', async () => {
    const { settings, version } = await detail();
    const shown = await save({ json: 'client_name: Web shop\nredirect_uris: [https://rp.test/cb]', version });
    if (!('review' in shown)) expect.fail('it was saved unseen');
    expect(shown.review.differences.map(({ key }) => key)).toEqual(['scope', 'refresh_token_grace_seconds']);
    expect(await save({ json: clientText(settings), version })).toMatchObject({ review: { differences: [] } });
  });

  it('shows what another administrator saved meanwhile', async () => {
    const { settings, version } = await detail();
    const json = clientText({ ...settings, client_name: 'Mine' });
    const shown = await save({ json, version });
    if (!('review' in shown)) expect.fail('it was saved unseen');
    const theirs = clientText({ ...settings, client_name: 'Theirs' });
    const other = await save({ json: theirs, version }, 'bo');
    if (!('review' in other)) expect.fail('it was saved unseen');
    await save({ json: theirs, version, seen: other.review.seen }, 'bo');
    const refused = await failure(save({ json, version, seen: shown.review.seen }));
    expect(refused).toMatchObject({ code: 'changed_meanwhile', conflict: { by: 'bo', values: { json: theirs } } });
    const again = await save({ json, version });
    expect(again).toMatchObject({ review: { version: refused.conflict?.version } });
  });

  it.each([
    ['a text without a client', '[]', 'Enter the settings of one client.'],
    ['two clients', 'clients: [{ client_id: a }, { client_id: b }]', 'Enter the settings of one client.'],
    ['broken', '{\n"client_name": "x",,\n}', 'Line 2: this isn’t valid JSON or YAML.'],
    ['an unknown key', '{"redirect_uri":"https://rp.test/cb"}', 'Did you mean “redirect_uris”?'],
    [
      'a wrong value',
      '{"redirect_uris":["https://rp.test/cb","https://rp.test/*"]}',
      'Redirect URIs, item 2: enter each URI in full.',
    ],
    ['another client', '{"client_id":"other"}', 'Keep “web”.'],
    ['secrets', '{"client_secrets":[{"value":"s3cret"}]}', 'Remove “client_secrets”.'],
    ['a hash', '{"registration_token_hash":"x"}', 'Remove “registration_token_hash”.'],
  ])('shows at the text what is wrong with it: %s', async (_, json, expected) => {
    const refused = await failure(save({ json, version: (await detail()).version }));
    expect(refused.code).toBe('invalid');
    expect(new Set(refused.fields.map(({ field }) => field))).toEqual(new Set(['json']));
    expect(refused.fields.map((problem) => summaryOf(problem, 'clients')).join()).toContain(expected);
  });
});

describe('a client created from text', () => {
  it('is a copy of another one with its own ID and secret', async () => {
    const json = await importText(await area.admin(), { from: 'web' });
    expect(json).not.toMatch(/secret|created/);
    const shown = await create({ json });
    if (!('review' in shown)) expect.fail('it was made unseen');
    expect(shown.review.differences).toContainEqual({
      key: 'refresh_token_grace_seconds',
      before: undefined,
      after: 7,
    });
    const made = await create({ json, seen: shown.review.seen });
    if (!('result' in made)) expect.fail('it was not made');
    const { clientId = '', secret = '' } = made.result;
    const { settings } = await detail();
    expect((await detail(clientId)).settings).toEqual({
      ...settings,
      client_id: clientId,
      client_name: 'Web shop (copy)',
    });
    const stored = await findClient(area.provider.context().db, clientId);
    expect(stored?.record.secrets).toHaveLength(1);
    expect(verifySecret(stored?.record.secrets[0]?.hash ?? null, secret)).toBe(true);
  });

  it('is accepted if a configuration file would accept it', async () => {
    const client = { client_id: 'spa', token_endpoint_auth_method: 'none', redirect_uris: ['https://a.test/cb'] };
    const json = JSON.stringify({ clients: [client] });
    const shown = await create({ json });
    const seen = 'review' in shown ? shown.review.seen : '';
    expect(await create({ json, seen })).toMatchObject({
      result: { clientId: 'spa' },
      guides: expect.arrayContaining([
        expect.objectContaining({
          id: 'oidc-client-ts',
          files: [expect.objectContaining({ code: expect.stringContaining('redirect_uri: "https://a.test/cb"') })],
        }),
      ]),
    });
    expect(await failure(create({ json }))).toMatchObject({ code: 'already_exists', fields: [{ field: 'json' }] });
    expect(await failure(create({ json: '{}' }))).toMatchObject({ code: 'invalid', fields: [{ field: 'json' }] });
  });
});
