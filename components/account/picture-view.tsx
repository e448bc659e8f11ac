import { Button } from '#components/ui/button';
import { PersonPicture } from '#components/ui/person-picture';
import type { PersonView } from '#lib/account/person-view';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm, type AccountFormState, errorOf } from './account-form';

type PictureViewProps = {
  readonly locale: Locale;
  readonly form: AccountFormState;
  readonly person: PersonView;
  /** Whether there is a picture, on this server or elsewhere. */
  readonly canRemove: boolean;
};

/** Changes or removes the picture. */
export function PictureView({ locale, form, person, canRemove }: PictureViewProps) {
  const error = errorOf(form, 'picture');
  return (
    <AccountForm locale={locale} form={form} hasFile>
      <PersonPicture name={person.name ?? person.username} picture={person.picture} large />
      <div className="grid gap-1.5">
        <label htmlFor="picture" className="w-fit font-semibold text-[0.9375rem]">
          {translate(locale, 'account.picture.file')}
        </label>
        {error && (
          <p id="picture-error" className="text-[0.9375rem] text-destructive">
            <span className="sr-only">{translate(locale, 'field.error_prefix')} </span>
            {error}
          </p>
        )}
        <input
          id="picture"
          name="picture"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={error ? 'picture-hint picture-error' : 'picture-hint'}
          aria-invalid={error ? true : undefined}
          className="block min-h-12 w-full rounded-control border border-input bg-card px-3 py-2.5 text-base file:me-3 file:rounded-md file:border-0 file:bg-muted file:px-3 file:py-1 file:font-medium file:text-foreground"
        />
        <p id="picture-hint" className="text-muted-foreground text-sm">
          {translate(locale, 'account.picture.hint')}
        </p>
      </div>
      <div className="grid gap-3">
        <Button variant="primary" name="decision" value="save">
          {translate(locale, 'account.save')}
        </Button>
        {canRemove && (
          <Button variant="danger" name="decision" value="remove">
            {translate(locale, 'account.picture.remove')}
          </Button>
        )}
      </div>
    </AccountForm>
  );
}
