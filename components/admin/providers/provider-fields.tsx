import { optionsOf, textsOf } from '#lib/admin/entries/setting-fields';
import { providerKinds } from '#lib/admin/providers/provider-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { ProviderType } from '#lib/providers/schema';
import { providerSettings } from '#lib/providers/settings';
import type { Wire } from '#lib/vocabulary/wire-entry';
import { EntryFields } from '../entries/entry-fields';

type ProviderFieldsProps = {
  readonly names: readonly string[];
  readonly type: ProviderType;
  /** Empty for a new provider. */
  readonly entry: Wire;
  readonly asText?: boolean;
};

export function ProviderFields({ names, type, entry, asText = false }: ProviderFieldsProps) {
  const fields = { ...textsOf(providerSettings), ...(type === 'github' && { issuer: adminTexts.providers.github }) };
  const texts = { fields, options: optionsOf(providerSettings) };
  return <EntryFields kinds={providerKinds} names={names} entry={entry} asText={asText} texts={texts} />;
}
