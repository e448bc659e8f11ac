'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { uploadCertificateForm } from '#lib/admin/clients/certificates/upload-certificate';
import {
  addRedirectUriForm,
  createClientForm,
  markReviewedForm,
  requirePkceForm,
} from '#lib/admin/clients/client-forms';
import { createClientFromText, saveClientFromText } from '#lib/admin/clients/text-forms';
import { adminAction } from '#lib/next/admin-action';

export const createClient = adminAction(
  { permission: 'edit', proof: actionProofs.clients.createClient },
  createClientForm,
);
export const importClient = adminAction(
  { permission: 'edit', proof: actionProofs.clients.importClient },
  createClientFromText,
);
export const saveText = adminAction({ permission: 'edit' }, saveClientFromText);
export const addRedirectUri = adminAction({ permission: 'edit' }, addRedirectUriForm);
export const requirePkce = adminAction({ permission: 'edit' }, requirePkceForm);
export const uploadCertificate = adminAction(
  { permission: 'edit', proof: actionProofs.clients.uploadCertificate },
  uploadCertificateForm,
);
export const markReviewed = adminAction({ permission: 'edit' }, markReviewedForm);
