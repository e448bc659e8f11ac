import { type ProviderField, providerKinds } from '#lib/admin/providers/provider-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ProviderType } from '#lib/providers/schema';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { EntryFields } from '../entries/entry-fields';

type ProviderFieldsProps = {
  readonly names: readonly ProviderField[];
  readonly type: ProviderType;
  /** Empty for a new provider. */
  readonly entry: Wire;
  readonly asText?: boolean;
};

export function ProviderFields({ names, type, entry, asText = false }: ProviderFieldsProps) {
  const { fields, github, buttons, responseModes, authMethods } = adminTexts.providers;
  const texts = {
    fields: type === 'github' ? { ...fields, issuer: github } : fields,
    options: { button: buttons, response_mode: responseModes, token_endpoint_auth_method: authMethods },
  };
  return <EntryFields kinds={providerKinds} names={names} entry={entry} asText={asText} texts={texts} />;
}
