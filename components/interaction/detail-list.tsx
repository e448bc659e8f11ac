import type { ReactNode } from 'react';
import { Details } from '#components/ui/details';
import type { Problem } from '#lib/http/page-models';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type DetailListProps = {
  readonly locale: Locale;
  readonly details: Problem['details'];
  /** Below them. */
  readonly children?: ReactNode;
};

/** Folded details for the application's developer. One press selects all, so that they can be copied without a script. */
export function DetailList({ locale, details, children }: DetailListProps) {
  if (details.length === 0) return null;
  return (
    <Details summary={translate(locale, 'error.details')}>
      <dl className="grid select-all gap-3 font-mono text-sm [overflow-wrap:anywhere]">
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt className="font-sans text-muted-foreground">{label}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Details>
  );
}
