import type { AdminContext } from '../admin-context';
import { confirmName } from '../entries/confirm-name';
import { typedValues } from '../entries/entry-fields';
import type { ActionForm } from '../read-form';
import { createTenant, deleteTenant, enableTenant, saveTenant } from './change-tenant';
import { tenantTabs } from './tenant-fields';
import { tenantPath } from './tenant-path';
import { typedLogos } from './typed-logos';

type Form = (admin: AdminContext, form: ActionForm) => Promise<{ goTo: string }>;

export const createTenantForm: Form = async (admin, form) => {
  const name = form.text('name');
  await createTenant(admin, { name, display_name: form.text('display_name') });
  return { goTo: `${tenantPath(name, 'branding')}?created=1` };
};

export const saveTenantForm: Form = async (admin, form) => {
  const { name, version, reason } = headOf(form);
  await saveTenant(admin, { name, version, reason, tab: 'settings', values: typedValues(tenantTabs.settings, form) });
  return { goTo: `${tenantPath(name)}?saved=1` };
};

export const saveBrandingForm: Form = async (admin, form) => {
  const { name, version, reason } = headOf(form);
  const values = { ...typedValues(tenantTabs.branding, form), ...(await typedLogos(form)) };
  await saveTenant(admin, { name, version, reason, tab: 'branding', values });
  return { goTo: `${tenantPath(name, 'branding')}?saved=1` };
};

export const enableTenantForm: Form = async (admin, form) => {
  const name = form.text('name');
  await enableTenant(admin, name, form.text('enabled') === 'true');
  return { goTo: `${tenantPath(name)}?saved=1` };
};

export const deleteTenantForm: Form = async (admin, form) => {
  const name = form.text('name');
  confirmName(form, name);
  await deleteTenant(admin, name, null);
  return { goTo: '/admin/tenants?deleted=1' };
};

function headOf(form: ActionForm) {
  return { name: form.text('name'), version: form.text('version'), reason: form.text('reason') || null };
}
