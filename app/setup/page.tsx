import { MessageView } from '#components/interaction/problem-view';
import type { ShellContext } from '#components/interaction/shell';
import { translate } from '#lib/i18n/translate';
import { readSetupPage } from '#lib/login/setup/password';
import { interactionPage } from '#lib/next/interaction-page';
import { setStatus } from '#lib/next/set-status';
import { SetupView } from '#views/login/setup/view';

export const dynamic = 'force-dynamic';

export default interactionPage(
  (context, { one }) => {
    return readSetupPage(context, { token: one('token'), problem: one('problem'), done: one('done') === '1' });
  },
  (model, { host, locale }) => {
    if (model.page === 'setup') return <SetupView locale={locale} model={model} host={host} />;
    if (model.page === 'setup-invalid') setStatus(410);
    return <SetupEnd outcome={model.page === 'setup-done' ? 'done' : 'invalid'} locale={locale} host={host} />;
  },
);

type SetupEndProps = Pick<ShellContext, 'host' | 'locale'> & { readonly outcome: 'done' | 'invalid' };

function SetupEnd({ outcome, locale, host }: SetupEndProps) {
  return (
    <MessageView
      locale={locale}
      page={outcome === 'done' ? 'setup-done' : 'error'}
      host={host}
      title={translate(locale, `setup.${outcome}.heading`)}
      heading={translate(locale, `setup.${outcome}.heading`)}
      text={translate(locale, `setup.${outcome}.text`)}
      link={
        outcome === 'done'
          ? { text: translate(locale, 'reset.done.sign_in'), href: '/account' }
          : { text: translate(locale, 'error.home'), href: '/' }
      }
    />
  );
}
