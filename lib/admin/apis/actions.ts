import { builtInScopes } from '#lib/scopes/built-in';
import { scopeName } from '#lib/vocabulary/text';
import type { AdminContext } from '../admin-context';
import type { EntryEdit } from '../configuration/save-entries';
import { createEntry } from '../entries/change-entry';
import { apiPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { apiSection } from './section';

export const createApiForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const scopes = form.lines('scopes').map(toScope);
  const entry = { name, display_name: form.text('display_name') || null, scopes: scopes.map((scope) => scope.name) };
  const report = await createEntry(admin, apiSection, entry, newScopes(admin, scopes));
  return { goTo: apiPath(name), flash: savedFlash(report) };
};

type TypedScope = { readonly name: string; readonly displayName: string | null };

/** The scope of a line: `orders.read`, or `orders.read = Read your orders`. No name of a scope has a space. */
function toScope(line: string): TypedScope {
  const place = line.indexOf(' = ');
  if (place === -1) return { name: line, displayName: null };
  return { name: line.slice(0, place).trim(), displayName: line.slice(place + 3).trim() || null };
}

/** The scopes that do not exist yet. They are created with their API. */
function newScopes({ snapshot }: AdminContext, typed: readonly TypedScope[]): EntryEdit[] {
  return [...new Map(typed.map((scope) => [scope.name, scope])).values()]
    .filter(({ name }) => !snapshot.scopes.has(name) && !builtInScopes.has(name) && scopeName.safeParse(name).success)
    .map(({ name, displayName: display_name }) => ({
      section: 'scopes',
      key: name,
      entry: { name, type: 'resource', display_name },
      expected: null,
    }));
}

export const createApi = defineForm(
  { path: 'apis/new', permission: 'edit', proof: 'sudo', section: 'scopes' },
  createApiForm,
);
