import { seeOther } from '#lib/http/respond';
import { isLanguage, type Language } from '#lib/i18n/locales';
import { longestList } from '#lib/interactions/usable-providers';
import { type ProviderView, toProviderView } from '#lib/login/realm/read';
import type { IdentityProvider } from '#lib/providers/provider';
import type { Snapshot } from '#lib/snapshot/snapshot';
import { toBrand } from '#lib/tenants/brand';
import { type Tenant, themeFields } from '#lib/tenants/schema';
import type { Brand } from '#lib/theme/brand';
import { type ContrastRepair, contrastRepairs } from '#lib/theme/contrast-repairs';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import { parseJson } from '#lib/vocabulary/json';
import { adminHandler } from '../access/admin-handler';
import type { AdminContext } from '../admin-context';
import { tenantPath } from '../entries/entry-path';
import { addressWith, type Query } from '../query';
import { getTenant } from './read';

/** A page of a tenant, and the options on its sign-in page. */
export type TenantPreview = {
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

/** The fields of a draft in the address of a preview. The pictures are the saved ones. */
const draftFields = [
  'theme.primary',
  'theme.primary_dark',
  'theme.background',
  'theme.background_dark',
  'theme.radius',
  'theme.font',
  'theme.mode',
  'theme.texts',
] as const;

/**
 * A page with the look of a draft, in the color scheme of the address. An invalid value counts as absent, because a
 * person may still be typing it.
 * @throws AdminError `not_found`
 */
export async function readTenantPreview(
  admin: AdminContext,
  name: string | null,
  query: Query,
): Promise<TenantPreview> {
  const tenant = await getTenant(admin, name);
  const { portal } = admin.snapshot;
  const providers = usableForTenant(tenant, admin.snapshot);
  const listed = providers.filter(({ button }) => button === 'show');
  const isLong = listed.length > longestList;
  const locale = tenant.defaultLocale ?? '';
  const theme = { ...tenant.theme, ...readDraft(query) };
  return {
    page: findPreviewPage(query.page),
    brand: toBrand({ ...tenant, theme: inLight(theme, query) }),
    repairs: contrastRepairs(theme),
    language: isLanguage(locale) ? locale : 'en',
    asksNameFirst: (tenant.login ?? portal.login) === 'identifier',
    identifiers: tenant.identifiers ?? portal.identifiers,
    canSignUp: (tenant.registration ?? portal.registration) === 'on',
    providers: isLong ? [] : listed.map((provider) => toProviderView(provider, null, theme.mode)),
    hasMoreProviders: isLong || providers.some(({ button, domains }) => button === 'domain' && domains.length > 0),
  };
}

/** The draft in an address. Null if there is none. */
function readDraft(query: Query): Omit<Tenant['theme'], 'logo' | 'logoDark' | 'favicon'> | null {
  if (query['theme.mode'] === undefined) return null;
  return {
    primary: valid('primary', query['theme.primary']),
    primaryDark: valid('primary_dark', query['theme.primary_dark']),
    background: valid('background', query['theme.background']),
    backgroundDark: valid('background_dark', query['theme.background_dark']),
    radius: valid('radius', query['theme.radius']),
    font: themeFields.font.catch('system').parse(query['theme.font']),
    mode: themeFields.mode.catch('system').parse(query['theme.mode']),
    texts: typedTexts(query['theme.texts']),
  };
}

function typedTexts(typed = ''): Tenant['theme']['texts'] {
  const parsed = parseJson(typed);
  return 'value' in parsed ? themeFields.texts.catch(null).parse(parsed.value) : null;
}

/** The preview cannot follow the color scheme of the device. A theme that does is shown in the requested scheme. */
function inLight(theme: Tenant['theme'], { look }: Query): Tenant['theme'] {
  return theme.mode === 'system' ? { ...theme, mode: look === 'dark' ? 'dark' : 'light' } : theme;
}

type TypedKey = 'primary' | 'primary_dark' | 'background' | 'background_dark' | 'radius';

function valid(key: TypedKey, typed: string | undefined): string | null {
  const parsed = themeFields[key].safeParse(typed?.trim() || null);
  return parsed.success ? (parsed.data ?? null) : null;
}

/** The enabled providers that a tenant allows. A client of the tenant may allow fewer. */
function usableForTenant(
  { identityProviders }: Pick<Tenant, 'identityProviders'>,
  { providers }: Pick<Snapshot, 'providers'>,
): readonly IdentityProvider[] {
  return [...providers.values()].filter(
    ({ enabled, name }) => enabled && (identityProviders === null || identityProviders.includes(name)),
  );
}

/** The pages that a preview can show. */
export const previewPages = ['sign_in', 'consent', 'device', 'error'] as const;

type PreviewPageName = (typeof previewPages)[number];

function findPreviewPage(name: string | undefined): PreviewPageName {
  return previewPages.find((page) => page === name) ?? 'sign_in';
}

const maximumLength = 100;

/**
 * POST: shows the form of a tenant's branding in the preview frame instead of saving it. It redirects to the preview
 * with the draft in its address. Nothing is stored.
 */
export const handleTenantPreview = adminHandler({ permission: 'read' }, async ({ settings }, values) => {
  // The page of an auditor has no fields, so it shows the saved look.
  const draft = draftFields.flatMap((field) => {
    const typed = values.get(field);
    return typed === undefined ? [] : [[field, typed.slice(0, maximumLength)] as const];
  });
  const path = tenantPath((values.get('name') ?? '').slice(0, maximumLength), 'preview');
  const look = values.get('look') === 'dark' ? 'dark' : 'light';
  const page = findPreviewPage(values.get('preview_page'));
  return seeOther(`${settings.issuer}${addressWith(path, {}, { ...Object.fromEntries(draft), look, page })}`);
});
