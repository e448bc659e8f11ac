import { type AccountProof, proven } from '#lib/vocabulary/account-proof';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { isProofRecent } from './proof-window';

/**
 * Makes sure that a person proved who they are in the last 5 minutes, by a sign-in or a confirmation. Every change that
 * gives power asks for it where it is written, so it does not matter which page or form leads there (decision 021).
 * Programs are not asked: a token that administers is issued after a sign-in of at most 5 minutes.
 * @throws AdminError `reauthenticate`; the form is then shown again and asks for the confirmation
 */
export function requireStrictProof(admin: Pick<AdminContext, 'proof' | 'now'>): void {
  requireProof('strict', admin);
}

/**
 * The same for a change of people that gives no power here, which takes a proof of at most 30 minutes.
 * @throws AdminError `reauthenticate`
 */
export function requireSudoProof(admin: Pick<AdminContext, 'proof' | 'now'>): void {
  requireProof('sudo', admin);
}

function requireProof(needed: 'sudo' | 'strict', { proof, now }: Pick<AdminContext, 'proof' | 'now'>): void {
  if (proof === 'token' || (proof !== null && isProofRecent(needed, proof, now))) return;
  throw new AdminError('reauthenticate', 'Confirm to continue. Nothing has been changed yet.');
}

/**
 * The same for a change of what gives access to a person's account.
 * @returns the proof that the functions want which write it
 */
export function proveAdministrator(
  admin: Pick<AdminContext, 'proof' | 'now'>,
  { sub }: { readonly sub: string },
): AccountProof<'administrator'> {
  requireStrictProof(admin);
  return proven('administrator', sub);
}
