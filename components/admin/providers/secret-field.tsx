import { TextField } from '../form/field';

/** An input for a secret. The secret is never shown again, not even when the form comes back. */
export function SecretField({ label, help }: { readonly label: string; readonly help: string }) {
  return (
    <TextField
      name="client_secret"
      label={label}
      help={help}
      showKey
      type="password"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      dir="ltr"
      className="font-mono"
      maxLength={2000}
    />
  );
}
