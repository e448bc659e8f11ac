import { adminTexts } from '#lib/i18n/admin/texts';
import { searchWords } from '#lib/vocabulary/search-key';
import { isPermitted, type Permission } from '../access/permission';
import type { Principal } from '../access/principal';
import type { Feature } from '../feature';
import { features } from '../features';

const actions = {
  new_client: ['/admin/clients/new', 'edit'],
  new_user: ['/admin/users/new', 'edit'],
  new_scope: ['/admin/scopes/new', 'edit'],
  new_provider: ['/admin/providers/new', 'edit'],
  new_tenant: ['/admin/tenants/new', 'edit'],
  start_trace: ['/admin/debug/traces', 'edit'],
  simulate: ['/admin/debug/simulator', 'read'],
  look_up_reference: ['/admin/debug', 'read'],
  sign_out: ['/logout', 'read'],
} as const satisfies Readonly<Record<keyof typeof labels, readonly [href: string, Permission]>>;

const { actions: labels } = adminTexts.search.palette;

/** The actions that a role can start from any page. */
export function listPaletteActions({ role }: Pick<Principal, 'role'>): NonNullable<Feature['palette']> {
  const names = Object.keys(actions).filter((name): name is keyof typeof actions => Object.hasOwn(actions, name));
  const others = names.map((name) => ({ label: labels[name], href: actions[name][0], permission: actions[name][1] }));
  return [...others, ...features.flatMap(({ palette = [] }) => palette)].filter(({ permission }) =>
    isPermitted(role, permission),
  );
}

/** Whether every word of a text is the start of a word in the label. Without a text, everything matches. */
export function isFoundBy(label: string, text: string | null): boolean {
  const words = searchWords(label);
  return searchWords(text ?? '').every((typed) => words.some((word) => word.startsWith(typed)));
}
