import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { clientPages } from '../clients/view';
import type { AreaRequest } from '../kit/view';

let area: TestAdmin;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: [
      { client_id: 'shop', client_secrets: [{ value: 'x' }], redirect_uris: ['https://rp.test/cb'] },
      { client_id: 'spa', token_endpoint_auth_method: 'none', redirect_uris: ['https://spa.test/cb'] },
    ],
  });
});
afterAll(() => area.close());

async function menuOf(id: string): Promise<string> {
  const admin = await area.admin();
  const page = clientPages.pages.find(({ path }) => path === 'clients/[client_id]/secret');
  if (page === undefined || !('render' in page)) throw new Error('there is no such page');
  const request: AreaRequest = { admin, names: { client_id: id }, query: {}, csrf: 'c', nonce: undefined };
  const content = await page.render(request);
  const body = 'body' in content ? content.body : null;
  const [, menu = ''] = /<ul id="object-menu"(.*?)<\/ul>/.exec(renderToStaticMarkup(body)) ?? [];
  return menu;
}

describe('the page of a client beside its tabs', () => {
  it('has the whole menu of the client', async () => {
    const menu = await menuOf('shop');
    for (const href of [
      '/admin/clients/shop/secret',
      '/admin/clients/import?from=shop',
      '/admin/clients/shop/json',
      '/admin/clients/shop/disable',
      '/admin/clients/shop/delete',
    ]) {
      expect(menu).toContain(`href="${href}"`);
    }
  });

  it('offers a new secret only where the client authenticates with one', async () => {
    expect(await menuOf('spa')).not.toContain('/secret"');
  });
});
