import { DeleteView } from '#components/account/delete-view';
import { deletionOn } from '#lib/account/deletion/submit-deletion';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-delete',
  section: 'profile',
  exists: deletionOn,
  fresh: true,
  render: async ({ session, locale, form }) => ({
    title: translate(locale, 'account.delete.title'),
    text: translate(locale, 'account.delete.text'),
    body: <DeleteView locale={locale} form={form} username={session.user.username} />,
  }),
});
