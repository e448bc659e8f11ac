import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { readClientQuery } from '#lib/admin/clients/client-query';
import type { CheckedClient } from './client-columns';
import { ClientListView } from './client-list-view';

const client: CheckedClient = {
  clientId: 'shop',
  name: 'Shop',
  kind: 'web',
  enabled: true,
  selfRegistered: false,
  isReadable: true,
  redirectUris: ['https://rp.test/cb'],
  tenant: null,
  secrets: 'valid',
  takesSecret: true,
  secretsEnd: null,
  foundUri: null,
  start: null,
  lastUsedAt: null,
  issues: 0,
};

function render(changes: Partial<CheckedClient>, canEdit = true): string {
  const page = { lines: [{ ...client, ...changes }], first: 1, total: 1, previous: null, next: null, isUseKnown: true };
  const address = { path: '/admin/clients', query: {} };
  return renderToStaticMarkup(
    <ClientListView {...{ address, asked: readClientQuery({}), page, tenants: [], canEdit }} csrf="c" />,
  );
}

it('offers a new secret in the row of a client that authenticates with one, to those who may edit', () => {
  expect(render({})).toContain('href="/admin/clients/shop/secret"');
  expect(render({ takesSecret: false })).not.toContain('/secret"');
  expect(render({}, false)).not.toContain('/secret"');
});
