'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { addKnownValue, addTypedValue } from '#lib/admin/requests/apply-quick-fix';
import { adminAction } from '#lib/next/admin-action';

export const addKnown = adminAction({ permission: 'edit' }, addKnownValue);
export const addTyped = adminAction(
  { permission: 'edit', proof: actionProofs['debug/requests'].addTyped },
  addTypedValue,
);
