import type { ProviderHealth } from '#lib/admin/providers/read-health';
import { requestPath } from '#lib/admin/requests/feature';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';

type LastFailureProps = { readonly failure: NonNullable<ProviderHealth['lastFailure']> };

/** The last failed sign-in at a provider: its time, its reason and a link to its explanation. */
export function LastFailure({ failure: { at, problem, reason, reference } }: LastFailureProps) {
  return (
    <>
      <Moment at={at} />:{' '}
      <a href={requestPath(reference)} className="underline underline-offset-4">
        {adminTexts.providers.usage.problems[problem]}
      </a>
      {reason !== null && ` (${reason})`}
    </>
  );
}
