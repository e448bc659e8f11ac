import type { AdminContext } from '../admin-context';
import { type Discovery, discover } from './discover';
import { getProvider } from './read-provider';
import { recordTest } from './record-test';

/**
 * Asks a provider for its metadata, as a sign-in begins. That somebody tried is an event.
 * @returns null for GitHub, which publishes none: there only a person can try (see handleProviderTest())
 * @throws AdminError `not_found`
 */
export async function checkConnection(admin: AdminContext, name: string): Promise<Discovery | null> {
  const provider = await getProvider(admin, name);
  if (provider.type === 'github') return null;
  const discovery = await discover(admin, provider.issuer ?? '');
  await recordTest(admin, provider, 'problem' in discovery ? 'failure' : 'success');
  return discovery;
}
