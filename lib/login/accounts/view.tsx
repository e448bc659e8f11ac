import { HiddenInputs, PendingSubmit } from '#components/interaction/form-parts';
import { timeAgo } from '#components/interaction/time-ago';
import { Button, ButtonLink } from '#components/ui/button';
import { Monogram } from '#components/ui/monogram';
import { Breakable } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { CancelButton } from '../kit/view';
import type { LoginPage } from '../sign-in/read';
import type { AccountView } from './read';

type AccountChooserProps = { readonly locale: Locale; readonly model: LoginPage };

/** The people signed in on this browser. Each is a button in its own form, next to a form that removes the person. */
export function AccountChooser({ locale, model }: AccountChooserProps) {
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-border rounded-box border border-border">
        {model.accounts.map((account) => (
          <li key={account.sid} className="flex flex-wrap items-stretch justify-end">
            <Choose locale={locale} model={model} account={account} />
            <Remove locale={locale} model={model} account={account} />
          </li>
        ))}
      </ul>
      <ButtonLink variant="secondary" href={`/login?interaction=${model.form.interaction ?? ''}&account=new`}>
        {translate(locale, 'action.other_account')}
      </ButtonLink>
      <form method="post" action="/login/submit" className="grid">
        <HiddenInputs form={model.form} />
        <CancelButton locale={locale} model={model} />
      </form>
    </div>
  );
}

type AccountProps = AccountChooserProps & { readonly account: AccountView };

function Choose({ locale, model, account }: AccountProps) {
  const shown = displayText(account.name ?? account.username);
  return (
    <form method="post" action="/login/submit" className="min-w-[min(100%,9rem)] flex-1">
      <HiddenInputs form={model.form} />
      <input type="hidden" name="account" value={account.sid} />
      <button
        type="submit"
        name="decision"
        value="continue"
        className="relative flex w-full items-center gap-3 rounded-box px-3.5 py-3 text-start transition-colors hover:bg-muted active:bg-muted motion-reduce:transition-none"
      >
        <Monogram name={shown} shape="person" />
        <span className="grid min-w-0 leading-snug">
          {account.name !== null && <bdi className="font-semibold">{shown}</bdi>}
          <bdi className={account.name === null ? 'font-semibold' : 'text-muted-foreground text-sm'}>
            <Breakable>{displayText(account.username)}</Breakable>
          </bdi>
          <span className="text-muted-foreground text-sm">
            {translate(locale, 'login.accounts.signed_in', { when: timeAgo(locale, account.secondsAgo) })}
          </span>
        </span>
      </button>
      <PendingSubmit message={translate(locale, 'login.pending')} />
    </form>
  );
}

/** Signs this account out everywhere. */
function Remove({ locale, model, account }: AccountProps) {
  const label = translate(locale, 'login.accounts.remove_label', { account: displayText(account.username) });
  return (
    <form method="post" action="/login/submit" className="flex items-center px-1.5">
      <HiddenInputs form={model.form} />
      <input type="hidden" name="account" value={account.sid} />
      <Button variant="quiet" name="decision" value="sign_out" aria-label={label} className="min-h-11! px-3! text-sm!">
        {translate(locale, 'action.sign_out')}
      </Button>
    </form>
  );
}
