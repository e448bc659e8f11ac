import { Panel } from '#components/ui/panel';
import type { Discovery } from '#lib/admin/providers/discover';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DiscoveryView } from './discovery-view';

/** Fetches the provider's metadata on request. */
export function DiscoveryPanel({ discovery }: { readonly discovery: Discovery }) {
  return (
    <Panel id="metadata" title={adminTexts.providers.discovery.title}>
      <DiscoveryView discovery={discovery} />
    </Panel>
  );
}
