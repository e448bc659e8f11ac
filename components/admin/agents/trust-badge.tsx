import { Badge } from '#components/ui/badge';
import type { Trust } from '#lib/clients/agents/trust';
import { adminTexts } from '#lib/i18n/admin/texts';

const tones = { unknown: 'warning', trusted_domain: 'neutral', approved: 'good', blocked: 'bad' } as const;

/** How far an agent is trusted. */
export function TrustBadge({ trust }: { readonly trust: Trust }) {
  return <Badge tone={tones[trust]}>{adminTexts.agents.trust[trust]}</Badge>;
}
