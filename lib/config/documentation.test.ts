import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientFields } from '#lib/clients/schema';
import { masterSecret } from '#lib/crypto/master-secret';
import { providerFields } from '#lib/providers/schema';
import { scopeFields } from '#lib/scopes/schema';
import { portalFields } from '#lib/tenants/portal-schema';
import { tenantFields } from '#lib/tenants/schema';
import { createTestDatabase } from '#lib/testing/database';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { parseConfiguration } from './file';
import { planConfiguration } from './plan';
import { userFields } from './user-schema';

const page = readFileSync('docs/configuration.md', 'utf8');

/** The rows of a section's table, as a map from the key to its default column. */
function documented(section: string): Map<string, string> {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = text.matchAll(/^\| `(\w+)` \| .*? \| (.*?) \| .*\|$/gm);
  return new Map([...rows].map(([, key = '', value = '']) => [key, value.replaceAll('`', '')]));
}

describe('docs/configuration.md', () => {
  it('has an example that can be applied, without a warning', async () => {
    const example = /## Example\n\n```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    const open = await createTestDatabase();
    const file = parseConfiguration(example, 'example');
    const options = { prune: false, secret: masterSecret('a secret of this test, of some length') };
    const report = await applyConfiguration(open, file, { ...options, now: new Date(), by: byCommandLine });
    expect(report?.changes.map(({ section }) => section)).toEqual(
      expect.arrayContaining(['portal', 'scopes', 'clients', 'users', 'identity_providers', 'tenants']),
    );
    expect(report?.warnings).toEqual([]);
    expect((await planConfiguration(open.db, file, options)).changes).toEqual([]);
    await open.close();
  });

  it.each([
    ['portal', portalFields],
    ['scopes', scopeFields],
    ['clients', clientFields],
    ['users', userFields],
    ['identity_providers', providerFields],
    ['tenants', tenantFields],
  ])('lists every key of %s in its order', (section, fields) => {
    expect([...documented(section).keys()]).toEqual(Object.keys(fields));
  });

  it.each([
    ['portal', portalFields],
    ['clients', clientFields],
  ])('has the default of every plain key of %s', (section, fields) => {
    const rows = documented(section);
    const wrong = Object.entries(fields).filter(([key, field]) => {
      const value = field.safeParse(undefined).data;
      const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
      return plain && key !== 'application_type' && rows.get(key) !== String(value);
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

it('docs/protocol.md says of every key of clients where it takes effect', () => {
  const text = readFileSync('docs/protocol.md', 'utf8').split('\n## Client settings\n')[1]?.split('\n## ')[0] ?? '';
  const keys = [...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  expect(keys.toSorted()).toEqual(Object.keys(clientFields).toSorted());
});

describe('docs/federation.md', () => {
  const blocks = [...readFileSync('docs/federation.md', 'utf8').matchAll(/### ([^\n]*)\n\n```yaml\n(.*?)```/gs)];

  it('has an entry for each common provider', () => {
    expect(blocks.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['Microsoft Entra ID', 'Google', 'Okta', 'Auth0', 'Keycloak', 'GitHub']),
    );
  });

  it.each(blocks.map(([, name = '', text = '']) => [name, text] as const))('%s can be applied', (name, text) => {
    expect(parseConfiguration(text, name).sections.identity_providers).toHaveLength(1);
  });
});
