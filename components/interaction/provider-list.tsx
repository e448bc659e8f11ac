import { Button } from '#components/ui/button';
import { ProviderMark } from '#components/ui/provider-mark';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ProviderView } from '#lib/login/provider-lists';

type ProviderListProps = { readonly locale: Locale; readonly providers: readonly ProviderView[] };

/** Buttons for the providers, all with the same weight. The button of the last used provider says so. */
export function ProviderList({ locale, providers }: ProviderListProps) {
  return providers.map(({ name, displayName, brand, logo, lastUsed }) => (
    <Button key={name} variant="secondary" name="provider" value={name} formNoValidate>
      <ProviderMark name={displayText(displayName)} brand={brand} logo={logo} />
      <span>
        <bdi>{translate(locale, 'login.provider', { provider: displayText(displayName) })}</bdi>
        {lastUsed && (
          <>
            {' '}
            <span className="inline-block rounded-full border border-border px-2 py-0.5 font-normal text-muted-foreground text-xs">
              {translate(locale, 'login.provider_last')}
            </span>
          </>
        )}
      </span>
    </Button>
  ));
}

/** A word between two alternatives, for example "or". */
export function Divider({ text }: { readonly text: string }) {
  return (
    <div className="flex items-center gap-4 text-muted-foreground text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {text}
    </div>
  );
}
