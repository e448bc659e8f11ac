import { AdminError } from './admin-error';
import type { PostedFields } from './read-form';

/** Of a note, in characters. */
export const maximumReason = 300;

/** A page with several forms has a field of its own for each: see ReasonField. */
const reasonField = /^reason(_\w+)?$/;

/** Why, in the administrator's words; null without any. @throws AdminError `invalid` at the field when it is too long */
export function reasonOf(form: PostedFields): string | null {
  const field = Object.keys(form.shown).find((name) => reasonField.test(name)) ?? 'reason';
  const reason = form.text(field);
  if (reason.length <= maximumReason) return reason || null;
  const message = `expected at most ${maximumReason} characters`;
  const facts = { limit: maximumReason, of: 'string' };
  throw new AdminError('invalid', message, [{ field, code: 'too_big', message, facts }]);
}
