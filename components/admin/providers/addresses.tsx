import type { ProviderAddresses } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyValue } from './copy-value';

type AddressesProps = { readonly addresses: ProviderAddresses; readonly type: 'oidc' | 'github' };

/** What has to be registered at the provider. */
export function Addresses({ addresses, type }: AddressesProps) {
  const { addresses: texts, wizard } = adminTexts.providers;
  return (
    <section className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1">
        <h3 className="font-semibold text-sm">{wizard.register}</h3>
        <p className="text-muted-foreground text-sm">{wizard.registerText}</p>
      </div>
      <CopyValue label={texts.callback} value={addresses.callback} />
      {type === 'oidc' ? (
        <>
          <CopyValue label={texts.postLogout} value={addresses.postLogout} />
          <CopyValue label={texts.backChannelLogout} value={addresses.backChannelLogout} />
        </>
      ) : (
        <p className="text-muted-foreground text-sm">{texts.noPostLogout}</p>
      )}
    </section>
  );
}
