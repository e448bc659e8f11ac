import { Facts } from '#components/ui/facts';
import type { ProviderUsage } from '#lib/admin/providers/read-provider';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

/** How many people use a provider, and when one last signed in. */
export function UsageFacts({ usage }: { readonly usage: ProviderUsage }) {
  const texts = adminTexts.providers.usage;
  const { people, lastSignIn, dependants, limit } = usage;
  return (
    <Facts
      facts={[
        [texts.people, formatNumber(people)],
        [texts.last, lastSignIn === null ? adminTexts.shell.never : <Moment key="last" full at={lastSignIn} />],
        [texts.dependants, dependants > limit ? texts.more(limit) : formatNumber(dependants)],
      ]}
    />
  );
}
