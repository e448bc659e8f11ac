import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { providerPath } from '#lib/admin/entries/entry-path';
import type { Discovery } from '#lib/admin/providers/discover';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DiscoveryView } from './discovery-view';

type DiscoveryPanelProps = { readonly name: string; readonly discovery: Discovery | null };

/** The provider's metadata, when somebody asks for it. */
export function DiscoveryPanel({ name, discovery }: DiscoveryPanelProps) {
  const texts = adminTexts.providers.discovery;
  return (
    <Panel
      id="metadata"
      title={texts.title}
      actions={<ButtonLink href={`${providerPath(name)}?discover=1#metadata`}>{texts.load}</ButtonLink>}
    >
      {discovery ? (
        <DiscoveryView discovery={discovery} />
      ) : (
        <p className="text-muted-foreground text-sm">{texts.loadText}</p>
      )}
    </Panel>
  );
}
