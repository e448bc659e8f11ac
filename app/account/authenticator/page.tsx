import { AuthenticatorView } from '#components/account/factors/factors-view';
import { readAuthenticator } from '#lib/account/factors/read-factors';
import { timeZoneOf } from '#lib/account/time-zone';
import { translate } from '#lib/i18n/translate';
import { accountPage } from '#lib/next/account-page';

export const dynamic = 'force-dynamic';

export default accountPage({
  page: 'account-authenticator',
  section: 'security',
  fresh: true,
  render: async ({ context, session, locale, form, query }) => {
    const { setup } = form.typed;
    const wanted = setup === undefined || setup === '' ? query : { ...query, setup, replace: '1' };
    const model = await readAuthenticator(session, wanted, context);
    return {
      title: translate(locale, 'factor.way.totp'),
      text: translate(locale, 'account.authenticator.text'),
      body: <AuthenticatorView locale={locale} form={form} model={model} timeZone={timeZoneOf(session.user)} />,
    };
  },
});
