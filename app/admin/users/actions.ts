'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import {
  askForPasswordForm,
  createUserForm,
  deleteUserForm,
  enableUserForm,
  endSessionForm,
  giveRoleForm,
  makeLinkForm,
  removeFactorForm,
  revokeAppForm,
  saveUserForm,
  sendMailForm,
  signOutForm,
  unlinkForm,
  unlockForm,
} from '#lib/admin/users/user-forms';
import { adminAction } from '#lib/next/admin-action';

export const create = adminAction({ permission: 'edit', proof: actionProofs.users.create }, createUserForm);
export const save = adminAction({ permission: 'edit', proof: actionProofs.users.save }, saveUserForm);
export const setEnabled = adminAction({ permission: 'edit', proof: actionProofs.users.setEnabled }, enableUserForm);
export const remove = adminAction({ permission: 'edit', proof: actionProofs.users.remove }, deleteUserForm);
export const makeLink = adminAction({ permission: 'edit', proof: actionProofs.users.makeLink }, makeLinkForm);
export const sendMail = adminAction({ permission: 'edit', proof: actionProofs.users.sendMail }, sendMailForm);
export const removeFactor = adminAction(
  { permission: 'edit', proof: actionProofs.users.removeFactor },
  removeFactorForm,
);
export const askForPassword = adminAction(
  { permission: 'edit', proof: actionProofs.users.askForPassword },
  askForPasswordForm,
);
export const unlock = adminAction({ permission: 'edit', proof: actionProofs.users.unlock }, unlockForm);
export const signOutAll = adminAction({ permission: 'edit' }, signOutForm);
export const endSession = adminAction({ permission: 'edit' }, endSessionForm);
export const revoke = adminAction({ permission: 'edit' }, revokeAppForm);
export const unlink = adminAction({ permission: 'edit', proof: actionProofs.users.unlink }, unlinkForm);
export const giveRole = adminAction({ permission: 'own', proof: actionProofs.users.giveRole }, giveRoleForm);
