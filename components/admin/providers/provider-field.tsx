import { type ProviderField as FieldName, providerKinds } from '#lib/admin/providers/provider-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { EntryField } from '../entries/entry-field';

type ProviderFieldProps = {
  readonly name: FieldName;
  readonly type: 'oidc' | 'github';
  readonly values: readonly string[];
};

/** A setting of a provider. */
export function ProviderField({ name, type, values }: ProviderFieldProps) {
  const texts = adminTexts.providers;
  const [label, help] = name === 'issuer' && type === 'github' ? texts.github : texts.fields[name];
  const options = name === 'button' ? Object.entries(texts.buttons) : [];
  return (
    <EntryField
      name={name}
      kind={providerKinds[name]}
      label={label}
      help={help}
      values={values}
      options={options.map(([value, text]) => ({ value, label: text }))}
    />
  );
}
