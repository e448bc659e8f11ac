import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createTestAdmin } from '#lib/testing/admin';
import { clientPages } from '#views/admin/clients/view';

async function wizard(scopes: number, kind: string): Promise<string> {
  const made = Array.from({ length: scopes }, (_, index) => ({ name: `api-${index}`, type: 'resource' }));
  const area = await createTestAdmin({ scopes: made });
  const page = clientPages.pages.find(({ path }) => path === 'clients/new/[kind]');
  const asked = { admin: await area.admin(), names: { kind }, query: {}, csrf: 'c', nonce: '' };
  const content = page && 'render' in page ? await page.render(asked) : null;
  await area.close();
  return content !== null && 'body' in content ? renderToStaticMarkup(content.body) : '';
}

it.each(['web', 'machine'])('the form for a new client has the same length with very many scopes: %s', async (kind) => {
  const few = await wizard(50, kind);
  expect(few.match(/value="api-\d+"/g)).toHaveLength(50);
  const many = await wizard(500, kind);
  expect(many).toMatch(/<textarea name="scope"/);
  expect(many.length).toBeLessThan(few.length);
});
