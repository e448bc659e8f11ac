import { Facts } from '#components/ui/facts';
import type { ProviderHealth } from '#lib/admin/providers/read-health';
import type { ProviderUsage } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { LastFailure } from './last-failure';

type UsageFactsProps = {
  readonly usage: ProviderUsage;
  /** Left out where only who depends on it matters. */
  readonly day?: { readonly health: ProviderHealth; readonly isSample: boolean };
};

/** Who uses a provider. */
export function UsageFacts({ usage, day }: UsageFactsProps) {
  const texts = adminTexts.providers.usage;
  const { people, lastSignIn, dependants, limit } = usage;
  return (
    <Facts
      facts={[
        [texts.people, people],
        [texts.last, lastSignIn === null ? adminTexts.shell.never : <Moment key="last" full at={lastSignIn} />],
        [
          texts.dayLabel,
          day && texts.day(day.health.succeeded, day.health.failed) + (day.isSample ? texts.sample : ''),
        ],
        [texts.lastFailure, day?.health.lastFailure && <LastFailure key="failure" failure={day.health.lastFailure} />],
        [texts.dependants, dependants > limit ? texts.more(limit) : dependants],
      ]}
    />
  );
}
