import { isSixDigits } from '#lib/factors/totp-setup';
import type { PostedForm } from '../read-form';
import type { MalformedAnswer } from './second-factor-method';

/** The field `code`. */
export function typedCode({ values }: PostedForm): string {
  return values.get('code')?.trim() ?? '';
}

/** For codes of six digits. */
export function findMalformedDigits(form: PostedForm): MalformedAnswer | null {
  const typed = typedCode(form);
  if (typed === '') return 'code_missing';
  return isSixDigits(typed) ? null : 'code_malformed';
}
