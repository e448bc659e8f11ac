'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { changeUsersForm } from '#lib/admin/users/bulk-users';
import { adminAction } from '#lib/next/admin-action';

export const changeMany = adminAction(
  { permission: 'edit', proof: actionProofs['users/bulk'].changeMany },
  changeUsersForm,
);
