'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { changeClientsForm } from '#lib/admin/clients/bulk-clients';
import { adminAction } from '#lib/next/admin-action';

export const changeMany = adminAction(
  { permission: 'edit', proof: actionProofs['clients/bulk'].changeMany },
  changeClientsForm,
);
