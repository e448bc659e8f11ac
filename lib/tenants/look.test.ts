import { describe, expect, it } from 'vitest';
import { lookOf, tenantRepairs } from './look';
import { portalSchema } from './portal-schema';
import { tenantSchema } from './schema';

const logo = (seed: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg><g id="${seed}"/></svg>`).toString('base64')}`;

/** A key of the theme or the links, with the values of the portal and of a tenant. */
const values: readonly (readonly [
  group: 'theme' | 'links',
  key: string,
  portal: unknown,
  tenant: unknown,
  none: unknown,
])[] = [
  ['theme', 'primary', '#0a5', '#a05', null],
  ['theme', 'primary_dark', '#1b6', '#b16', null],
  ['theme', 'background', '#f4f1ea', '#eaf1f4', null],
  ['theme', 'background_dark', '#111', '#121212', null],
  ['theme', 'logo', logo('portal'), logo('tenant'), null],
  ['theme', 'logo_dark', logo('portal dark'), logo('tenant dark'), null],
  ['theme', 'favicon', logo('portal icon'), logo('tenant icon'), null],
  ['theme', 'radius', '4px', '1rem', null],
  ['theme', 'font', 'serif', 'rounded', 'system'],
  ['theme', 'mode', 'dark', 'light', 'system'],
  ['theme', 'texts', { en: { title: 'Portal' } }, { en: { title: 'Tenant' } }, null],
  ['links', 'support', 'mailto:help@portal.test', 'mailto:help@tenant.test', null],
  ['links', 'privacy', 'https://portal.test/p', 'https://tenant.test/p', null],
  ['links', 'terms', 'https://portal.test/t', 'https://tenant.test/t', null],
];

const portal = (given: object = {}) => portalSchema.parse(given);
const tenant = (given: object = {}) => tenantSchema.parse({ name: 'acme', display_name: 'Acme', ...given });
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the look of a tenant', () => {
  it.each(values)('has the %s %s of the portal unless it has its own', (group, key, ofPortal, ofTenant, none) => {
    const from = (own: boolean, inherited: boolean) => {
      const look = lookOf(
        portal(inherited ? { [group]: { [key]: ofPortal } } : {}),
        tenant(own ? { [group]: { [key]: ofTenant } } : {}),
      );
      return Reflect.get(look[group], camel(key));
    };
    expect({
      both: from(true, true),
      tenant: from(true, false),
      portal: from(false, true),
      none: from(false, false),
    }).toEqual({ both: ofTenant, tenant: ofTenant, portal: ofPortal, none });
    expect(Reflect.get(lookOf(portal({ [group]: { [key]: ofPortal } }), null)[group], camel(key))).toEqual(ofPortal);
  });

  it.each([
    ['primary', 'primary_dark'],
    ['background', 'background_dark'],
    ['logo', 'logo_dark'],
  ])('does not mix its own %s with the %s of the portal', (key, dark) => {
    const [own, inherited] = key === 'logo' ? [logo('own'), logo('dark')] : ['#0a5', '#b16'];
    const { theme } = lookOf(portal({ theme: { [dark]: inherited } }), tenant({ theme: { [key]: own } }));
    expect(Reflect.get(theme, camel(dark))).toBeNull();
  });

  it('has the texts of the portal in languages without its own', () => {
    const texts = { en: { title: 'Portal' }, de: { title: 'Portal', subtitle: 'Für alle' } };
    const own = { de: { title: 'Mieter' } };
    const { theme } = lookOf(portal({ theme: { texts } }), tenant({ theme: { texts: own } }));
    expect(theme.texts).toEqual({ en: { title: 'Portal' }, de: { title: 'Mieter' } });
  });

  it('reports only its own colors that had to be corrected (WCAG 2.2 §1.4.3)', () => {
    const pale = { theme: { primary: '#ffe27a' } };
    expect(tenantRepairs(tenant(), portal(pale))).toEqual([]);
    expect(tenantRepairs(tenant(pale), portal()).map(({ key }) => key)).toContain('primary');
  });
});
