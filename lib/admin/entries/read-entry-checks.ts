import type { Section } from '#lib/config/sections';
import type { AdminContext } from '../admin-context';
import type { Check } from '../checks/check';
import { currentChecks } from '../checks/current-checks';

/** The findings about one entry, most severe first. */
export async function readEntryChecks(
  admin: AdminContext,
  { target }: Pick<Section, 'target'>,
  key: string,
): Promise<readonly Check[]> {
  const kind = target === 'identity_provider' ? 'provider' : target;
  return (await currentChecks(admin)).filter(({ object }) => object.kind === kind && object.id === key);
}
