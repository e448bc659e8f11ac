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
  const entry = { name, display_name: form.text('display_name') || null, scopes: form.lines('scopes') };
  const report = await createEntry(admin, apiSection, entry, newScopes(admin, entry.scopes));
  return { goTo: apiPath(name), flash: savedFlash(report) };
};

/** The scopes that do not exist yet. They are created with their API. */
function newScopes({ snapshot }: AdminContext, names: readonly string[]): EntryEdit[] {
  return [...new Set(names)]
    .filter((name) => !snapshot.scopes.has(name) && !builtInScopes.has(name) && scopeName.safeParse(name).success)
    .map((key) => ({ section: 'scopes', key, entry: { name: key, type: 'resource' }, expected: null }));
}

export const createApi = defineForm(
  { path: 'apis/new', permission: 'edit', proof: 'sudo', section: 'scopes' },
  createApiForm,
);
