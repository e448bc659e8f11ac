import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createTestAdmin } from '#lib/testing/admin';
import { saveEntries } from '../configuration/save-entries';
import { readHistory } from './read';
import { listLater, planRestore } from './restore-revision';
import { planUndo } from './undo-revision';
import { RestoreView, UndoView } from './views/restore';

const secret = 'a-secret-of-a-machine-0123456789';
const machine = { client_secrets: [{ value: secret }], grant_types: ['client_credentials'], scope: 'orders' };

it('names what restoring a revision changes, what that breaks, and the later changes that it takes back', async () => {
  const shop = { ...machine, client_id: 'shop', client_name: 'Lantern <Books>' };
  const area = await createTestAdmin({ scopes: [{ name: 'orders', type: 'resource' }], clients: [shop] });
  const then = (await readHistory(await area.admin(), null)).revisions[0]?.number ?? 0;
  await saveEntries(await area.admin(), [
    { section: 'clients', key: 'shop', entry: { ...shop, client_uri: 'https://new.test/' } },
  ]);
  await saveEntries(await area.admin(), [
    { section: 'tenants', key: 'acme', entry: { name: 'acme', display_name: 'Acme Corporation' } },
    { section: 'scopes', key: 'orders', entry: { name: 'orders', type: 'resource', description: 'Your orders' } },
    { section: 'clients', key: 'robot', entry: { ...machine, client_id: 'robot', tenant: 'acme' } },
  ]);
  const html = renderToStaticMarkup(
    <RestoreView
      number={then}
      plan={await planRestore(await area.admin(), then)}
      later={await listLater(await area.admin(), then)}
    />,
  );
  const words = html.replace(/<[^>]+>/g, ' ').replace(/ +/g, ' ');
  // What is in use comes first.
  expect(words).toContain('Changes 4 entries tenant Acme Corporation acme deleted 2 settings 1 client belongs to it');
  expect(words).toContain('client Lantern &lt;Books&gt; shop changed 1 setting');
  for (const value of ['Before: https://new.test/', 'Before: Your orders']) expect(words).toContain(value);
  for (const path of ['clients/shop', 'clients/robot', 'tenants/acme', 'scopes/orders']) {
    expect(html).toContain(`href="/admin/${path}"`);
  }
  for (const later of [then + 1, then + 2]) expect(html).toContain(`href="/admin/history/${later}"`);
  expect(html).not.toContain(`href="/admin/history/${then + 3}"`);
  expect(words).toContain('Changed home page of Lantern &lt;Books&gt;');
  expect(words).not.toContain('doesn’t come back');
  await saveEntries(await area.admin(), [{ section: 'clients', key: 'shop', entry: null }]);
  const number = (await readHistory(await area.admin(), null)).revisions[0]?.number ?? 0;
  const undo = <UndoView number={number} plan={await planUndo(await area.admin(), number)} proof="sudo" />;
  expect(renderToStaticMarkup(undo)).toContain('doesn’t come back: grants, consents, assignments and requests');
  await area.close();
});
