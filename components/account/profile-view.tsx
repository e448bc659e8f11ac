import { Badge } from '#components/ui/badge';
import { Name } from '#components/ui/name';
import { PersonPicture } from '#components/ui/person-picture';
import { TextLink } from '#components/ui/text-link';
import type { ProfileRow } from '#lib/account/profile/read-profile';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { SummaryList, SummaryRow } from './summary-list';

type ProfileViewProps = { readonly locale: Locale; readonly rows: readonly ProfileRow[]; readonly name: string };

/** The personal data in the account, one row with a link for each value. */
export function ProfileView({ locale, rows, name }: ProfileViewProps) {
  return (
    <SummaryList>
      {rows.map((row) => {
        const label = translate(locale, `account.profile.${row.field}`);
        return (
          <SummaryRow
            key={row.field}
            label={label}
            action={
              row.managedBy === null ? (
                <TextLink href={row.href} aria-label={translate(locale, 'account.profile.change_label', { label })}>
                  {translate(locale, 'account.profile.change')}
                </TextLink>
              ) : null
            }
          >
            <Value locale={locale} row={row} name={name} />
          </SummaryRow>
        );
      })}
    </SummaryList>
  );
}

function Value({ locale, row, name }: { readonly locale: Locale; readonly row: ProfileRow; readonly name: string }) {
  const { value, picture, state, managedBy } = row;
  return (
    <>
      {state === 'not_set' && <Badge>{translate(locale, 'account.state.not_set')}</Badge>}
      {value !== null && (
        <span className="flex flex-wrap items-center gap-2">
          {picture !== null && <PersonPicture name={name} picture={picture} />}
          {row.field === 'picture' ? (
            picture === null && translate(locale, 'account.profile.is_set')
          ) : (
            <Name>{displayText(value)}</Name>
          )}
          {state === 'unverified' && <Badge tone="warning">{translate(locale, 'account.state.unverified')}</Badge>}
          {managedBy !== null && <Badge>{translate(locale, 'account.state.managed', { provider: managedBy })}</Badge>}
        </span>
      )}
      {managedBy !== null && (
        <span className="block text-muted-foreground text-sm">
          {translate(locale, 'account.state.managed_text', { provider: managedBy })}
        </span>
      )}
    </>
  );
}
