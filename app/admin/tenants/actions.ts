'use server';

import {
  createTenantForm,
  deleteTenantForm,
  enableTenantForm,
  saveBrandingForm,
  saveTenantForm,
} from '#lib/admin/tenants/tenant-forms';
import { adminAction } from '#lib/next/admin-action';

export const createTenant = adminAction({ permission: 'edit' }, createTenantForm);
export const saveTenant = adminAction({ permission: 'edit' }, saveTenantForm);
export const saveBranding = adminAction({ permission: 'edit' }, saveBrandingForm);
export const enableTenant = adminAction({ permission: 'edit' }, enableTenantForm);
export const deleteTenant = adminAction({ permission: 'edit' }, deleteTenantForm);
