'use server';

import { actionProofs } from '#lib/admin/access/action-proofs';
import { atPart } from '#lib/admin/entries/place-on-page';
import { userFlash } from '#lib/admin/flash/flash';
import { requireNewPassword, removeFactor as takeFactor } from '#lib/admin/users/factor-actions';
import { readRole } from '#lib/admin/users/read-role';
import { createAccount, saveProfile } from '#lib/admin/users/save-user';
import { sendPasswordMail } from '#lib/admin/users/send-password-mail';
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
} from '#lib/admin/users/user-actions';
import { readFirstPassword, readOnAccount, readProfileForm } from '#lib/admin/users/user-form';
import { userPath } from '#lib/admin/users/user-path';
import { adminAction } from '#lib/next/admin-action';

/** A page of an account, which says what was done. */
const to = (sub: string, tab: string, done: Parameters<typeof userFlash>[0]) => ({
  goTo: userPath(sub, tab),
  flash: userFlash(done),
});

export const create = adminAction({ permission: 'edit', proof: actionProofs.users.create }, async (admin, form) => {
  const { reason } = readOnAccount(form);
  const created = await createAccount(admin, {
    profile: readProfileForm(form, admin),
    first: readFirstPassword(form),
    reason,
  });
  const { sub, username, link, password } = created;
  return { result: { sub, username, ...(link && { link }), ...(password && { password }) } };
});

export const save = adminAction({ permission: 'edit', proof: actionProofs.users.save }, async (admin, form) => {
  const on = readOnAccount(form);
  await saveProfile(admin, on, { profile: readProfileForm(form, admin), version: form.text('version') });
  const { goTo, flash } = to(on.sub, 'profile', 'saved');
  return { goTo: atPart(goTo, form), flash };
});

export const setEnabled = adminAction(
  { permission: 'edit', proof: actionProofs.users.setEnabled },
  async (admin, form) => {
    const on = readOnAccount(form);
    const enabled = form.text('enabled') === 'true';
    await enableUser(admin, on, enabled);
    return to(on.sub, 'security', enabled ? 'enabled' : 'disabled');
  },
);

export const remove = adminAction({ permission: 'edit', proof: actionProofs.users.remove }, async (admin, form) => {
  await deleteAccount(admin, readOnAccount(form), { typed: form.text('typed') });
  return { goTo: '/admin/users', flash: userFlash('deleted') };
});

export const makeLink = adminAction({ permission: 'edit', proof: actionProofs.users.makeLink }, async (admin, form) => {
  const { link } = await makePasswordLink(admin, readOnAccount(form));
  return { result: { link } };
});

export const sendMail = adminAction({ permission: 'edit', proof: actionProofs.users.sendMail }, async (admin, form) => {
  const { email } = await sendPasswordMail(admin, readOnAccount(form));
  return { result: { email } };
});

export const removeFactor = adminAction(
  { permission: 'edit', proof: actionProofs.users.removeFactor },
  async (admin, form) => {
    const on = readOnAccount(form);
    await takeFactor(admin, on, form.text('factor'));
    return to(on.sub, 'security', 'factorRemoved');
  },
);

export const askForPassword = adminAction(
  { permission: 'edit', proof: actionProofs.users.askForPassword },
  async (admin, form) => {
    const on = readOnAccount(form);
    const required = form.text('required') === 'true';
    await requireNewPassword(admin, on, required);
    return to(on.sub, 'security', required ? 'passwordRequired' : 'passwordNotRequired');
  },
);

export const unlock = adminAction({ permission: 'edit' }, async (admin, form) => {
  const on = readOnAccount(form);
  await unlockUser(admin, on);
  return to(on.sub, 'security', 'unlocked');
});

export const signOutAll = adminAction({ permission: 'edit' }, async (admin, form) => {
  const on = readOnAccount(form);
  await signOutEverywhere(admin, on);
  return to(on.sub, 'sessions', 'signedOut');
});

export const endSession = adminAction({ permission: 'edit' }, async (admin, form) => {
  const on = readOnAccount(form);
  await endUserSession(admin, on, form.text('sid'));
  return to(on.sub, 'sessions', 'sessionEnded');
});

export const revoke = adminAction({ permission: 'edit' }, async (admin, form) => {
  const on = readOnAccount(form);
  await revokeApp(admin, on, form.text('client_id'));
  return to(on.sub, 'apps', 'appRevoked');
});

export const unlink = adminAction({ permission: 'edit', proof: actionProofs.users.unlink }, async (admin, form) => {
  const on = readOnAccount(form);
  const [provider, issuer, subject] = [form.text('provider'), form.text('issuer'), form.text('subject')];
  await unlinkIdentity(admin, on, { provider, issuer, subject });
  return to(on.sub, 'security', 'unlinked');
});

export const giveRole = adminAction({ permission: 'own', proof: actionProofs.users.giveRole }, async (admin, form) => {
  const on = readOnAccount(form);
  await setRole(admin, on, readRole(form.text('role')));
  return to(on.sub, 'profile', 'role');
});
