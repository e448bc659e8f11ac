import { Details } from '#components/ui/details';
import type { Problem } from '#lib/http/page-models';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type DetailListProps = { readonly locale: Locale; readonly details: Problem['details'] };

/**
 * Folded details for the application's developer. These pages have no scripts, so one click selects all text for
 * copying.
 */
export function DetailList({ locale, details }: DetailListProps) {
  if (details.length === 0) return null;
  return (
    <Details summary={translate(locale, 'error.details')}>
      <dl className="grid select-all gap-3 font-mono text-sm">
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt className="font-sans text-muted-foreground">{label}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
      </dl>
    </Details>
  );
}
