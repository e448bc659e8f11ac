import { readTrial } from '#lib/federation/trial/read-trial';
import type { TrialReport } from '#lib/federation/trial/report';
import type { AdminContext } from '../admin-context';
import { type Discovery, discover } from './discover';
import type { ProviderDetail } from './read-provider';

/** How this person's last test of a provider ended; it is shown to nobody else. */
export async function readLastTest(
  admin: AdminContext,
  name: string,
): Promise<{ readonly report: TrialReport; readonly at: Date } | null> {
  const { sub } = admin.principal;
  return sub === null ? null : readTrial(name, sub, admin);
}

/** What the provider sent at this person's last test, by its own names; null without one. */
export async function readExamples(
  admin: AdminContext,
  name: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const last = await readLastTest(admin, name);
  return last?.report.outcome === 'passed' ? last.report.claims : null;
}

/** What the issuer of a provider says now. */
export function rediscover(admin: AdminContext, { settings }: Pick<ProviderDetail, 'settings'>): Promise<Discovery> {
  return discover(admin, typeof settings.issuer === 'string' ? settings.issuer : '');
}
