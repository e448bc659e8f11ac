import type { ProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { Facts } from '../ui/facts';

/** Who uses a provider. */
export function UsageFacts({ usage }: { readonly usage: ProviderUsage }) {
  const texts = adminTexts.providers.usage;
  const { people, lastSignIn, dependants, limit } = usage;
  return (
    <Facts
      facts={[
        [texts.people, people],
        [texts.last, lastSignIn === null ? adminTexts.shell.never : <Moment key="last" at={lastSignIn} />],
        [texts.dependants, dependants > limit ? texts.more(limit) : dependants],
      ]}
    />
  );
}
