import type { Comparison } from '#lib/admin/requests/compare-values';
import { adminTexts } from '#lib/i18n/admin/texts';

/** What came beside what is registered; from the first difference on it is marked. */
export function ComparisonView({ comparison }: { readonly comparison: Comparison }) {
  const texts = adminTexts.requests.detail;
  const { received, receivedParts, registered, isAddress } = comparison;
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_1fr]">
      {received !== null && (
        <>
          <dt className="text-muted-foreground">{texts.received}</dt>
          <dd className="min-w-0">
            <Value {...(receivedParts ?? { common: received, rest: '' })} />
          </dd>
        </>
      )}
      <dt className="text-muted-foreground">{isAddress ? texts.registered : texts.allowed}</dt>
      <dd className="grid min-w-0 gap-3">
        {registered.length === 0 && <span className="text-muted-foreground">{texts.nothingRegistered}</span>}
        {registered.map(({ value, common, rest, difference }) => (
          <div key={value} className="grid gap-0.5">
            <Value common={common} rest={rest} />
            {isAddress && (
              <span className="text-muted-foreground text-xs">
                {difference === null ? texts.same : texts.differs(difference)}
              </span>
            )}
          </div>
        ))}
      </dd>
    </dl>
  );
}

/** Addresses read from left to right in every language; what differs is underlined, not only colored. */
function Value({ common, rest }: { readonly common: string; readonly rest: string }) {
  return (
    <code className="break-all" dir="ltr">
      {common}
      {rest !== '' && (
        <mark className="rounded-sm bg-warning-soft text-foreground underline decoration-2 decoration-destructive">
          {rest}
        </mark>
      )}
    </code>
  );
}
