import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepFormState } from '#lib/http/form-state';
import { responseStorage } from '#lib/http/response-storage';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { untouched } from '../action-state';
import { providerForms } from './actions';
import { type ProviderFace, readProviderFace } from './read';
import { ConnectionForm, SecretForm, SecretState } from './views/connection';
import { DayLine, DroppedOrder } from './views/list';
import { PresetCards } from './views/new';
import { ProviderForm } from './views/settings';

let area: TestAdmin;
let provider: ProviderFace;

const at = new Date('2026-01-01T12:00:00Z');
const lastFailure = { at, problem: 'misconfigured', reason: 'invalid_client', reference: '7K3QMXW9TD' } as const;

beforeAll(async () => {
  const issuer = 'https://contoso.okta.com';
  const corp = { name: 'corp', display_name: 'Contoso', type: 'oidc', issuer, client_id: 'signet' };
  area = await createTestAdmin({ identity_providers: [corp] });
  provider = await readProviderFace(await area.admin(), 'corp');
});
afterAll(() => area.close());

const form = { action: '/admin/x/submit', hidden: {}, proof: 'none', hasFile: false } as const;
const names = (html: string) =>
  [...html.matchAll(/<(?:input|select|textarea)[^>]* name="([a-z_.]+)"/g)].map((m) => m[1]);

describe('the pages of a provider (ux §1.19)', () => {
  it.each([
    [false, 'input', 'client_secret', 'Client secret'],
    [true, 'textarea', 'private_key', 'Private key'],
  ])('ask for the secret or for the lines of the key that signs it (key: %s)', (hasKey, element, setting, label) => {
    const replace = renderToStaticMarkup(<SecretForm name="corp" hasKey={hasKey} />);
    expect(replace).toMatch(new RegExp(`<${element}[^>]* name="${setting}"`));
    const settings = { ...provider.settings, key_id: hasKey ? 'K1' : null };
    const state = renderToStaticMarkup(<SecretState provider={{ ...provider, settings }} canEdit />);
    expect(state).toContain(setting);
    expect(state).toContain(label);
  });

  it('have the values to copy to and paste from the provider on the overview', () => {
    const html = renderToStaticMarkup(<ConnectionForm provider={provider} form={{ ...form, canEdit: true }} />);
    expect(html).toMatch(/Copy to Contoso.*\/federation\/corp\/callback.*Paste from Contoso/s);
    expect(names(html)).toEqual(expect.arrayContaining(['issuer', 'client_id', 'scope']));
    expect(names(html)).not.toContain('button');
    expect(html).toContain('href="/admin/providers/corp/secret"');
  });

  it('have the decisions of this server in the settings', () => {
    const html = renderToStaticMarkup(
      <ProviderForm provider={provider} examples={null} form={{ ...form, canEdit: true }} />,
    );
    for (const section of ['sign_in', 'accounts', 'mapping']) expect(html).toContain(`id="${section}"`);
    expect(names(html)).toEqual(expect.arrayContaining(['display_name', 'button', 'domains', 'create_users']));
    expect(names(html)).not.toContain('client_id');
  });

  it.each([
    ['any provider', {}, []],
    ['Microsoft', { brand: 'microsoft' }, ['allowed_tenants']],
    ['Apple', { brand: 'apple' }, ['team_id', 'key_id']],
    ['one with tenants', { settings: { allowed_tenants: ['t'] } }, ['allowed_tenants']],
    ['one with a key', { settings: { key_id: 'K1' } }, ['team_id', 'key_id']],
  ] as const)('have the settings of one provider alone for that one: %s', (_, changes, expected) => {
    const settings = { ...provider.settings, ...('settings' in changes && changes.settings) };
    const changed = { ...provider, ...changes, settings };
    const html = renderToStaticMarkup(<ConnectionForm provider={changed} form={{ ...form, canEdit: true }} />);
    expect(names(html).filter((name) => ['allowed_tenants', 'team_id', 'key_id'].includes(name ?? ''))).toEqual(
      expected,
    );
  });

  it('have no buttons for an auditor', () => {
    const html = renderToStaticMarkup(<ConnectionForm provider={provider} form={{ ...form, canEdit: false }} />);
    expect(html).not.toMatch(/Check issuer|Replace…|type="submit"/);
    expect(names(html)).toEqual([]);
  });

  it('show the figures of the last day, with links to the counted events and to the fix', () => {
    const leftOut = { at, claims: ['groups', 'roles'] };
    const health = {
      succeeded: 1318,
      failed: 4,
      lastFailure,
      leftOut,
      groups: { at, problem: 'groups_overage' as const },
    };
    const html = renderToStaticMarkup(<DayLine name="corp" day={{ health, isSample: false }} />);
    expect(html).toContain('href="/admin/audit?type=sign_in.succeeded&amp;provider=corp&amp;range=24h"');
    expect(html).toContain('1,318 signed in');
    expect(html).toContain('href="/admin/debug/requests?provider=corp&amp;range=24h"');
    expect(html).toContain('href="/admin/debug/requests/7K3QMXW9TD"');
    expect(html).toMatch(/href="\/admin\/providers\/corp#connection"[^>]*>Fix</);
    expect(html).toContain('href="/admin/audit?type=identity.groups_incomplete&amp;provider=corp&amp;range=24h"');
    expect(html).toContain('groups_overage');
  });

  it('do not link a figure that is zero', () => {
    const health = { succeeded: 0, failed: 0, lastFailure: null, leftOut: null, groups: null };
    const html = renderToStaticMarkup(<DayLine name="corp" day={{ health, isSample: false }} />);
    expect(html).toBe('Last 24 hours: 0 signed in, 0 failed');
  });

  it('know the mark, the linked people and those without another sign-in method', () => {
    expect(provider).toMatchObject({ brand: 'okta', usage: { people: 0, dependants: 0 } });
  });

  it('show a mark for every provider in the gallery', () => {
    const cards = renderToStaticMarkup(<PresetCards />)
      .split('<li>')
      .slice(1);
    expect(cards.length).toBeGreaterThan(9);
    for (const card of cards) expect(card).toMatch(/href="\/admin\/providers\/new\/\w+".*<svg .*<path /s);
  });
});

/** The class of the form after this order was sent, or before one was. */
function classOf(order: string | null): string | undefined {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const { action: address } = providerForms.order.about();
  const refused = { ...untouched, address, problem: 'unavailable', message: 'Not now', isBeside: true };
  if (order !== null) keepFormState(response, { ...refused, values: { order: [order] } });
  const html = responseStorage().run(response, () => renderToStaticMarkup(<DroppedOrder />));
  expect(html.includes('Not now')).toBe(order !== null);
  return /<form[^>]* class="([^"]*)"/.exec(html)?.[1];
}

it.each([
  ['before a line is dropped', null, 'hidden'],
  ['after two neighbors were exchanged, which the button says', 'b a', 'hidden'],
  ['with the problem of a dropped line', 'c a b', 'grid'],
])('the form for dropped lines of the providers, %s: %s', (_, order, expected) => {
  expect(classOf(order)).toBe(expected);
});
