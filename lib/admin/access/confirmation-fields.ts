/** The fields of a form that asks its person to confirm that it is them. */
export const confirmationNames = {
  password: 'confirm_password',
  code: 'confirm_code',
  /** What the browser answered for a passkey. */
  passkey: 'confirm_passkey',
  /** The button of those who sign in again elsewhere. */
  elsewhere: 'confirm_elsewhere',
  /** Identifies the form of a page to which the typed values return. */
  form: 'confirm_form',
} as const;

const { form: _, ...answers } = confirmationNames;
const names: ReadonlySet<string> = new Set(Object.values(answers));

/** Whether a field is an answer, which never comes back to a page. */
export function isConfirmationField(name: string): boolean {
  return names.has(name);
}
