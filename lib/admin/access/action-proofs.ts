import type { NeededProof } from './proof-window';

/**
 * The proof that saving and disabling an entry of this section needs. For clients and scopes it is none: both can be
 * undone, and neither gives access to an account. A change that gives power asks for a strict proof where it is written:
 * see checkAuthority().
 */
export function sectionProof(section: string): NeededProof {
  return section === 'clients' || section === 'scopes' ? 'none' : 'sudo';
}
