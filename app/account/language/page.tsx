import { LanguageView } from '#components/account/language-view';
import { readLanguage } from '#lib/account/profile/language';
import { timeZones } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-language',
  section: 'profile',
  render: async ({ context, session, locale, form }) => {
    const choice = await readLanguage(session.user, context);
    return {
      title: translate(locale, 'account.language.title'),
      text: translate(locale, 'account.language.text'),
      body: <LanguageView locale={locale} form={form} choice={choice} timeZones={timeZones} />,
    };
  },
});
