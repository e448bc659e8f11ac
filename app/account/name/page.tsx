import { NameView } from '#components/account/profile-view';
import { readName } from '#lib/account/profile/name';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-name',
  section: 'profile',
  render: async ({ context, session, locale, form }) => ({
    title: translate(locale, 'account.profile.name'),
    text: translate(locale, 'account.name.text'),
    body: <NameView locale={locale} form={form} fields={await readName(session.user, context)} />,
  }),
});
