import type { Context } from '#lib/protocol/context';
import { readBinding } from '#lib/sessions/browser-binding';
import { csrfToken } from '#lib/sessions/csrf';
import type { FormBinding } from './page-models';

type Bound = {
  readonly handle: string;
  readonly cookieHeader: string | undefined;
  /** What the token is made for, when that is more than the interaction: for example what only one person may answer. */
  readonly purpose?: string;
};

/** What a form of this interaction sends back. Without the browser's binding cookie its token is empty, and refused. */
export function formBinding(
  { handle, cookieHeader, purpose = handle }: Bound,
  { settings }: Pick<Context, 'settings'>,
): FormBinding {
  const binding = readBinding(cookieHeader, settings);
  return { interaction: handle, csrf: binding === null ? '' : csrfToken(settings.secret, binding, purpose) };
}
