import type { PostedFields } from '../read-form';
import type { NeededProof } from './proof-window';

/** The proof that an action needs, or a function if it depends on the form. */
export type ProofRule = NeededProof | ((form: Pick<PostedFields, 'text'>) => NeededProof);

/**
 * The proof that saving and disabling an entry of this section needs. For clients and scopes it is none: both can be
 * undone, and neither gives access to an account. A change that gives power asks for a strict proof where it is written:
 * see checkAuthority().
 */
export function sectionProof(section: string): NeededProof {
  return section === 'clients' || section === 'scopes' ? 'none' : 'sudo';
}

/**
 * How recent a proof each action of the administration requires at least, by the folder of the action (decision 021).
 * What a form changes may require more: see requireStrictProof().
 */
export const actionProofs = {
  checks: {
    dismiss: 'none',
    restore: 'none',
    // This fix deletes secrets.
    fix: (form) => (form.text('rule') === 'secret_expired' ? 'sudo' : 'none'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ProofRule>>>>;

/** The proof that a form needs, given its hidden inputs. */
export function proofFor(rule: ProofRule, hidden: Readonly<Record<string, string>> = {}): NeededProof {
  return typeof rule === 'string' ? rule : rule({ text: (name) => hidden[name] ?? '' });
}
