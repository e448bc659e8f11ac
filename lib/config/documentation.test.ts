import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiFields, apiSettings } from '#lib/apis/settings';
import { clientFields } from '#lib/clients/schema';
import { clientSettings } from '#lib/clients/settings';
import { masterSecret } from '#lib/crypto/master-secret';
import { groupFields, groupSettings } from '#lib/groups/settings';
import { providerFields } from '#lib/providers/schema';
import { providerSettings } from '#lib/providers/settings';
import { scopeFields } from '#lib/scopes/schema';
import { scopeSettings } from '#lib/scopes/settings';
import { agentFields, linksFields, portalFields, themeFields } from '#lib/tenants/portal-schema';
import { agentSettings, portalSettings } from '#lib/tenants/portal-settings';
import { tenantFields } from '#lib/tenants/schema';
import { tenantSettings } from '#lib/tenants/settings';
import { createTestDatabase } from '#lib/testing/database';
import { listPlaces, listSettings, withTable } from '#lib/testing/setting-tables';
import type { SettingTable } from '#lib/vocabulary/setting';
import { applyConfiguration } from './apply';
import { byCommandLine } from './authorship';
import { parseConfiguration } from './file';
import { planConfiguration } from './plan';
import { userFields } from './user-schema';

const settings: Readonly<Record<string, SettingTable>> = {
  portal: portalSettings,
  scopes: scopeSettings,
  groups: groupSettings,
  apis: apiSettings,
  clients: clientSettings,
  identity_providers: providerSettings,
  tenants: tenantSettings,
};
const agentRows = listSettings(agentSettings).map(([key = '', , preset = '', meaning = '']) => [key, preset, meaning]);

/** With the tables that the records of settings make. */
const page = Object.entries(settings).reduce(
  (text, [section, table]) => withTable(text, `## ${section}`, listSettings(table)),
  withTable(readFileSync('docs/configuration.md', 'utf8'), '### agents', agentRows),
);

type Row = { readonly type: string; readonly preset: string };

/** The rows of a section's table by their key. */
function documented(section: string): Map<string, Row> {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = text.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| .*\|$/gm);
  return new Map(
    [...rows].map(([, key = '', type = '', value = '']) => [key, { type, preset: value.replaceAll('`', '') }]),
  );
}

const sections = [
  ['portal', portalFields],
  ['scopes', scopeFields],
  ['groups', groupFields],
  ['apis', apiFields],
  ['clients', clientFields],
  ['users', userFields],
  ['identity_providers', providerFields],
  ['tenants', tenantFields],
] as const;

/** Keys whose default depends on something else, which the page says in words. */
const presetInWords = ['application_type', 'admin', 'issuer'];

const choices = z.object({ enum: z.array(z.unknown()).optional(), const: z.unknown().optional() });
const alternatives = choices.extend({ anyOf: z.array(choices).optional() });

/** The words that a field takes. */
function wordsOf(field: z.ZodType): string[] {
  const schema = alternatives.parse(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
  const words = [schema, ...(schema.anyOf ?? [])].flatMap((one) => [...(one.enum ?? []), one.const]);
  return words.filter((word) => typeof word === 'string').toSorted();
}

const bounds = z.object({
  maxItems: z.number().optional(),
  maxLength: z.number().optional(),
  maximum: z.number().optional(),
});
const bounded = bounds.extend({ anyOf: z.array(bounds).optional() });

/** The most that a field takes: items, characters, or as a number. */
function limitsOf(field: z.ZodType): number[] {
  const schema = bounded.parse(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }));
  return [schema, ...(schema.anyOf ?? [])].flatMap((one) =>
    [one.maxItems, one.maxLength, one.maximum].filter((limit) => limit !== undefined),
  );
}

/** Keys whose form says how long they can be: a language, a day, a hash, a picture, words of a list. */
const ofOneForm: ReadonlySet<string> = new Set([
  ...['default_locale', 'agent_end_date', 'document_hash', 'registration_token_hash', 'tls_client_auth_san_ip'],
  ...['logo', 'logo_dark', 'identifiers', 'second_factors', 'username'],
]);

describe('the tables that settings make (`npx vitest run lib/config/documentation.test.ts -u` writes them)', () => {
  it('docs/configuration.md', async () => {
    await expect(page).toMatchFileSnapshot('../../docs/configuration.md');
  });

  it('docs/protocol.md says of every key where it takes effect', async () => {
    const protocol = readFileSync('docs/protocol.md', 'utf8');
    const places = listPlaces(clientSettings);
    expect(places.flatMap(([keys]) => keys.match(/\w+/g) ?? []).toSorted()).toEqual(
      Object.keys(clientFields).toSorted(),
    );
    await expect(withTable(protocol, '## Client settings', places)).toMatchFileSnapshot('../../docs/protocol.md');
  });
});

