'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { createTenantForm } from '#lib/admin/tenants/tenant-forms';
import { adminAction } from '#lib/next/admin-action';

export const createTenant = adminAction(
  { permission: 'edit', proof: actionProofs.tenants.createTenant },
  createTenantForm,
);
