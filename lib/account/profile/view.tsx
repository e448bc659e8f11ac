import { Badge } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { LabeledInput, LabeledSelect, NameInput } from '#components/ui/labeled-input';
import { PersonPicture } from '#components/ui/person-picture';
import { Name, TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import { type Locale, languages } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { timeZones } from '#lib/sessions/time-zone';
import { deletionOn } from '../deletion/form';
import { AccountForm, type AccountPage, errorOf, SaveButton, type Shown, SummaryList, SummaryRow } from '../kit/view';
import { type PersonView, personView } from '../person-view';
import { type LanguageChoice, type NameField, type ProfileRow, readLanguage, readName, readProfile } from './read';

export const profilePages: readonly AccountPage[] = [
  {
    path: 'profile',
    page: 'account-profile',
    section: 'profile',
    title: 'account.sections.profile',
    text: 'account.profile.text',
    render: async ({ context, session, locale }) => {
      const rows = await readProfile(session.user, context);
      const name = rows.find(({ field }) => field === 'name')?.value ?? session.user.username;
      const body = (
        <>
          <ProfileView locale={locale} rows={rows} name={name} />
          <ul className="-my-2.5 text-sm">
            <li>
              <TextLink href="/account/export">{translate(locale, 'account.export.title')}</TextLink>
            </li>
            {deletionOn(context) && (
              <li>
                <TextLink href="/account/delete">{translate(locale, 'account.delete.title')}</TextLink>
              </li>
            )}
          </ul>
        </>
      );
      return { body };
    },
  },
  {
    path: 'name',
    page: 'account-name',
    section: 'profile',
    title: 'account.profile.name',
    text: 'account.name.text',
    render: async ({ context, session, ...shown }) => ({
      body: <NameView {...shown} fields={await readName(session.user, context)} />,
    }),
  },
  {
    path: 'username',
    page: 'account-username',
    section: 'profile',
    title: 'account.profile.username',
    text: 'account.username.text',
    fresh: true,
    render: async ({ session, ...shown }) => ({ body: <UsernameView {...shown} username={session.user.username} /> }),
  },
  {
    path: 'language',
    page: 'account-language',
    section: 'profile',
    title: 'account.language.title',
    text: 'account.language.text',
    render: async ({ context, session, ...shown }) => ({
      body: <LanguageView {...shown} choice={await readLanguage(session.user, context)} timeZones={timeZones} />,
    }),
  },
  {
    path: 'picture',
    page: 'account-picture',
    section: 'profile',
    title: 'account.profile.picture',
    text: 'account.picture.text',
    render: async ({ context, session: { user }, ...shown }) => {
      const person = personView(user, context.settings.issuer);
      return { body: <PictureView {...shown} person={person} canRemove={user.claims.picture !== undefined} /> };
    },
  },
];

type ProfileViewProps = { readonly locale: Locale; readonly rows: readonly ProfileRow[]; readonly name: string };

/** The personal data in the account, one row with a link for each value. */
function ProfileView({ locale, rows, name }: ProfileViewProps) {
  return (
    <SummaryList>
      {rows.map((row) => {
        const label = translate(locale, `account.profile.${row.field}`);
        return (
          <SummaryRow
            key={row.field}
            label={label}
            action={
              row.managedBy === null ? (
                <TextLink href={row.href} aria-label={translate(locale, 'account.profile.change_label', { label })}>
                  {translate(locale, 'action.change')}
                </TextLink>
              ) : null
            }
          >
            <Value locale={locale} row={row} name={name} />
          </SummaryRow>
        );
      })}
    </SummaryList>
  );
}

function Value({ locale, row, name }: { readonly locale: Locale; readonly row: ProfileRow; readonly name: string }) {
  const { value, picture, state, managedBy } = row;
  return (
    <>
      {state === 'not_set' && <Badge>{translate(locale, 'account.state.not_set')}</Badge>}
      {value !== null && (
        <span className="flex flex-wrap items-center gap-2">
          {picture !== null && <PersonPicture name={name} picture={picture} />}
          {row.field === 'picture' ? (
            picture === null && translate(locale, 'account.profile.is_set')
          ) : (
            <Name>{displayText(value)}</Name>
          )}
          {state === 'unverified' && <Badge tone="warning">{translate(locale, 'account.state.unverified')}</Badge>}
          {managedBy !== null && <Badge>{translate(locale, 'account.state.managed', { provider: managedBy })}</Badge>}
        </span>
      )}
      {managedBy !== null && (
        <span className="block text-muted-foreground text-sm">
          {translate(locale, 'account.state.managed_text', { provider: managedBy })}
        </span>
      )}
    </>
  );
}

type NameViewProps = Shown<'form'> & { readonly fields: readonly NameField[] };

const completions = { name: 'name', given_name: 'given-name', family_name: 'family-name' } as const;

/** The name and its parts. */
function NameView({ locale, form, fields }: NameViewProps) {
  return (
    <AccountForm locale={locale} form={form}>
      {fields.map(({ field, value, managedBy }) => (
        <LabeledInput
          key={field}
          id={field}
          name={field}
          type="text"
          label={translate(locale, `account.name.${field}`)}
          hint={
            managedBy === null ? undefined : translate(locale, 'account.state.managed_text', { provider: managedBy })
          }
          defaultValue={form.typed[field] ?? value}
          readOnly={managedBy !== null}
          autoComplete={completions[field]}
          {...errorOf({ locale, form }, field)}
        />
      ))}
      <SaveButton>{translate(locale, 'action.save')}</SaveButton>
    </AccountForm>
  );
}

type UsernameViewProps = Shown<'form'> & { readonly username: string };

/** The form for a new username. */
function UsernameView({ locale, form, username }: UsernameViewProps) {
  return (
    <AccountForm locale={locale} form={form}>
      <NameInput
        id="username"
        name="username"
        label={translate(locale, 'account.profile.username')}
        defaultValue={form.typed.username ?? username}
        required
        {...errorOf({ locale, form }, 'username')}
      />
      <SaveButton>{translate(locale, 'action.save')}</SaveButton>
    </AccountForm>
  );
}

type LanguageViewProps = Shown<'form' | 'timeZone'> & {
  readonly choice: LanguageChoice;
  readonly timeZones: readonly string[];
};

/** The language and the time zone. */
export function LanguageView({ locale, form, choice, timeZone, timeZones }: LanguageViewProps) {
  const { managedBy } = choice;
  const managed = (provider: string | null) =>
    provider === null ? undefined : translate(locale, 'account.state.managed_text', { provider });
  const notSet = <option value="">{translate(locale, 'account.state.not_set')}</option>;
  // Without a choice, the zone is named only if the browser has told none.
  const ofBrowser = timeZone.isNamed ? '' : timeZone.name;
  return (
    <AccountForm locale={locale} form={form}>
      <LabeledSelect
        id="profile-locale"
        name="locale"
        label={translate(locale, 'account.profile.language')}
        hint={managed(managedBy.locale)}
        disabled={managedBy.locale !== null}
        defaultValue={form.typed.locale ?? choice.locale ?? ''}
        {...errorOf({ locale, form }, 'locale')}
      >
        {notSet}
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </LabeledSelect>
      <LabeledSelect
        id="zoneinfo"
        name="zoneinfo"
        label={translate(locale, 'account.profile.zoneinfo')}
        hint={managed(managedBy.zoneinfo)}
        disabled={managedBy.zoneinfo !== null}
        defaultValue={form.typed.zoneinfo ?? choice.zoneinfo ?? ofBrowser}
        {...errorOf({ locale, form }, 'zoneinfo')}
      >
        {notSet}
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </LabeledSelect>
      <SaveButton>{translate(locale, 'action.save')}</SaveButton>
    </AccountForm>
  );
}

type PictureViewProps = Shown<'form'> & {
  readonly person: PersonView;
  /** Whether there is a picture, on this server or elsewhere. */
  readonly canRemove: boolean;
};

/** Changes or removes the picture. */
export function PictureView({ locale, form, person, canRemove }: PictureViewProps) {
  const { error, errorPrefix } = errorOf({ locale, form }, 'picture');
  return (
    <AccountForm locale={locale} form={form} hasFile>
      <PersonPicture name={person.name ?? person.username} picture={person.picture} large />
      <div className="grid gap-1.5">
        <label htmlFor="picture" className="w-fit font-semibold text-[0.9375rem]">
          {translate(locale, 'account.picture.file')}
        </label>
        {error && (
          <p id="picture-error" className="text-[0.9375rem] text-destructive">
            <span className="sr-only">{errorPrefix} </span>
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
        <SaveButton>{translate(locale, 'action.save')}</SaveButton>
        {canRemove && (
          <Button variant="danger" name="decision" value="remove">
            {translate(locale, 'account.picture.remove')}
          </Button>
        )}
      </div>
    </AccountForm>
  );
}
