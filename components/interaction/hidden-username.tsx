/**
 * Tells a password manager which account a password belongs to if the page has no username field (ux §1.2.2).
 * @param name of the field, if the form sends it
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
