'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { keyFlash } from '#lib/admin/flash/flash';
import { revokeNow, rotateNow } from '#lib/admin/keys/keys';
import { adminAction } from '#lib/next/admin-action';

export const rotate = adminAction({ permission: 'own', proof: actionProofs.keys.rotate }, async (admin, form) => {
  await rotateNow(admin, form.text('reason').slice(0, 300) || null);
  return { goTo: '/admin/keys', flash: keyFlash('rotated') };
});

export const revoke = adminAction({ permission: 'own', proof: actionProofs.keys.revoke }, async (admin, form) => {
  const reason = form.text('reason').slice(0, 300) || null;
  await revokeNow(admin, { kid: form.text('kid'), typed: form.text('typed'), reason });
  return { goTo: '/admin/keys', flash: keyFlash('revoked') };
});
