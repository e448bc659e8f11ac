import type { z } from 'zod';
import { wirePortal } from '#lib/config/portal';
import { tenants } from '#lib/config/sections/tenants';
import { isLanguage, type Language } from '#lib/i18n/locales';
import { longestList } from '#lib/interactions/usable-providers';
import { type ProviderView, toProviderView } from '#lib/login/realm/read';
import { drawLogo, parseLogo } from '#lib/pictures/logo';
import { toBrand } from '#lib/tenants/brand';
import { type Look, lookOf, tenantRepairs } from '#lib/tenants/look';
import { linksFields, portalFields, themeFields } from '#lib/tenants/portal-schema';
import { flatPortalSettings } from '#lib/tenants/portal-settings';
import { type Portal, type Tenant, tenantFields, tenantThemeFields } from '#lib/tenants/schema';
import type { Brand } from '#lib/theme/brand';
import { type ContrastRepair, contrastRepairs } from '#lib/theme/contrast-repairs';
import type { ColorMode } from '#lib/theme/stylesheet';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import { nestGroups, typedValues } from '../entries/entry-fields';
import { logoKeys, typedLogos } from '../entries/logos';
import { fieldsOf } from '../entries/setting-fields';
import { defineForm } from '../kit/define-form';
import type { PostedFields } from '../read-form';
import { brandGroups, brandingGroups } from './fields';

/** A page of the portal or a tenant, and the options on its sign-in page. */
export type Preview = {
  readonly page: PreviewPageName;
  readonly brand: Brand;
  /** The replacements for unreadable or invisible colors. */
  readonly repairs: readonly ContrastRepair[];
  readonly language: Language;
  readonly asksNameFirst: boolean;
  readonly identifiers: readonly IdentifierKind[];
  readonly canSignUp: boolean;
  readonly providers: readonly ProviderView[];
  readonly hasMoreProviders: boolean;
};

/** The values that a form shows in the preview, and how it shows them. */
type Draft = Readonly<Partial<Record<'draft' | 'preview_page' | 'look' | 'language', string>>>;

const draftKinds = fieldsOf(flatPortalSettings, ...brandingGroups);

/**
 * Shows the form of a branding in the preview frame instead of saving it. Nothing is stored, so any reader may. A picture
 * that cannot be drawn counts as not chosen, because the form says so when it is saved.
 */
async function readDraft(_: AdminContext, form: PostedFields): Promise<{ readonly result: Record<string, string> }> {
  const pictures = await Promise.all(logoKeys.map((key) => typedLogos(form, [key]).catch(ignoreRefused)));
  const sent = Object.entries(typedValues(draftKinds, form)).filter(([name]) => form.has(name));
  const draft = JSON.stringify(Object.assign(Object.fromEntries(sent), ...pictures));
  const shown = (name: string) => [name, form.text(name)] as const;
  return { result: { draft, ...Object.fromEntries(['preview_page', 'look', 'language'].map(shown)) } };
}

function ignoreRefused(error: unknown): Wire {
  if (isAdminError(error)) return {};
  throw error;
}

// The button of a preview is in the form that is saved.
const open = { permission: 'read', proof: 'none', files: logoKeys } as const;
export const tenantPreview = defineForm({ path: 'tenants/[name]/preview', ...open }, readDraft);
export const portalPreview = defineForm({ path: 'settings/branding/preview', ...open }, readDraft);

/**
 * A page with the look of a draft, in its color scheme. An invalid value counts as absent, because a person may still be
 * typing it.
 * @param tenant null for the portal itself
 */
export async function readPreview(
  { snapshot }: Pick<AdminContext, 'snapshot'>,
  tenant: Tenant | null,
  shown: Draft,
): Promise<Preview> {
  const { portal } = snapshot;
  const draft = JSON.parse(shown.draft ?? '{}');
  const drafted = tenant && { ...tenant, theme: draftedTheme(tenant, draft) };
  const look = drafted === null ? portalLook(portal, draft) : lookOf(portal, drafted);
  const mode = inOneScheme(look.theme.mode, shown.look);
  const providers = [...snapshot.providers.values()].filter(
    ({ enabled, name }) => enabled && (tenant?.identityProviders?.includes(name) ?? true),
  );
  const listed = providers.filter(({ button }) => button === 'show');
  const isLong = listed.length > longestList;
  const locale = shown.language || tenant?.defaultLocale || portal.defaultLocale || '';
  return {
    page: previewPages.find((page) => page === shown.preview_page) ?? 'sign_in',
    brand: { ...toBrand(look, mode), logo: await drawnLogo(look.theme) },
    repairs: drafted === null ? contrastRepairs(look.theme) : tenantRepairs(drafted, portal),
    language: isLanguage(locale) ? locale : 'en',
    asksNameFirst: (tenant?.login ?? portal.login) === 'identifier',
    identifiers: tenant?.identifiers ?? portal.identifiers,
    canSignUp: (tenant?.registration ?? portal.registration) === 'on',
    providers: isLong ? [] : listed.map((provider) => toProviderView(provider, null, mode)),
    hasMoreProviders: isLong || providers.some(({ button, domains }) => button === 'domain' && domains.length > 0),
  };
}

function portalLook(portal: Portal, draft: Wire): Look {
  const { theme, links, display_name: name } = nested(wirePortal(portal), draft);
  return lookOf(
    {
      displayName: portalFields.display_name.catch(portal.displayName).parse(name),
      theme: portalFields.theme.parse(validOf(themeFields, theme)),
      links: portalFields.links.parse(validOf(linksFields, links)),
    },
    null,
  );
}

function draftedTheme(tenant: Tenant, draft: Wire): Tenant['theme'] {
  const { theme } = nested(tenants.wire(tenant), draft);
  return tenantFields.theme.parse(validOf(tenantThemeFields, theme));
}

function nested(stored: Wire, draft: Wire): Wire {
  return { ...stored, ...nestGroups(draft, stored, brandGroups) };
}

function validOf(fields: Readonly<Record<string, z.ZodType>>, values: unknown): Wire {
  const typed = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return Object.fromEntries(typed.filter(([key, value]) => fields[key]?.safeParse(value).success));
}

/** The preview cannot follow the color scheme of the device. A theme that does is shown in the requested scheme. */
function inOneScheme(mode: ColorMode, look = 'light'): ColorMode {
  if (mode !== 'system') return mode;
  return look === 'dark' ? 'dark' : 'light';
}

/** A logo may not be saved yet, so it has no address. */
async function drawnLogo({ logo, logoDark }: Look['theme']): Promise<Brand['logo']> {
  const dark = await drawn(logoDark);
  const light = (await drawn(logo)) ?? dark;
  return light === null ? null : { light, dark };
}

async function drawn(picture: string | null): Promise<string | null> {
  const file = picture === null ? null : parseLogo(picture);
  const bytes = file && (await drawLogo(file));
  return bytes && `data:image/png;base64,${bytes.toString('base64')}`;
}

/** The pages that a preview can show. */
export const previewPages = ['sign_in', 'consent', 'device', 'error'] as const;

type PreviewPageName = (typeof previewPages)[number];
