import { adminTexts } from '#lib/i18n/admin/texts';
import { type LeadingForm, plainFlash } from '../flash/flash';
import { withReason } from '../read-form';
import { revokeNow, rotateNow } from './keys';

const goTo = '/admin/keys';
const { keys: texts, unchanged } = adminTexts.flash;

export const rotateForm: LeadingForm = async (admin, form) => {
  const rotations = await rotateNow(withReason(admin, form));
  // Another administrator may have rotated the keys since the page was shown.
  const isNew = rotations.some(({ created }) => created);
  return { goTo, flash: plainFlash(isNew ? texts.rotated : unchanged) };
};

export const revokeForm: LeadingForm = async (admin, form) => {
  await revokeNow(withReason(admin, form), { kid: form.text('kid'), typed: form.text('typed') });
  return { goTo, flash: plainFlash(texts.revoked) };
};
