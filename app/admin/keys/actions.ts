'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { revokeForm, rotateForm } from '#lib/admin/keys/key-forms';
import { adminAction } from '#lib/next/admin-action';

export const rotate = adminAction({ permission: 'own', proof: actionProofs.keys.rotate }, rotateForm);
export const revoke = adminAction({ permission: 'own', proof: actionProofs.keys.revoke }, revokeForm);
