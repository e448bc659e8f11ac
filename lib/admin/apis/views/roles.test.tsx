import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { readApi } from '../read';
import { ApiRoles } from './roles';

const machine = { grant_types: ['client_credentials'], client_secrets: [{ value: 'secret-of-a-machine-0123456789' }] };

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({
    groups: [{ name: 'leads' }],
    scopes: ['orders.read', 'stock.read'].map((name) => ({ name, type: 'resource' })),
    apis: [
      {
        name: 'orders',
        scopes: ['orders.read'],
        roles: [
          { name: 'approver', display_name: 'Approver', groups: ['leads'] },
          { name: 'batch' },
          { name: 'reader', default: true },
        ],
      },
      { name: 'stock', scopes: ['stock.read'] },
    ],
    clients: [
      { ...machine, client_id: 'nightly', scope: 'orders.read', api_roles: [{ api: 'orders', roles: ['reader'] }] },
      { ...machine, client_id: 'other', scope: 'orders.read' },
      ...Array.from({ length: 53 }, (_, index) => ({
        ...{ ...machine, client_id: `batch-${index}`, scope: 'orders.read' },
        api_roles: [{ api: 'orders', roles: ['batch'] }],
      })),
    ],
    users: [
      { username: 'ann', password_hash: null, groups: ['leads'] },
      { username: 'ben', password_hash: null, assignments: [{ api: 'orders', role: 'reader' }] },
      { username: 'cy', password_hash: null },
    ],
  });
});
afterAll(() => area.close());

async function show(name: string, { mayEdit = true, ...query }: { mayEdit?: boolean; role?: string } = {}) {
  const admin = await area.admin();
  return renderToStaticMarkup(await ApiRoles({ admin, query, detail: await readApi(admin, name), mayEdit }));
}

/** The rows of a table: the texts of their cells. */
function rows(html: string, caption: string): string[] {
  const table = html.split('<table').find((part) => part.includes(`${caption}</caption>`)) ?? '';
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

describe('the roles of an API (decision 024)', () => {
  it('say which groups, service accounts and people have each, and why', async () => {
    const html = await show('orders');
    const [approver, batch, reader] = rows(html, '>Roles').slice(-3);
    expect(approver).toContain('Approver Show people leads');
    expect(approver).not.toContain('nightly');
    expect(batch?.match(/batch-\d+/g)).toHaveLength(50);
    expect(batch).toContain('and 3 more');
    expect(reader).toMatch(/^reader Everyone with a token has it .*nightly/);
    const people = rows(html, 'People with a role').slice(-2);
    expect(people.find((row) => row.startsWith('ann'))).toMatch(/Approver, reader leads : approver/);
    expect(people.find((row) => row.startsWith('ben'))).toMatch(/reader Assigned in the configuration file: reader/);
    expect(html).not.toContain('>cy<');
    expect(html).not.toContain('>other<');
  });

  it('show the people of one role', async () => {
    const html = await show('orders', { role: 'approver' });
    expect(html).toContain('>ann<');
    expect(html).not.toContain('>ben<');
    expect(html).toContain('People with the role approver');
  });

  it('are given there, except by an auditor', async () => {
    const html = await show('orders');
    const [form = ''] = /<form[^>]*\/admin\/apis\/orders\/roles\/assign\/submit.*?<\/form>/s.exec(html) ?? [];
    expect([...form.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      'approver',
      'batch',
      'reader',
    ]);
    expect(await show('orders', { mayEdit: false })).not.toContain('<form');
  });

  it('lead to the settings where there are none, except for an auditor', async () => {
    expect(await show('stock')).toContain('href="/admin/apis/stock/settings#people"');
    expect(await show('stock', { mayEdit: false })).not.toContain('href=');
  });
});
