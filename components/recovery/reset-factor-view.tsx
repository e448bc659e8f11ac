import { AccountRow } from '#components/interaction/account-row';
import { CodeField, codeFieldId } from '#components/interaction/code-field';
import { PendingSubmit } from '#components/interaction/form-parts';
import { factorProblem, OtherWays } from '#components/interaction/other-ways';
import { showPasskeyWords } from '#components/interaction/passkey-part';
import { Shell, type ShellContext } from '#components/interaction/shell';
import { NeedsScript } from '#components/passkey/needs-script';
import { PasskeyButton } from '#components/passkey/passkey-button';
import { Button } from '#components/ui/button';
import { ErrorSummary } from '#components/ui/error-summary';
import { Heading } from '#components/ui/heading';
import type { ResetFactorPage } from '#lib/account/recovery/read-reset-page';
import { translate } from '#lib/i18n/translate';

type ResetFactorViewProps = ShellContext & { readonly model: ResetFactorPage };

const action = '/recover/reset/submit';

/** The second factor of a recovery: one field, and links to the other factors. */
export function ResetFactorView({ model, ...shell }: ResetFactorViewProps) {
  const { locale } = shell;
  const { method, token, username } = model;
  const problem = factorProblem(locale, model);
  const title = translate(locale, 'factor.title');
  return (
    <Shell {...shell} frame={model.frame} page="second-factor" title={title} hasProblem={problem !== null}>
      <Heading text={translate(locale, `factor.text.${method}`)}>{title}</Heading>
      <form method="post" action={action} noValidate className="grid gap-6">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="method" value={method} />
        {problem && (
          <ErrorSummary
            heading={translate(locale, 'summary.heading')}
            problems={[method === 'passkey' ? { text: problem } : { field: codeFieldId, text: problem }]}
          />
        )}
        <AccountRow label={translate(locale, 'setup.account')} username={username} name={null} />
        {method !== 'passkey' && <CodeField locale={locale} kind={method} error={problem ?? undefined} />}
        {method === 'passkey' ? (
          <ResetPasskey locale={locale} model={model} />
        ) : (
          <Button variant="primary" name="decision" value="continue" className="mt-1">
            {translate(locale, 'factor.continue')}
          </Button>
        )}
        <Button variant="quiet" name="decision" value="cancel" formNoValidate className="-my-3">
          {translate(locale, 'login.cancel')}
        </Button>
        <PendingSubmit message={translate(locale, 'setup.pending')} />
      </form>
      <OtherWays
        locale={locale}
        factors={model.others}
        addressOf={(method) => `/recover/reset?${new URLSearchParams({ token: model.token, method })}`}
      />
    </Shell>
  );
}

type PartProps = Pick<ResetFactorViewProps, 'model' | 'locale'>;

function ResetPasskey({ locale, model: { token } }: PartProps) {
  return (
    <>
      <NeedsScript locale={locale} />
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'showPasskey',
          challenge: '/recover/reset/challenge',
          action,
          fields: { token, method: 'passkey', decision: 'continue' },
        }}
        words={{
          button: translate(locale, 'passkey.second_factor'),
          ...showPasskeyWords(locale),
          unsupported: translate(locale, 'passkey.unsupported'),
        }}
      />
    </>
  );
}
