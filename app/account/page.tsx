import { NoticesView } from '#components/account/notices-view';
import { PasskeyOfferView } from '#components/account/passkeys/passkey-offer-view';
import { ProfileView } from '#components/account/profile-view';
import { TextLink } from '#components/ui/text-link';
import { deletionOn } from '#lib/account/deletion/submit-deletion';
import { readNotices } from '#lib/account/notices/notices';
import { findPasskeyOffer } from '#lib/account/passkeys/passkey-offer';
import { readProfile } from '#lib/account/profile/read-profile';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-profile',
  section: 'profile',
  render: async ({ context, session, locale, form }) => {
    const rows = await readProfile(session.user, context);
    const notices = await readNotices(session, locale, context);
    const offer = await findPasskeyOffer(session, context);
    const name = rows.find(({ field }) => field === 'name')?.value ?? session.user.username;
    return {
      title: translate(locale, 'account.sections.profile'),
      text: translate(locale, 'account.profile.text'),
      body: (
        <>
          <NoticesView locale={locale} csrf={form.csrf} rows={notices} timeZone={timeZoneOf(session.user)} />
          <PasskeyOfferView locale={locale} csrf={form.csrf} id={offer} />
          <ProfileView locale={locale} rows={rows} name={name} />
          {deletionOn(context) && (
            <p className="text-sm">
              <TextLink href="/account/delete">{translate(locale, 'account.delete.title')}</TextLink>
            </p>
          )}
        </>
      ),
    };
  },
});
