import { adminTexts } from '#lib/i18n/admin/texts';
import { TextArea } from '../form/field';

/** An input for a private key. Like a secret, it is never shown again. */
export function KeyField() {
  const [label, help] = adminTexts.providers.privateKey;
  return (
    <TextArea
      name="private_key"
      label={label}
      help={help}
      showKey
      rows={6}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      className="font-mono"
      maxLength={2000}
    />
  );
}
