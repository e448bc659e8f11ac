import { Button, ButtonLink } from '#components/ui/button';
import { Heading } from '#components/ui/heading';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import type { FederationFailurePage } from '#lib/login/page-models';
import { HiddenInputs } from './hidden-inputs';
import { PendingSubmit } from './pending-submit';
import { Shell, type ShellContext } from './shell';

type FailureViewProps = ShellContext & { readonly model: FederationFailurePage };

/** Why signing in at a provider came to nothing, and what can be done: again, another way, or back. */
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
        {model.canRetry && (
          <Button name="provider" value={model.provider.name}>
            {translate(locale, 'federation.retry')}
          </Button>
        )}
        {model.hasOtherWays && (
          <ButtonLink
            variant={model.canRetry ? 'secondary' : 'primary'}
            href={`/login?interaction=${model.form.interaction}`}
          >
            {translate(locale, 'federation.other_way')}
          </ButtonLink>
        )}
        {model.canCancel && (
          <Button variant="quiet" name="decision" value="cancel">
            {model.client && model.cancelReturns
              ? translate(locale, 'login.cancel_client', { app: displayText(model.client.name) })
              : translate(locale, 'login.cancel')}
          </Button>
        )}
        <PendingSubmit message={translate(locale, 'realm.pending')} />
      </form>
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
