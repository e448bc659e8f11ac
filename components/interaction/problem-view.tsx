import { ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { TextLink } from '#components/ui/text-link';
import type { Problem } from '#lib/http/page-models';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { textOf, translate } from '#lib/i18n/translate';
import { ClientWay } from './client-way';
import { DetailList } from './detail-list';
import { Shell, type ShellContext } from './shell';

type ProblemViewProps = ShellContext & { readonly model: Problem };

/** The problems that people also have when they are not signing in. The title of the page is theirs (WCAG 2.4.2). */
const everywhere: ReadonlySet<Problem['problem']> = new Set([
  'forbidden_origin',
  'form_outdated',
  'not_found',
  'request_too_large',
  'server_error',
  'unavailable',
]);

/** The problems that automation tells apart by the name of the page (`data-page`). */
const pages: Readonly<Partial<Record<Problem['problem'], string>>> = {
  agent_pending: 'agent-pending',
  agent_limit: 'agent-limit',
};

/** Why a page cannot be shown: a sentence for the person, and folded details for the developer. */
export function ProblemView({ model, ...shell }: ProblemViewProps) {
  const { locale } = shell;
  const say = (part: 'title' | 'text') =>
    textOf(locale, { key: `error.${model.problem}.${part}`, values: { host: model.host ?? '' } });
  const title = everywhere.has(model.problem) ? say('title') : translate(locale, 'error.page_title');
  return (
    <Shell {...shell} frame={model.frame ?? shell.frame} page={pages[model.problem] ?? 'error'} title={title}>
      <Heading text={say('text')}>{say('title')}</Heading>
      <Ways locale={locale} model={model} />
      <DetailList locale={locale} details={model.details} />
      <p className="text-muted-foreground text-sm">
        <span className="font-mono rtl:font-sans">
          {translate(locale, 'error.reference', { reference: model.reference })}
        </span>
        <br />
        {translate(locale, 'error.reference_hint')}
      </p>
      {model.investigate && (
        <p className="-my-2.5">
          <TextLink href={model.investigate}>{translate(locale, 'error.investigate')}</TextLink>
        </p>
      )}
    </Shell>
  );
}

/** Links to retry if that may help, and to the application or the start page. */
function Ways({ locale, model }: { readonly locale: Locale; readonly model: Problem }) {
  const { again, continueTo } = model;
  return (
    <div className="grid gap-3">
      {again && (
        <ButtonLink variant="primary" href={again.href}>
          {translate(locale, `error.${again.word}`)}
        </ButtonLink>
      )}
      {continueTo && /^https?:\/\//i.test(continueTo.uri) ? (
        <ClientWay
          locale={locale}
          to={continueTo}
          text={translate(locale, 'error.continue_to', { app: displayText(continueTo.app) })}
          variant={again ? 'secondary' : 'primary'}
        />
      ) : (
        <ButtonLink variant="secondary" href="/">
          {translate(locale, 'error.home')}
        </ButtonLink>
      )}
    </div>
  );
}
