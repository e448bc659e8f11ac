import { MessageView } from '#components/interaction/message-view';
import { SetupView } from '#components/interaction/setup-view';
import { translate } from '#lib/i18n/translate';
import { readSetupPage } from '#lib/login/setup-password';
import { pageLocale } from '#lib/next/page-locale';
import { readPage } from '#lib/next/read-page';
import { setStatus } from '#lib/next/set-status';
import { showProblem } from '../(interaction)/show-problem';

export const dynamic = 'force-dynamic';

type Query = Promise<Readonly<Record<string, string | string[] | undefined>>>;

export default async function SetupRoute({ searchParams }: { readonly searchParams: Query }) {
  const query = await searchParams;
  const input = { token: one(query.token), problem: one(query.problem), done: query.done === '1' };
  const { model, ...shell } = await readPage((context) => readSetupPage(context, input));
  if (model.page === 'problem') return showProblem(model, shell);
  const { host } = shell;
  if (model.page === 'setup') return <SetupView locale={await pageLocale()} model={model} host={host} />;
  if (model.page === 'setup-invalid') setStatus(410);
  return <SetupEnd outcome={model.page === 'setup-done' ? 'done' : 'invalid'} host={host} />;
}

async function SetupEnd({ outcome, host }: { readonly outcome: 'done' | 'invalid'; readonly host: string }) {
  const locale = await pageLocale();
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

function one(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
