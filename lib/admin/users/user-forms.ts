import { readAdminRole } from '#lib/users/read-user';
import { findUserBySub } from '#lib/users/user-store';
import type { AdminContext } from '../admin-context';
import { type LeadingForm, userFlash } from '../flash/flash';
import type { PostedFields } from '../read-form';
import { atPart } from '../read-form';
import { removeFactor, requireNewPassword } from './factor-actions';
import { createAccount, saveProfile } from './save-user';
import { sendPasswordMail } from './send-password-mail';
import {
  deleteAccount,
  enableUser,
  endUserSession,
  makePasswordLink,
  revokeApp,
  setRole,
  signOutEverywhere,
  unlinkIdentity,
  unlockUser,
} from './user-actions';
import { readFirstPassword, readOnAccount, readProfileForm } from './user-form';
import { userPath } from './user-path';

/** A form that shows a value once. */
type ShowingForm = (
  admin: AdminContext,
  form: PostedFields,
) => Promise<{ readonly result: Readonly<Record<string, string>> }>;

/** A page of an account, with the message about the action. */
const to = (sub: string, tab: string, done: Parameters<typeof userFlash>[0]) => ({
  goTo: userPath(sub, tab),
  flash: userFlash(done),
});

export const createUserForm: ShowingForm = async (admin, form) => {
  const { reason } = readOnAccount(form);
  const created = await createAccount(admin, {
    profile: readProfileForm(form, admin),
    first: readFirstPassword(form),
    reason,
  });
  const { sub, username, link, password } = created;
  return { result: { sub, username, ...(link && { link }), ...(password && { password }) } };
};

export const saveUserForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  const stored = await findUserBySub(admin.db, on.sub);
  const profile = readProfileForm(form, admin, stored?.claims);
  await saveProfile(admin, on, { profile, version: form.text('version') });
  const { goTo, flash } = to(on.sub, 'profile', 'saved');
  return { goTo: atPart(goTo, form), flash };
};

export const enableUserForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  const enabled = form.text('enabled') === 'true';
  await enableUser(admin, on, enabled);
  return enabled ? to(on.sub, 'profile', 'enabled') : to(on.sub, 'security', 'disabled');
};

export const deleteUserForm: LeadingForm = async (admin, form) => {
  await deleteAccount(admin, readOnAccount(form), { typed: form.text('typed') });
  return { goTo: '/admin/users', flash: userFlash('deleted') };
};

export const makeLinkForm: ShowingForm = async (admin, form) => {
  const { link } = await makePasswordLink(admin, readOnAccount(form));
  return { result: { link } };
};

export const sendMailForm: ShowingForm = async (admin, form) => {
  const { email } = await sendPasswordMail(admin, readOnAccount(form));
  return { result: { email } };
};

export const removeFactorForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  await removeFactor(admin, on, form.text('factor'));
  return to(on.sub, 'security', 'factorRemoved');
};

export const askForPasswordForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  const required = form.text('required') === 'true';
  await requireNewPassword(admin, on, required);
  return to(on.sub, 'security', required ? 'passwordRequired' : 'passwordNotRequired');
};

export const unlockForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  await unlockUser(admin, on);
  return to(on.sub, 'security', 'unlocked');
};

export const signOutForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  await signOutEverywhere(admin, on);
  return to(on.sub, 'sessions', 'signedOut');
};

export const endSessionForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  await endUserSession(admin, on, form.text('sid'));
  return to(on.sub, 'sessions', 'sessionEnded');
};

export const revokeAppForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  await revokeApp(admin, on, form.text('client_id'));
  return to(on.sub, 'apps', 'appRevoked');
};

export const unlinkForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  const [provider, issuer, subject] = [form.text('provider'), form.text('issuer'), form.text('subject')];
  await unlinkIdentity(admin, on, { provider, issuer, subject });
  return to(on.sub, 'security', 'unlinked');
};

export const giveRoleForm: LeadingForm = async (admin, form) => {
  const on = readOnAccount(form);
  await setRole(admin, on, readAdminRole(form.text('role')));
  return to(on.sub, 'profile', 'role');
};
