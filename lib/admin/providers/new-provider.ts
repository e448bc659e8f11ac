import { problemsOf } from '#lib/config/problem';
import { sentenceOf } from '#lib/i18n/admin/problems';
import { providerFields } from '#lib/providers/schema';
import { expectation } from '#lib/vocabulary/expectation';
import type { AdminContext } from '../admin-context';
import { alreadyThere } from '../entries/change-entry';
import { notFound } from '../not-found';
import type { Query } from '../query';
import { type Discovery, discover } from './discover';
import { isPresetName, type PresetName, presets } from './presets';
import { providerSection } from './provider-section';

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
};

/** @throws AdminError `not_found` for an unknown preset */
export async function readNewProvider(
  admin: AdminContext,
  presetName: string | undefined,
  query: Query,
): Promise<NewProvider> {
  if (presetName === undefined || !isPresetName(presetName)) throw notFound();
  const preset = presets[presetName];
  const isAsked = query.name !== undefined;
  const name = query.name?.trim() ?? freeName(preset.name, admin);
  const displayName = query.display_name?.trim() || preset.displayName || name;
  const issuer = query.issuer?.trim() ?? preset.issuer ?? '';
  const nameProblem = isAsked ? findNameProblem(name, admin) : null;
  const asksIssuer = isAsked && preset.type === 'oidc' && nameProblem === null;
  const discovery = asksIssuer ? await discover(admin, issuer) : null;
  const isFound = preset.type !== 'oidc' || (discovery !== null && 'metadata' in discovery);
  const isReady = isAsked && nameProblem === null && isFound;
  return {
    preset: presetName,
    name,
    displayName: isAsked ? displayName : preset.displayName,
    issuer,
    nameProblem,
    discovery,
    isReady,
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
