import { Breakable } from '#components/ui/breakable';
import type { ProviderAddresses } from '#lib/admin/providers/read-provider';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ProviderType } from '#lib/providers/schema';
import { CopyButton } from '../copy-button';
import { Column } from './column';

type AddressesProps = {
  readonly addresses: ProviderAddresses;
  readonly type: ProviderType;
  /** The provider's name for people. */
  readonly provider: string;
};

/** The addresses to register at the provider. */
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

/** A value to copy to somewhere else. */
function CopyValue({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-sm">{label}</p>
      <div className="flex min-w-0 items-center gap-1 rounded-lg border border-border bg-muted py-0.5 ps-3">
        <code className="min-w-0 flex-1 py-1.5 text-xs" dir="ltr">
          <Breakable>{value}</Breakable>
        </code>
        <CopyButton text={value} label={label} />
      </div>
    </div>
  );
}
