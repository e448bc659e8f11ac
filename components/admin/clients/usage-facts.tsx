import type { ClientUsage } from '#lib/admin/clients/read-usage';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Facts } from '../ui/facts';

/** What lives of a client. */
export function UsageFacts({ usage, limit }: { readonly usage: ClientUsage; readonly limit: number }) {
  const texts = adminTexts.clients.activity;
  const told = (count: number) => (count > limit ? texts.more(limit) : count.toLocaleString('en'));
  return (
    <Facts
      facts={[
        [texts.people, told(usage.people)],
        [texts.grants, told(usage.grants)],
        [texts.consents, told(usage.consents)],
        [texts.tokens, told(usage.tokens)],
      ]}
    />
  );
}
