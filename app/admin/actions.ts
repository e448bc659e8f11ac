'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import {
  deleteEntryForm,
  deleteSecretForm,
  enableEntryForm,
  newSecretForm,
  saveEntryForm,
} from '#lib/admin/entries/entry-forms';
import { adminAction } from '#lib/next/admin-action';

export const saveEntry = adminAction({ permission: 'edit', proof: actionProofs.entries.saveEntry }, saveEntryForm);
export const enableEntry = adminAction(
  { permission: 'edit', proof: actionProofs.entries.enableEntry },
  enableEntryForm,
);
export const deleteEntry = adminAction(
  { permission: 'edit', proof: actionProofs.entries.deleteEntry },
  deleteEntryForm,
);
export const addSecret = adminAction({ permission: 'edit', proof: actionProofs.entries.addSecret }, newSecretForm);
export const deleteSecret = adminAction(
  { permission: 'edit', proof: actionProofs.entries.deleteSecret },
  deleteSecretForm,
);
