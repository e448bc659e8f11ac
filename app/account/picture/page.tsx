import { PictureView } from '#components/account/picture-view';
import { personView } from '#lib/account/person-view';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-picture',
  section: 'profile',
  render: async ({ context, session, locale, form }) => {
    const { user } = session;
    const person = personView(user, context.settings.issuer);
    const canRemove = user.claims.picture !== undefined;
    return {
      title: translate(locale, 'account.profile.picture'),
      text: translate(locale, 'account.picture.text'),
      body: <PictureView locale={locale} form={form} person={person} canRemove={canRemove} />,
    };
  },
});
