import { Button, ButtonLink } from '#components/ui/button';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import { AccountForm } from '../account-form';

type PasskeyOfferViewProps = {
  readonly locale: Locale;
  readonly csrf: string;
  /** The notice with the offer, or null. */
  readonly id: string | null;
};

/** Offers to create a passkey after a recovery. The person may decline. */
export function PasskeyOfferView({ locale, csrf, id }: PasskeyOfferViewProps) {
  if (id === null) return null;
  return (
    <section
      aria-labelledby="passkey-offer"
      data-passkey-offer
      className="grid gap-3 rounded-box border border-border bg-card px-4 py-4"
    >
      <div className="grid gap-1">
        <h2 id="passkey-offer" className="font-semibold">
          {translate(locale, 'passkey.list.hero')}
        </h2>
        <p className="text-muted-foreground text-sm">{translate(locale, 'account.passkey_offer.text')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink variant="primary" href="/account/passkeys/new" className="sm:w-fit">
          {translate(locale, 'passkey.list.create')}
        </ButtonLink>
        <AccountForm locale={locale} form={{ action: '/account/notices/submit', csrf }} className="w-full sm:w-fit">
          <input type="hidden" name="notices" value={id} />
          <Button variant="quiet" name="decision" value="decline" className="sm:w-fit">
            {translate(locale, 'account.passkey_offer.later')}
          </Button>
        </AccountForm>
      </div>
    </section>
  );
}
