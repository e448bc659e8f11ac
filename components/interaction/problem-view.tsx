import { ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { Heading } from '#components/ui/heading';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ProblemPage } from '#lib/login/page-models';
import { Shell, type ShellContext } from './shell';

type ProblemViewProps = ShellContext & { readonly model: ProblemPage };

/** Why a page cannot be shown, for two readers: a sentence for the person, folded details for the developer. */
export function ProblemView({ model, ...shell }: ProblemViewProps) {
  const { locale } = shell;
  return (
    <Shell {...shell} frame={model.frame} page="error" title={translate(locale, 'error.page_title')}>
      <Heading text={translate(locale, `error.${model.problem}.text`)}>
        {translate(locale, `error.${model.problem}.title`)}
      </Heading>
      <Ways locale={locale} model={model} />
      {model.details.length > 0 && (
        <Details summary={translate(locale, 'error.details')}>
          <dl className="grid gap-3 font-mono text-sm [overflow-wrap:anywhere]">
            {model.details.map((detail) => (
              <div key={detail.label}>
                <dt className="font-sans text-muted-foreground">{detail.label}</dt>
                <dd dir="ltr">{detail.value}</dd>
              </div>
            ))}
          </dl>
        </Details>
      )}
      <p className="text-muted-foreground text-sm">
        <span className="font-mono rtl:font-sans [overflow-wrap:anywhere]">
          {translate(locale, 'error.reference', { reference: model.reference })}
        </span>
        <br />
        {translate(locale, 'error.reference_hint')}
      </p>
    </Shell>
  );
}

/** Doing it again where that may help, and the application or the start page. */
function Ways({ locale, model }: { readonly locale: Locale; readonly model: ProblemPage }) {
  const { again, continueTo } = model;
  return (
    <div className="grid gap-3">
      {again && <ButtonLink href={again.href}>{translate(locale, `error.${again.word}`)}</ButtonLink>}
      {continueTo ? (
        <ButtonLink href={continueTo.uri} variant={again ? 'secondary' : 'primary'}>
          {translate(locale, 'error.continue_to', { app: displayText(continueTo.name) })}
        </ButtonLink>
      ) : (
        <ButtonLink variant="secondary" href="/">
          {translate(locale, 'error.home')}
        </ButtonLink>
      )}
    </div>
  );
}
