import { Button, ButtonLink } from '#components/ui/button';
import { NameInput } from '#components/ui/labeled-input';
import { displayText } from '#lib/i18n/display-text';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountPage, errorOf, type Shown } from '../kit/view';
import { deletionOn } from './form';

export const deletionPages: readonly AccountPage[] = [
  {
    path: 'delete',
    page: 'account-delete',
    section: 'profile',
    title: 'account.delete.title',
    text: 'account.delete.text',
    exists: deletionOn,
    fresh: true,
    render: async ({ session, ...shown }) => ({ body: <DeleteView {...shown} username={session.user.username} /> }),
  },
];

type DeleteViewProps = Shown<'form'> & { readonly username: string };

/** Deletes the account after the person types its username. */
function DeleteView({ locale, form, username }: DeleteViewProps) {
  return (
    <AccountForm locale={locale} form={form}>
      <NameInput
        id="username"
        name="username"
        label={translate(locale, 'account.delete.username', { username: displayText(username) })}
        autoComplete="off"
        required
        {...errorOf({ locale, form }, 'username')}
      />
      <div className="grid gap-3">
        <Button variant="danger" name="decision" value="delete">
          {translate(locale, 'account.delete.button')}
        </Button>
        <ButtonLink variant="secondary" href="/account/profile">
          {translate(locale, 'action.cancel')}
        </ButtonLink>
      </div>
    </AccountForm>
  );
}
