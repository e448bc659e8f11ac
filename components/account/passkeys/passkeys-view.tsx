import { NeedsScript } from '#components/passkey/needs-script';
import { ButtonLink } from '#components/ui/button';
import { EmptyState } from '#components/ui/empty-state';
import { TextLink } from '#components/ui/text-link';
import type { PasskeysView as Passkeys, PasskeyView } from '#lib/account/passkeys/read-passkeys';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { passkeyFacts, passkeyTitle } from './passkey-words';

type PasskeysViewProps = { readonly locale: Locale; readonly model: Passkeys; readonly timeZone: string };

/** The passkeys of an account, and a link to add one. */
export function PasskeysView({ locale, model: { passkeys, account }, timeZone }: PasskeysViewProps) {
  const create = (
    <ButtonLink variant="primary" href="/account/passkeys/new">
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
        </>
      )}
    </>
  );
}

type PasskeyCardProps = { readonly locale: Locale; readonly passkey: PasskeyView; readonly timeZone: string };

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
        {translate(locale, 'passkey.list.change')}
      </TextLink>
    </li>
  );
}
