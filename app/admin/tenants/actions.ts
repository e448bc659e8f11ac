'use server';

import { createTenantForm } from '#lib/admin/tenants/tenant-forms';
import { adminAction } from '#lib/next/admin-action';

export const createTenant = adminAction({ permission: 'edit' }, createTenantForm);
