import { createEntry } from '../entries/change-entry';
import { tenantPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { tenantSection } from './section';

export const createTenantForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const report = await createEntry(admin, tenantSection, { name, display_name: form.text('display_name') });
  return { goTo: tenantPath(name, 'branding'), flash: savedFlash(report) };
};

export const createTenant = defineForm(
  { path: 'tenants/new', permission: 'edit', proof: 'sudo', section: 'tenants' },
  createTenantForm,
);
