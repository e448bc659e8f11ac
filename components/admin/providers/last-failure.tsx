import type { ProviderHealth } from '#lib/admin/providers/read-health';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

type LastFailureProps = { readonly failure: NonNullable<ProviderHealth['lastFailure']> };

/** When and why signing in at a provider failed last, and where that is explained. */
export function LastFailure({ failure: { at, description, reason, reference } }: LastFailureProps) {
  return (
    <span className="block max-w-80 whitespace-normal break-words text-muted-foreground text-xs">
      {adminTexts.providers.usage.lastFailure} <Moment at={at} />:{' '}
      <a href={`/admin/requests/${encodeURIComponent(reference)}`} className="underline underline-offset-4">
        {description}
      </a>
      {reason !== null && ` (${reason})`}
    </span>
  );
}
