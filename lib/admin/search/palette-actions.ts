import { searchWords } from '#lib/vocabulary/search-key';
import { isPermitted, type Permission } from '../access/permission';
import type { Principal } from '../access/principal';

const actions = {
  new_client: ['/admin/clients/new', 'edit'],
  new_user: ['/admin/users/new', 'edit'],
  new_scope: ['/admin/scopes/new', 'edit'],
  new_provider: ['/admin/providers/new', 'edit'],
  new_tenant: ['/admin/tenants/new', 'edit'],
  rotate_keys: ['/admin/keys', 'own'],
  start_trace: ['/admin/debug/traces', 'edit'],
  simulate: ['/admin/debug/simulator', 'read'],
  look_up_reference: ['/admin/debug', 'read'],
  sign_out: ['/logout', 'read'],
} as const satisfies Readonly<Record<string, readonly [href: string, Permission]>>;

type PaletteAction = keyof typeof actions;

/** The actions that a role can start from any page, with the page of each. */
export function listPaletteActions({ role }: Pick<Principal, 'role'>): readonly (readonly [PaletteAction, string])[] {
  const names = Object.keys(actions).filter((name): name is PaletteAction => Object.hasOwn(actions, name));
  return names.filter((name) => isPermitted(role, actions[name][1])).map((name) => [name, actions[name][0]] as const);
}

/** Whether every word of a text is the start of a word in the label. Without a text, everything matches. */
export function isFoundBy(label: string, text: string | null): boolean {
  const words = searchWords(label);
  return searchWords(text ?? '').every((typed) => words.some((word) => word.startsWith(typed)));
}