describe('docs/configuration.md', () => {
  it('has an example that can be applied, without a warning', async () => {
    const example = /## Example\n\n```yaml\n(.*?)```/s.exec(page)?.[1] ?? '';
    const open = await createTestDatabase();
    const file = parseConfiguration(example, 'example');
    const options = { prune: false, secret: masterSecret('a secret of this test, of some length') };
    const report = await applyConfiguration(open, file, { ...options, now: new Date(), by: byCommandLine });
    expect(report?.changes.map(({ section }) => section)).toEqual(
      expect.arrayContaining([
        'portal',
        'scopes',
        'groups',
        'apis',
        'clients',
        'users',
        'identity_providers',
        'tenants',
      ]),
    );
    expect(report?.warnings).toEqual([]);
    expect((await planConfiguration(open.db, file, options)).changes).toEqual([]);
    await open.close();
  });

  it.each(sections)('lists every key of %s in its order', (section, fields) => {
    expect([...documented(section).keys()]).toEqual(Object.keys(fields));
  });

  it.each([...sections, ['agents', agentFields] as const])('names the limits of every key of %s', (section, fields) => {
    const kinds = page.split('\n## Values\n')[1]?.split('\n### Limits\n')[0]?.split('\n') ?? [];
    const limits = page.split('\n### Limits\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
    const missing = Object.entries(fields).flatMap(([key, field]) => {
      if (ofOneForm.has(key)) return [];
      const row = documented(section).get(key);
      const own = page.split('\n').filter((line) => line.startsWith(`| \`${key}\` |`));
      const told = [
        ...own,
        ...limits.filter((line) => line.includes(`\`${key}\``)),
        ...kinds.filter((line) => row?.type.includes(/^\| `?(\w+)/.exec(line)?.[1] ?? '|')),
      ].join(' ');
      const numbers: readonly string[] = told.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+/g) ?? [];
      return limitsOf(field).flatMap((limit) => (numbers.includes(String(limit)) ? [] : [`${key}: ${limit}`]));
    });
    expect(missing).toEqual([]);
  });

  it.each(sections)('has the default of every plain key of %s', (section, fields) => {
    const rows = documented(section);
    const wrong = Object.entries(fields).filter(([key, field]) => {
      const value = field.safeParse(undefined).data;
      const plain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
      return plain && !presetInWords.includes(key) && rows.get(key)?.preset !== String(value);
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it.each(sections)('says which keys of %s are required', (section, fields) => {
    const required = Object.entries(fields).filter(([, field]) => !field.safeParse(undefined).success);
    const rows = [...documented(section)].filter(([, { preset }]) => preset === 'required');
    expect(rows.map(([key]) => key)).toEqual(required.map(([key]) => key));
  });

  it.each(sections)('has the words that the keys of %s take', (section, fields) => {
    const rows = documented(section);
    for (const [key, field] of Object.entries(fields)) {
      const words = wordsOf(field);
      const listed = [...(rows.get(key)?.type ?? '').matchAll(/`([^`{]+)`/g)].flatMap(([, word = '']) => word);
      const isListed = words.length > 0 && listed.length > 0;
      if (isListed) expect(listed.filter((word) => word !== 'false').toSorted(), key).toEqual(words);
    }
  });

  it('lists the keys of agents with their defaults', () => {
    const text = page.split('\n### agents\n')[1]?.split('\n### ')[0] ?? '';
    const rows = [...text.matchAll(/^\| `(\w+)` \| `?(.*?)`? \|/gm)].map(([, key = '', preset = '']) => [key, preset]);
    const presets = Object.entries(agentFields).map(([key, field]) => {
      const value: unknown = field.safeParse(undefined).data;
      return [key, typeof value === 'object' ? JSON.stringify(value) : String(value)];
    });
    expect(rows).toEqual(presets);
  });

  it('lists the keys of theme and links', () => {
    const theme = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| .*\|$/gm)].flatMap(([, cell = '']) =>
      cell.match(/\w+/g),
    );
    expect(theme).toEqual(expect.arrayContaining(Object.keys(themeFields)));
    const links = /^\| `links` \| group \| .*$/m.exec(page)?.[0] ?? '';
    for (const key of Object.keys(linksFields)) expect(links).toContain(`\`${key}\``);
  });
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
