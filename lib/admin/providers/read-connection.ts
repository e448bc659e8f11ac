import type { TrialReport } from '#lib/federation/trial/report';
import { readProviderTrial } from '#lib/federation/trial/trial';
import { providerFields } from '#lib/providers/schema';
import type { AdminContext } from '../admin-context';
import { type Discovery, discover } from './discover';
import type { ProviderDetail } from './read-provider';

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
