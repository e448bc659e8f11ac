import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { PersonPicture } from '#components/ui/person-picture';
import { Name, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { deletionOn } from '../deletion/form';
import { AccountForm, type AccountPage, formatMoment, type Shown, SummaryList, SummaryRow } from '../kit/view';
import { findPasskeyOffer } from '../passkeys/passkey-offer';
import { type NoticeRow, type ProfileRow, readNotices, readProfile } from './read';

export const frontPages: readonly AccountPage[] = [
  {
    path: '',
    page: 'account-profile',
    section: 'profile',
    title: 'account.sections.profile',
    text: 'account.profile.text',
    render: async ({ context, session, locale, timeZone, form: { csrf } }) => {
      const rows = await readProfile(session.user, context);
      const name = rows.find(({ field }) => field === 'name')?.value ?? session.user.username;
      const notices = await readNotices(session, locale, context);
      const body = (
        <>
          <NoticesView locale={locale} csrf={csrf} rows={notices} timeZone={timeZone} />
          <PasskeyOfferView locale={locale} csrf={csrf} id={await findPasskeyOffer(session, context)} />
          <ProfileView locale={locale} rows={rows} name={name} />
          {deletionOn(context) && (
            <p className="text-sm">
              <TextLink href="/account/delete">{translate(locale, 'account.delete.title')}</TextLink>
            </p>
          )}
        </>
      );
      return { body };
    },
  },
];

type ProfileViewProps = { readonly locale: Locale; readonly rows: readonly ProfileRow[]; readonly name: string };

/** The personal data in the account, one row with a link for each value. */
function ProfileView({ locale, rows, name }: ProfileViewProps) {
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

type NoticesViewProps = Shown<'timeZone'> & { readonly csrf: string; readonly rows: readonly NoticeRow[] };

/** The events of the account since the person last read its notices. */
function NoticesView({ locale, csrf, rows, timeZone }: NoticesViewProps) {
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

type PasskeyOfferViewProps = {
  readonly locale: Locale;
  readonly csrf: string;
  /** The notice with the offer, or null. */
  readonly id: string | null;
};

/** Offers to create a passkey after a recovery. The person may decline. */
function PasskeyOfferView({ locale, csrf, id }: PasskeyOfferViewProps) {
  if (id === null) return null;
  return (
    <section
      aria-labelledby="passkey-offer"
      data-passkey-offer
      className="grid gap-3 rounded-box border border-border bg-card px-4 py-4"
    >
      <div className="grid gap-1">
        <h2 id="passkey-offer" className="font-semibold">
          {translate(locale, 'passkey.list.hero')}
        </h2>
        <p className="text-muted-foreground text-sm">{translate(locale, 'account.passkey_offer.text')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink variant="primary" href="/account/passkeys/new" className="sm:w-fit">
          {translate(locale, 'passkey.list.create')}
        </ButtonLink>
        <AccountForm locale={locale} form={{ action: '/account/notices/submit', csrf }} className="w-full sm:w-fit">
          <input type="hidden" name="notices" value={id} />
          <Button variant="quiet" name="decision" value="decline" className="sm:w-fit">
            {translate(locale, 'account.passkey_offer.later')}
          </Button>
        </AccountForm>
      </div>
    </section>
  );
}
