import { createEntry } from '../entries/change-entry';
import { scopePath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { scopeSection } from './section';

export const createScopeForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const report = await createEntry(admin, scopeSection, {
    name,
    type: form.text('type') === 'identity' ? 'identity' : 'resource',
    display_name: form.text('display_name') || null,
    description: form.text('description') || null,
    claims: form.lines('claims'),
  });
  return { goTo: scopePath(name), flash: savedFlash(report) };
};

export const createScope = defineForm(
  { path: 'scopes/new', permission: 'edit', proof: 'none', section: 'scopes' },
  createScopeForm,
);
