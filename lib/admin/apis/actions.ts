import { createEntry } from '../entries/change-entry';
import { apiPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { apiSection } from './section';

export const createApiForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const entry = { name, display_name: form.text('display_name') || null, scopes: form.lines('scopes') };
  const report = await createEntry(admin, apiSection, entry);
  return { goTo: apiPath(name), flash: savedFlash(report) };
};

export const createApi = defineForm(
  { path: 'apis/new', permission: 'edit', proof: 'sudo', section: 'scopes' },
  createApiForm,
);
