import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { readClientQuery } from '../read-list';
import { type CheckedClient, ClientListView } from './list';

const client: CheckedClient = {
  clientId: 'shop',
  name: 'Shop',
  kind: 'web',
  enabled: true,
  selfRegistered: false,
  isReadable: true,
  redirectUris: ['https://rp.test/cb'],
  tenant: null,
  tenantName: null,
  secrets: 'valid',
  takesSecret: true,
  secretsEnd: null,
  foundUri: null,
  start: null,
  lastUsedAt: null,
  issues: 0,
};

const acme = { name: 'acme', displayName: 'Acme Inc.' };

function render(changes: Partial<CheckedClient>, canEdit = true): string {
  const page = { lines: [{ ...client, ...changes }], first: 1, total: 1, previous: null, next: null, isUseKnown: true };
  const address = { path: '/admin/clients', query: {} };
  return renderToStaticMarkup(
    <ClientListView {...{ address, asked: readClientQuery({}), page, tenants: [acme], canEdit }} />,
  );
}

it('offers a new secret in the row of a client that authenticates with one, to those who may edit', () => {
  expect(render({})).toContain('href="/admin/clients/shop/secret"');
  expect(render({ takesSecret: false })).not.toContain('/secret"');
  expect(render({}, false)).not.toContain('/secret"');
});

it('names tenants by their display names, as everywhere else', () => {
  const html = render({ tenant: 'acme', tenantName: 'Acme Inc.' });
  expect(html).toMatch(/<a href="\/admin\/tenants\/acme"[^>]*><bdi>Acme Inc\.<\/bdi>/);
  expect(html).toContain('<option value="acme">Acme Inc.</option>');
});

it('selects all lines at once, even if they fit on one page, and says how many they are', () => {
  const html = renderMany(2);
  expect(html).toContain('Select all 2 that match');
  expect(html).toContain('data-count-all="2 selected"');
  expect(renderMany(1)).not.toContain('that match');
});

function renderMany(total: number): string {
  const lines = Array.from({ length: total }, (_, index) => ({ ...client, clientId: `app-${index}` }));
  const page = { lines, first: 1, total, previous: null, next: null, isUseKnown: true };
  const address = { path: '/admin/clients', query: {} };
  return renderToStaticMarkup(
    <ClientListView {...{ address, asked: readClientQuery({}), page, tenants: [], canEdit: true }} />,
  );
}
