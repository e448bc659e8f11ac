import { Button } from '#components/ui/button';
import { TextLink } from '#components/ui/text-link';
import type { NoticeRow } from '#lib/account/notices/notices';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm } from './account-form';
import { formatMoment } from './moment';

type NoticesViewProps = {
  readonly locale: Locale;
  readonly csrf: string;
  readonly rows: readonly NoticeRow[];
  readonly timeZone: string;
};

/** The events of the account since the person last read its notices. */
export function NoticesView({ locale, csrf, rows, timeZone }: NoticesViewProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="notices" className="grid gap-3 rounded-box border border-brand/50 bg-brand/10 px-4 py-4">
      <h2 id="notices" className="font-semibold">
        {translate(locale, 'account.notices.title')}
      </h2>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} data-notice={row.id} className="grid">
            <span className="font-semibold text-[0.9375rem]">{translate(locale, row.key)}</span>
            <span className="flex flex-wrap gap-x-3 text-sm">
              <span>{formatMoment(locale, row.at, timeZone)}</span>
              {row.facts.map((fact) => (
                <bdi key={fact}>{displayText(fact)}</bdi>
              ))}
              {row.place !== null && <span>{translate(locale, 'account.devices.near', { place: row.place })}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <AccountForm locale={locale} form={{ action: '/account/notices/submit', csrf }}>
          <input type="hidden" name="notices" value={rows.map(({ id }) => id).join(' ')} />
          <Button size="small" className="min-h-11">
            {translate(locale, 'account.notices.read')}
          </Button>
        </AccountForm>
        <TextLink href="/account/devices" className="text-sm">
          {translate(locale, 'account.notices.check')}
        </TextLink>
      </div>
    </section>
  );
}
