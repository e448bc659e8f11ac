import { Badge } from '#components/ui/badge';
import type { Trust } from '#lib/clients/agents/trust';
import { adminTexts } from '#lib/i18n/admin/texts';

const tones = { unknown: 'warning', trusted_domain: 'neutral', approved: 'good', blocked: 'bad' } as const;

type TrustBadgeProps = { readonly trust: Trust; readonly awaitsApproval: boolean };

/** How far an agent is trusted. */
export function TrustBadge({ trust, awaitsApproval }: TrustBadgeProps) {
  if (awaitsApproval) return <Badge tone="info">{adminTexts.agents.waiting}</Badge>;
  return <Badge tone={tones[trust]}>{adminTexts.agents.trust[trust]}</Badge>;
}
