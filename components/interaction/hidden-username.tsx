/**
 * Tells a password manager which account a password belongs to, where the name cannot be typed (ux §1.2.2).
 * @param name of the field, where the form takes it
 */
export function HiddenUsername({ username, name }: { readonly username: string; readonly name?: string }) {
  return (
    <input
      type="text"
      name={name}
      autoComplete="username"
      defaultValue={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  );
}
