import type { ProviderAddresses } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Column } from './column';
import { CopyValue } from './copy-value';

type AddressesProps = {
  readonly addresses: ProviderAddresses;
  readonly type: 'oidc' | 'github';
  /** What people call it. */
  readonly provider: string;
};

/** What has to be registered at the provider. */
export function Addresses({ addresses, type, provider }: AddressesProps) {
  const { addresses: texts, wizard } = adminTexts.providers;
  return (
    <Column title={wizard.register(provider)} text={wizard.registerText}>
      <CopyValue label={texts.callback} value={addresses.callback} />
      {type === 'oidc' ? (
        <>
          <CopyValue label={texts.postLogout} value={addresses.postLogout} />
          <CopyValue label={texts.backChannelLogout} value={addresses.backChannelLogout} />
        </>
      ) : (
        <p className="text-muted-foreground text-sm">{texts.noPostLogout}</p>
      )}
    </Column>
  );
}
