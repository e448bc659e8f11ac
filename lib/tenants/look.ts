import { type ContrastRepair, contrastRepairs } from '#lib/theme/contrast-repairs';
import { camelCase } from '#lib/vocabulary/keys';
import type { Portal, Tenant } from './schema';

/** How pages and mails look. */
export type Look = Pick<Portal, 'theme' | 'links'> & {
  /** The tenant's name in the configuration. Null for the portal itself. */
  readonly tenant: string | null;
  /** The name for people. Null if nobody chose one. */
  readonly name: string | null;
};

/** The parts of the portal that its tenants inherit. */
type PortalLook = Pick<Portal, 'displayName' | 'theme' | 'links'>;

/** The look of the portal, or of a tenant: what that leaves out is the portal's. */
export function lookOf(
  portal: PortalLook,
  tenant: Pick<Tenant, 'name' | 'displayName' | 'theme' | 'links'> | null,
): Look {
  const { theme, links } = portal;
  if (tenant === null) return { tenant: null, name: portal.displayName, theme, links };
  return {
    tenant: tenant.name,
    name: tenant.displayName,
    theme: inheritTheme(theme, tenant.theme),
    links: {
      support: tenant.links.support ?? links.support,
      privacy: tenant.links.privacy ?? links.privacy,
      terms: tenant.links.terms ?? links.terms,
    },
  };
}

/** A color or logo for dark pages belongs to the one for light pages, so a tenant with its own gets neither. */
function inheritTheme(portal: Portal['theme'], own: Tenant['theme']): Portal['theme'] {
  const hasLogo = own.logo !== null || own.logoDark !== null;
  return {
    primary: own.primary ?? portal.primary,
    primaryDark: own.primaryDark ?? (own.primary === null ? portal.primaryDark : null),
    background: own.background ?? portal.background,
    backgroundDark: own.backgroundDark ?? (own.background === null ? portal.backgroundDark : null),
    logo: hasLogo ? own.logo : portal.logo,
    logoDark: hasLogo ? own.logoDark : portal.logoDark,
    favicon: own.favicon ?? portal.favicon,
    radius: own.radius ?? portal.radius,
    font: own.font ?? portal.font,
    mode: own.mode ?? portal.mode,
    texts:
      own.texts === null || portal.texts === null ? (own.texts ?? portal.texts) : { ...portal.texts, ...own.texts },
  };
}

/** The corrections of the colors that a tenant has itself. */
export function tenantRepairs(tenant: Tenant, portal: PortalLook): ContrastRepair[] {
  const { theme } = lookOf(portal, tenant);
  return contrastRepairs(theme).filter(({ key }) => Reflect.get(tenant.theme, camelCase(key)) !== null);
}
