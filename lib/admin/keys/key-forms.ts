import { adminTexts } from '#lib/i18n/admin/texts';
import { type LeadingForm, plainFlash } from '../flash/flash';
import { reasonOf } from '../read-form';
import { revokeNow, rotateNow } from './keys';

const goTo = '/admin/keys';
const { keys: texts, unchanged } = adminTexts.flash;

export const rotateForm: LeadingForm = async (admin, form) => {
  const rotations = await rotateNow(admin, reasonOf(form));
  // Another administrator may have rotated the keys since the page was shown.
  const isNew = rotations.some(({ created }) => created);
  return { goTo, flash: plainFlash(isNew ? texts.rotated : unchanged) };
};

export const revokeForm: LeadingForm = async (admin, form) => {
  await revokeNow(admin, { kid: form.text('kid'), typed: form.text('typed'), reason: reasonOf(form) });
  return { goTo, flash: plainFlash(texts.revoked) };
};
