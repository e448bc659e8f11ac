/** The fields of a form that asks people to confirm their identity. */
export const confirmationNames = {
  password: 'confirm_password',
  code: 'confirm_code',
  /** The answer of the browser for a passkey. */
  passkey: 'confirm_passkey',
  /** The button for people who confirm by signing in again. */
  elsewhere: 'confirm_elsewhere',
} as const;

const names: ReadonlySet<string> = new Set(Object.values(confirmationNames));

/** Whether a field belongs to the confirmation. Such a field is never shown again. */
export function isConfirmationField(name: string): boolean {
  return names.has(name);
}
