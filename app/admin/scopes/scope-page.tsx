import type { ReactNode } from 'react';
import type { ScopeDetail } from '#lib/admin/scopes/read-scope';
import { isAdminScope } from '#lib/scopes/admin-scopes';
import type { AskedEntry } from '#views/admin/entries/view';
import { entryTab } from '#views/admin/entries/view';
import { scopeFace } from './scope-face';

export type AskedScope = AskedEntry<ScopeDetail>;

/** A page of a scope. Scopes of the admin API cannot be edited. */
export function scopePage(name: string, content: (asked: AskedScope) => ReactNode) {
  return entryTab(scopeFace, name, (asked) => {
    const mayEdit = asked.mayEdit && !isAdminScope(asked.detail.name);
    return content({ ...asked, mayEdit, form: { ...asked.form, canEdit: mayEdit } });
  });
}
