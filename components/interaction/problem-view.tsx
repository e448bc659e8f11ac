import { ButtonLink } from '#components/ui/button';
import { Details } from '#components/ui/details';
import { Heading } from '#components/ui/heading';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ProblemPage } from '#lib/login/page-models';
import { pageTitle } from './page-title';
import { Shell } from './shell';

type ProblemViewProps = { readonly locale: Locale; readonly model: ProblemPage; readonly host?: string };

/** Why a page cannot be shown, for two readers: a sentence for the person, folded details for the developer. */
export function ProblemView({ locale, model, host }: ProblemViewProps) {
  const title = pageTitle(locale, translate(locale, 'error.page_title'), false);
  return (
    <Shell locale={locale} page="error" host={host} title={title}>
      <Heading text={translate(locale, `error.${model.problem}.text`)}>
        {translate(locale, `error.${model.problem}.title`)}
      </Heading>
      {model.continueTo && (
        <ButtonLink href={model.continueTo.uri}>
          {translate(locale, 'error.continue_to', { app: displayText(model.continueTo.name) })}
        </ButtonLink>
      )}
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
        <span className="font-mono [overflow-wrap:anywhere]">
          {translate(locale, 'error.reference', { reference: model.reference })}
        </span>
        <br />
        {translate(locale, 'error.reference_hint')}
      </p>
    </Shell>
  );
}
