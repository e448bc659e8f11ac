import { texts as clientTexts } from '#lib/admin/clients/texts';
import { SelectField } from './form/field';

/** The field for the lifetime of a new secret. A secret expires only if somebody asks for it. */
export function SecretExpiry({ initial = '' }: { readonly initial?: string }) {
  const { expiry, expiryHelp, expiries } = clientTexts.secret;
  return (
    <SelectField
      name="expires_in_days"
      label={expiry}
      help={expiryHelp}
      initial={initial}
      options={(['', '90', '180', '365'] as const).map((value) => ({ value, label: expiries[value] }))}
    />
  );
}
