import type { PostedFields } from '../read-form';
import type { NeededProof } from './proof-window';

/** The proof that an action needs, or a function if it depends on the form. */
export type ProofRule = NeededProof | ((form: Pick<PostedFields, 'text'>) => NeededProof);

/**
 * Saving and disabling clients and scopes needs no proof. Both can be undone, and neither gives access to an account. A
 * change that gives power asks for a strict proof where it is written: see checkAuthority().
 */
const bySection: ProofRule = (form) => sectionProof(form.text('section'));

/** The proof that a change to an entry of this section needs. */
export function sectionProof(section: string): NeededProof {
  return section === 'clients' || section === 'scopes' ? 'none' : 'sudo';
}

/**
 * How recent a proof each action of the administration requires at least, by the folder of the action (decision 021).
 * What a form changes may require more: see requireStrictProof().
 */
export const actionProofs = {
  entries: {
    saveEntry: bySection,
    enableEntry: bySection,
    deleteEntry: 'sudo',
    addSecret: 'sudo',
    deleteSecret: 'sudo',
  },
  checks: {
    dismiss: 'none',
    restore: 'none',
    // This fix deletes secrets.
    fix: (form) => (form.text('rule') === 'secret_expired' ? 'sudo' : 'none'),
  },
  clients: {
    addRedirectUri: 'none',
    createClient: 'sudo',
    importClient: 'sudo',
    markReviewed: 'none',
    requirePkce: 'none',
    saveText: 'none',
    // The key of the certificate authenticates the client from then on.
    uploadCertificate: 'sudo',
  },
  scopes: { createScope: 'none' },
  providers: { createProvider: 'sudo', orderProviders: 'none', replaceSecret: 'sudo' },
  tenants: { createTenant: 'sudo' },
  settings: { savePortal: 'strict', importConfiguration: 'sudo' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ProofRule>>>>;

/** The proof that a form needs, given its hidden inputs. */
export function proofFor(rule: ProofRule, hidden: Readonly<Record<string, string>> = {}): NeededProof {
  return typeof rule === 'string' ? rule : rule({ text: (name) => hidden[name] ?? '' });
}
