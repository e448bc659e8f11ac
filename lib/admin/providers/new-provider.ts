import { problemsOf } from '#lib/config/problem';
import { fetchMetadata, type ProviderMetadata } from '#lib/federation/provider-metadata';
import type { TrialReport } from '#lib/federation/trial/report';
import { readProviderTrial } from '#lib/federation/trial/trial';
import { translateError, type UpstreamProblem } from '#lib/federation/upstream-error';
import { sentenceOf } from '#lib/i18n/admin/problems';
import { isOutboundError } from '#lib/outbound/outbound-error';
import { isSharedIssuer, providerFields } from '#lib/providers/schema';
import { expectation } from '#lib/vocabulary/expectation';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { alreadyThere } from '../entries/change-entry';
import type { Query } from '../query';
import { isKnown, isPresetName, type Preset, type PresetName, presets } from './presets';
import type { ProviderDetail } from './read';
import { providerSection } from './section';

/** The input of the first half of the wizard. It is enough to show what to register at the provider. */
export type NewProvider = {
  readonly preset: PresetName;
  readonly name: string;
  readonly displayName: string;
  readonly issuer: string;
  /** The problem of the name. Null if there is none, or no name yet. */
  readonly nameProblem: string | null;
  /** The result of discovery. Null before the issuer was asked. */
  readonly discovery: Discovery | null;
  /** Everything that the second half needs is there. */
  readonly isReady: boolean;
  /** Everybody connects to this provider in the same way: see isKnown(). */
  readonly isShort: boolean;
};

/** @throws AdminError `not_found` for an unknown preset */
export async function readNewProvider(
  admin: AdminContext,
  presetName: string | undefined,
  query: Query,
): Promise<NewProvider> {
  if (presetName === undefined || !isPresetName(presetName)) throw notFound();
  const preset: Preset = presets[presetName];
  const isAsked = query.name !== undefined;
  const name = query.name?.trim() ?? freeName(preset.name, admin);
  const displayName = query.display_name?.trim() || preset.displayName || name;
  const issuer = query.issuer?.trim() ?? preset.issuer ?? '';
  const nameProblem = isAsked ? findNameProblem(name, admin) : null;
  const asksIssuer = isAsked && preset.type === 'oidc' && nameProblem === null;
  const discovery = asksIssuer ? await discover(admin, issuer) : null;
  const isFound = preset.type !== 'oidc' || (discovery !== null && 'metadata' in discovery);
  const isShort = !isAsked && isKnown(preset) && name !== '';
  const isReady = isShort || (isAsked && nameProblem === null && isFound);
  return {
    preset: presetName,
    name,
    displayName: isAsked ? displayName : preset.displayName,
    issuer,
    nameProblem,
    discovery,
    isReady,
    isShort,
  };
}

function findNameProblem(name: string, { snapshot }: AdminContext): string | null {
  const parsed = providerFields.name.safeParse(name, { error: expectation });
  const [problem] = parsed.success
    ? snapshot.providers.has(name)
      ? alreadyThere(providerSection, name).fields
      : []
    : problemsOf(parsed.error.issues);
  return problem === undefined ? null : sentenceOf({ ...problem, field: 'name' }, 'identity_providers').text;
}

function freeName(name: string, { snapshot }: AdminContext): string {
  if (name === '' || !snapshot.providers.has(name)) return name;
  const next = [2, 3, 4, 5, 6, 7, 8, 9].find((number) => !snapshot.providers.has(`${name}-${number}`));
  return next === undefined ? '' : `${name}-${next}`;
}

/** The metadata of a provider, or the reason why it could not be read. */
export type Discovery =
  | { readonly issuer: string; readonly metadata: ProviderMetadata }
  | { readonly issuer: string; readonly problem: UpstreamProblem | 'refused' | 'no_issuer'; readonly reason: string };

/**
 * Fetches the metadata of an issuer. The HTTP client refuses private addresses (security #123).
 * @param tenants those of a stored provider; of a new one, they are typed later
 */
export async function discover(
  { settings }: AdminContext,
  typed: string,
  tenants?: readonly string[],
): Promise<Discovery> {
  const parsed = providerFields.issuer.safeParse(typed, { error: expectation });
  const issuer = parsed.data ?? null;
  if (issuer === null) {
    const [issue] = problemsOf(parsed.error?.issues ?? []);
    const empty = { code: 'issuer_missing' };
    const { text } = sentenceOf({ ...(issue ?? empty), field: 'issuer' }, 'identity_providers');
    return { issuer: typed, problem: 'no_issuer', reason: text };
  }
  try {
    return {
      issuer,
      metadata: await fetchMetadata(
        { issuer, allowedTenants: tenants ?? (isSharedIssuer(issuer) ? ['any'] : []) },
        settings,
      ),
    };
  } catch (error) {
    const { code, message } = translateError(error);
    const isRefused = isOutboundError(error) && error.code === 'refused';
    return { issuer, problem: isRefused ? 'refused' : code, reason: message };
  }
}

/** The result of this person's last test of a provider. Nobody else sees it. */
export async function readLastTest(
  admin: AdminContext,
  name: string,
): Promise<{ readonly report: TrialReport; readonly at: Date } | null> {
  const { sub } = admin.principal;
  return sub === null ? null : readProviderTrial(name, sub, admin);
}

/** The claims that the provider sent in this person's last test, by its own names. Null without a test. */
export async function readExamples(
  admin: AdminContext,
  name: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const last = await readLastTest(admin, name);
  return last?.report.outcome === 'passed' ? last.report.claims : null;
}

/** Fetches the current metadata of a provider's issuer. */
export function rediscover(admin: AdminContext, { settings }: Pick<ProviderDetail, 'settings'>): Promise<Discovery> {
  const { issuer, allowed_tenants: tenants } = settings;
  return discover(admin, typeof issuer === 'string' ? issuer : '', providerFields.allowed_tenants.parse(tenants));
}
