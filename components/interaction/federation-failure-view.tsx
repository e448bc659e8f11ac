import { Button, ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { FederationFailurePage, FederationProblem } from '#lib/login/federation/read-page';
import { CancelButton } from './cancel-button';
import { HiddenInputs, PendingSubmit } from './form-parts';
import { Shell, type ShellContext } from './shell';

type FailureViewProps = ShellContext & { readonly model: FederationFailurePage };

/** Why signing in at a provider failed, and the options: retry, another sign-in method, or back. */
export function FederationFailureView({ model, ...shell }: FailureViewProps) {
  const { locale } = shell;
  const provider = displayText(model.provider.displayName);
  return (
    <Shell {...shell} frame={model.frame} page="error" title={translate(locale, 'error.page_title')}>
      <Heading text={translate(locale, `federation.problem.${model.problem}.text`, { provider })}>
        {translate(locale, `federation.problem.${model.problem}.title`, { provider })}
      </Heading>
      <form method="post" action="/login/submit" className="grid gap-3" data-problem={model.problem}>
        <HiddenInputs form={model.form} />
        <Ways locale={locale} model={model} />
        <CancelButton locale={locale} model={model} className="" />
        <PendingSubmit message={translate(locale, 'realm.pending')} />
      </form>
      <p className="text-muted-foreground text-sm">
        <span className="font-mono rtl:font-sans">
          {translate(locale, 'error.reference', { reference: model.reference })}
        </span>
        <br />
        {translate(locale, 'error.reference_hint')}
      </p>
    </Shell>
  );
}

/** Problems after which a retry at the provider is likely to work. After all others it would fail again. */
const passing: ReadonlySet<FederationProblem> = new Set(['cancelled', 'unavailable', 'response']);

function Ways({ locale, model }: { readonly locale: Locale; readonly model: FederationFailurePage }) {
  const isPassing = passing.has(model.problem) || !model.hasOtherWays;
  const again = model.canRetry && (
    <Button key="again" variant={isPassing ? 'primary' : 'secondary'} name="provider" value={model.provider.name}>
      {translate(locale, 'federation.retry')}
    </Button>
  );
  const another = model.hasOtherWays && (
    <ButtonLink
      key="another"
      variant={isPassing && model.canRetry ? 'secondary' : 'primary'}
      href={`/login?interaction=${model.form.interaction}`}
    >
      {translate(locale, 'federation.other_way')}
    </ButtonLink>
  );
  return isPassing ? [again, another] : [another, again];
}
