import { newPasskeyWords, PasskeyButton } from '#components/passkey/passkey-button';
import { Button, ButtonLink } from '#components/ui/button';
import { LabeledInput } from '#components/ui/labeled-input';
import { EmptyState } from '#components/ui/panel';
import { TextLink } from '#components/ui/text';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { AccountZone } from '#lib/sessions/time-zone';
import { NeedsScript } from '#views/login/second-factor/view';
import {
  AccountForm,
  type AccountFormState,
  type AccountPage,
  errorOf,
  formatDay,
  SaveButton,
  type Shown,
} from '../kit/view';
import { type PasskeysModel as Passkeys, type PasskeyView, passkeysOn, readPasskey, readPasskeys } from './read';

export const passkeyPages: readonly AccountPage[] = [
  {
    path: 'passkeys',
    page: 'account-passkeys',
    section: 'security',
    title: 'passkey.list.title',
    text: 'passkey.list.text',
    exists: passkeysOn,
    render: async ({ context, session, ...shown }) => {
      const model = await readPasskeys(session, context);
      return model && { body: <PasskeysView {...shown} model={model} /> };
    },
  },
  {
    path: 'passkeys/new',
    page: 'account-passkey-new',
    section: 'security',
    title: 'passkey.new.title',
    text: 'passkey.new.text',
    exists: passkeysOn,
    fresh: true,
    render: async (shown) => ({ body: <NewPasskeyView {...shown} /> }),
  },
  {
    path: 'passkeys/[id]',
    page: 'account-passkey',
    section: 'security',
    title: 'passkey.list.title',
    exists: passkeysOn,
    render: async ({ context, session, names, ...shown }) => {
      const passkey = await readPasskey(session.user, names.id ?? '', context);
      if (passkey === null) return null;
      return { title: passkeyTitle(shown.locale, passkey), body: <PasskeyEditView {...shown} passkey={passkey} /> };
    },
  },
];

type PasskeysViewProps = { readonly locale: Locale; readonly model: Passkeys; readonly timeZone: AccountZone };

/** The passkeys of an account, and a link to add one. */
function PasskeysView({ locale, model, timeZone }: PasskeysViewProps) {
  const { passkeys, account, canAskAfterPassword } = model;
  const create = (
    <ButtonLink variant="primary" href="/account/passkeys/new" className="sm:w-fit">
      {translate(locale, 'passkey.list.create')}
    </ButtonLink>
  );
  return (
    <>
      <div hidden data-passkeys-of={JSON.stringify(account)} />
      <NeedsScript locale={locale} />
      {passkeys.length === 0 ? (
        <EmptyState title={translate(locale, 'passkey.list.hero')} text={translate(locale, 'passkey.list.empty')}>
          {create}
        </EmptyState>
      ) : (
        <>
          <ul className="grid gap-3">
            {passkeys.map((passkey) => (
              <PasskeyCard key={passkey.id} locale={locale} passkey={passkey} timeZone={timeZone} />
            ))}
          </ul>
          {create}
          <p className="text-muted-foreground text-sm">{translate(locale, 'passkey.list.change_text')}</p>
          {canAskAfterPassword && (
            <p className="-my-2.5">
              <TextLink href="/account/two-step">{translate(locale, 'account.two_step.ask')}</TextLink>
            </p>
          )}
        </>
      )}
    </>
  );
}

type PasskeyCardProps = { readonly locale: Locale; readonly passkey: PasskeyView; readonly timeZone: AccountZone };

function PasskeyCard({ locale, passkey, timeZone }: PasskeyCardProps) {
  const title = passkeyTitle(locale, passkey);
  return (
    <li
      data-passkey={passkey.id}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-box border border-border bg-card px-4 py-3.5"
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold">
          <bdi>{title}</bdi>
        </p>
        {passkeyFacts(locale, passkey, timeZone).map((fact) => (
          <p key={fact} className="text-muted-foreground text-sm">
            {fact}
          </p>
        ))}
      </div>
      <TextLink
        href={`/account/passkeys/${passkey.id}`}
        aria-label={translate(locale, 'passkey.list.change_label', { name: title })}
        className="-my-2"
      >
        {translate(locale, 'action.change')}
      </TextLink>
    </li>
  );
}

type NewPasskeyViewProps = { readonly locale: Locale; readonly form: AccountFormState };

/** The name of a new passkey, and the button that creates it on the device. */
function NewPasskeyView({ locale, form }: NewPasskeyViewProps) {
  return (
    <div className="grid gap-6 *:max-w-96">
      <NeedsScript locale={locale} />
      <div className="noscript:hidden">
        <LabeledInput
          id="name"
          name="name"
          type="text"
          label={translate(locale, 'passkey.new.name')}
          hint={translate(locale, 'passkey.edit.name_hint')}
          defaultValue={form.typed.name ?? ''}
          autoComplete="off"
          {...errorOf({ locale, form }, 'name')}
        />
      </div>
      <PasskeyButton
        variant="primary"
        form={{
          kind: 'makePasskey',
          challenge: '/account/passkeys/challenge',
          action: form.action,
          fields: { csrf: form.csrf, decision: 'save' },
          carried: ['name'],
        }}
        words={newPasskeyWords(locale)}
      />
    </div>
  );
}

type PasskeyEditViewProps = Shown<'form' | 'timeZone'> & { readonly passkey: PasskeyView };

/** One passkey: its name, and the button that removes it. */
function PasskeyEditView({ locale, form, passkey, timeZone }: PasskeyEditViewProps) {
  return (
    <>
      <ul className="grid gap-0.5 text-muted-foreground text-sm">
        {passkeyFacts(locale, passkey, timeZone).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <AccountForm locale={locale} form={form}>
        <LabeledInput
          id="name"
          name="name"
          type="text"
          label={translate(locale, 'label.name')}
          hint={translate(locale, 'passkey.edit.name_hint')}
          defaultValue={form.typed.name ?? passkeyTitle(locale, passkey)}
          autoComplete="off"
          required
          {...errorOf({ locale, form }, 'name')}
        />
        <SaveButton>{translate(locale, 'action.save')}</SaveButton>
      </AccountForm>
      <AccountForm locale={locale} form={form} className="gap-3">
        <p className="text-muted-foreground text-sm">{translate(locale, 'passkey.edit.remove_text')}</p>
        <Button variant="danger" name="decision" value="remove">
          {translate(locale, 'passkey.edit.remove')}
        </Button>
      </AccountForm>
    </>
  );
}

/** The name of a passkey on every page. */
export function passkeyTitle(locale: Locale, { name, keptBy }: PasskeyView): string {
  if (name !== '') return displayText(name);
  return keptBy ?? translate(locale, 'factor.way.passkey');
}

/** One sentence each for where the passkey is, when it was created and when it was last used. */
export function passkeyFacts(locale: Locale, passkey: PasskeyView, timeZone: AccountZone): readonly string[] {
  const { deviceBound, createdAt, lastUsedAt, keptBy, name } = passkey;
  const on = (at: Date) => formatDay(locale, at, timeZone);
  return [
    ...(keptBy === null || keptBy === name ? [] : [keptBy]),
    translate(locale, deviceBound ? 'passkey.list.device_bound' : 'passkey.list.synced'),
    translate(locale, 'passkey.list.added', { date: on(createdAt) }),
    lastUsedAt === null
      ? translate(locale, 'passkey.list.never_used')
      : translate(locale, 'passkey.list.last_used', { date: on(lastUsedAt) }),
  ];
}
