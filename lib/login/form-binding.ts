import type { Context } from '#lib/context';
import { readBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';

/** The hidden inputs of every form, by name. */
export type FormBinding = {
  /** The interaction's handle. Null on pages without one, such as sign-out. */
  readonly interaction: string | null;
  readonly csrf: string;
};

type Bound = {
  readonly handle: string;
  readonly cookieHeader: string | undefined;
  /**
   * The purpose of the token, if it is more than the interaction, for example an answer that only one person may give.
   */
  readonly purpose?: string;
};

/**
 * The hidden inputs of a form of this interaction. Without the browser's binding cookie, the token is empty and
 * refused.
 */
export function formBinding(
  { handle, cookieHeader, purpose = handle }: Bound,
  { settings }: Pick<Context, 'settings'>,
): FormBinding {
  const binding = readBinding(cookieHeader, settings);
  return { interaction: handle, csrf: binding === null ? '' : csrfToken(settings.secret, binding, purpose) };
}

/** The purpose of a consent form's token: this interaction, shown to this person. */
export function consentPurpose(handle: string, sub: string): string {
  return `consent ${handle} ${sub}`;
}
