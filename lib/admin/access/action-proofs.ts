import type { PostedFields } from '../read-form';
import type { NeededProof } from './proof-window';

/** What a form needs; a rule where that depends on what it says. */
export type ProofRule = NeededProof | ((form: Pick<PostedFields, 'text'>) => NeededProof);

/** Clients and scopes are saved and disabled without a proof: both can be undone, and neither is a way in. */
const bySection: ProofRule = (form) => sectionProof(form.text('section'));

/** What changing an entry of a section needs. */
export function sectionProof(section: string): NeededProof {
  return section === 'clients' || section === 'scopes' ? 'none' : 'sudo';
}

/** How recent a proof each action of the administration requires, by the folder of the action (decision 062). */
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
    // A deleted secret does not come back.
    fix: (form) => (form.text('rule') === 'secret_expired' ? 'sudo' : 'none'),
  },
  clients: {
    addRedirectUri: 'none',
    createClient: 'sudo',
    importClient: 'sudo',
    markReviewed: 'none',
    saveText: 'none',
    // The key of the certificate authenticates the client from then on.
    uploadCertificate: 'sudo',
  },
  'agents/bulk': { changeMany: (form) => (form.text('action') === 'delete' ? 'sudo' : 'none') },
  'clients/bulk': { changeMany: (form) => (form.text('action') === 'delete' ? 'sudo' : 'none') },
  scopes: { createScope: 'none' },
  providers: { createProvider: 'sudo', orderProviders: 'none', replaceSecret: 'sudo' },
  tenants: { createTenant: 'sudo' },
  users: {
    create: 'sudo',
    // A verified address is a way in: by mail, and by a provider that vouches for it.
    save: 'sudo',
    setEnabled: 'sudo',
    remove: 'sudo',
    makeLink: 'sudo',
    sendMail: 'sudo',
    removeFactor: 'sudo',
    askForPassword: 'sudo',
    unlink: 'sudo',
    giveRole: (form) => (form.text('role') === 'owner' ? 'strict' : 'sudo'),
    // These only take something away.
    unlock: 'none',
    signOutAll: 'none',
    endSession: 'none',
    revoke: 'none',
  },
  'users/bulk': { changeMany: 'sudo' },
  keys: { rotate: 'sudo', revoke: 'strict' },
  history: { restore: 'sudo' },
  settings: { savePortal: 'sudo', importConfiguration: 'sudo' },
  demo: { dismissStarted: 'none', removeDemoData: 'sudo' },
  // Anyone can cause the request that the value is taken from.
  'debug/requests': { addKnown: 'none', addTyped: 'always' },
  'debug/traces': { startTrace: 'none', stopTrace: 'none' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ProofRule>>>>;

/** What a form needs by what its hidden inputs say. */
export function proofFor(rule: ProofRule, hidden: Readonly<Record<string, string>> = {}): NeededProof {
  return typeof rule === 'string' ? rule : rule({ text: (name) => hidden[name] ?? '' });
}
