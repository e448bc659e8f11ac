import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientsOf } from '#lib/admin/providers/read';
import { readScope } from '#lib/admin/scopes/read';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { clientPages } from '#views/admin/clients/view';
import { ClientsPanel } from '#views/admin/providers/view';
import { DeleteScope, UsedBy } from '#views/admin/scopes/view';
import { UsageFacts } from '#views/admin/tenants/view';
import { ClientLinks } from './client-links';

const pagesOfClient = new Set(clientPages.pages.map(({ path }) => path.replace('clients/[client_id]/', '')));

let area: TestAdmin;

const many = Array.from({ length: 60 }, (_, index) => ({
  client_id: `app-${index}`,
  token_endpoint_auth_method: 'none',
  redirect_uris: ['https://rp.test/cb'],
  scope: 'openid orders',
}));

beforeAll(async () => {
  const scopes = [
    { name: 'orders', type: 'resource' },
    { name: 'unused', type: 'resource' },
    { name: 'openid', type: 'identity', display_name: 'Who you are' },
  ];
  const shop = { client_id: 'shop', client_name: 'مكتبة', token_endpoint_auth_method: 'none' };
  area = await createTestAdmin({ scopes, clients: [{ ...shop, redirect_uris: ['https://rp.test/cb'] }, ...many] });
});
afterAll(() => area.close());

/** The pages of clients that links lead to. */
const pagesIn = (html: string) =>
  [...html.matchAll(/href="\/admin\/clients\/[^"/]+\/([^"/#?]+)/g)].map(([, page = '']) => page);

describe('links to the clients of a scope or provider (admin: every name is a link)', () => {
  it('lead to a page that clients have', async () => {
    const admin = await area.admin();
    const panels = [
      renderToStaticMarkup(<UsedBy scope={await readScope(admin, 'orders')} />),
      renderToStaticMarkup(<ClientsPanel clients={clientsOf('corp', admin.snapshot)} />),
    ];
    for (const panel of panels) {
      expect(pagesIn(panel).length).toBeGreaterThan(0);
      expect(pagesIn(panel).filter((page) => !pagesOfClient.has(page))).toEqual([]);
    }
  });

  it('are all that the page for deleting a scope has while clients use it, because the form would be refused', async () => {
    const admin = await area.admin();
    const form = { action: '/admin/x/submit', hidden: {}, proof: 'none', hasFile: false } as const;
    const pageOf = async (name: string) =>
      renderToStaticMarkup(<DeleteScope scope={await readScope(admin, name)} form={form} />);
    const used = await pageOf('orders');
    expect(used).toContain('Remove this scope from all clients before you delete it.');
    expect(used).not.toContain('<form');
    expect(await pageOf('unused')).toContain('name="typed"');
    expect(await pageOf('openid')).toContain('Reset scope');
  });

  it('isolate names from the text around them', () => {
    const html = renderToStaticMarkup(<ClientLinks clients={[{ clientId: 'shop', name: 'مكتبة' }]} more={null} />);
    expect(html).toContain('<bdi>مكتبة</bdi>');
  });

  it('lead to the list with all of them where not all are shown', async () => {
    const scope = await readScope(await area.admin(), 'orders');
    expect(renderToStaticMarkup(<UsedBy scope={scope} />)).toMatch(
      /<a href="\/admin\/clients\?scope=orders"[^>]*>and 10 more</,
    );
    const clients = many.map(({ client_id: clientId }) => ({ clientId, name: clientId }));
    const usage = { tenant: 'acme', clients, people: 0, limit: 1000 };
    expect(renderToStaticMarkup(<UsageFacts usage={usage} />)).toMatch(
      /<a href="\/admin\/clients\?tenant=acme"[^>]*>and 10 more</,
    );
  });
});
