'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { changeAgentsForm } from '#lib/admin/agents/bulk-agents';
import { adminAction } from '#lib/next/admin-action';

export const changeMany = adminAction(
  { permission: 'edit', proof: actionProofs['agents/bulk'].changeMany },
  changeAgentsForm,
);
