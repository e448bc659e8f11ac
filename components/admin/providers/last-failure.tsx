import type { ProviderHealth } from '#lib/admin/providers/read-health';
import { Moment } from '../moment';

type LastFailureProps = { readonly failure: NonNullable<ProviderHealth['lastFailure']> };

/** When and why signing in at a provider failed last, and where that is explained. */
export function LastFailure({ failure: { at, description, reason, reference } }: LastFailureProps) {
  return (
    <>
      <Moment at={at} />:{' '}
      <a href={`/admin/debug/requests/${encodeURIComponent(reference)}`} className="underline underline-offset-4">
        {description}
      </a>
      {reason !== null && ` (${reason})`}
    </>
  );
}
