import { Facts } from '#components/ui/facts';
import type { ClientUsage } from '#lib/admin/clients/read-usage';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

type UsageFactsProps = {
  readonly usage: ClientUsage;
  readonly limit: number;
  readonly lastUsedAt: Date | null;
};

/** The grants of a client and the time of its last use. */
export function UsageFacts({ usage, limit, lastUsedAt }: UsageFactsProps) {
  const texts = adminTexts.clients.activity;
  const told = (count: number) => (count > limit ? texts.more(limit) : formatNumber(count));
  return (
    <Facts
      facts={[
        [texts.lastUsed, lastUsedAt === null ? texts.notUsed : <Moment key="used" full at={lastUsedAt} />],
        [texts.people, told(usage.people)],
        [texts.grants, told(usage.grants)],
        [texts.consents, told(usage.consents)],
        [texts.tokens, told(usage.tokens)],
      ]}
    />
  );
}
