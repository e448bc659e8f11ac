import { dismissGetStarted } from '#lib/config/installation-store';
import { transaction } from '#lib/db/transaction';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminError } from '../admin-error';
import { type LeadingForm, plainFlash } from '../flash/flash';
import { demoPhrase } from './demo-phrase';
import { removeDemo } from './remove-demo';

const overview = '/admin';

/** Hides the first steps for every administrator. */
export const dismissForm: LeadingForm = async ({ db, now }) => {
  await transaction(db, (tx) => dismissGetStarted(tx, now));
  return { goTo: overview, flash: plainFlash(adminTexts.flash.started.dismissed) };
};

/** Removes the demo data once its name was typed. There is no undo, because users cannot be restored. */
export const removeDemoForm: LeadingForm = async (admin, form) => {
  if (form.text('typed') !== demoPhrase) {
    const message = `expected ${demoPhrase}`;
    throw new AdminError('invalid', message, [{ field: 'typed', code: 'not_the_name', message }]);
  }
  const { changes } = await removeDemo(admin);
  const { unchanged, started } = adminTexts.flash;
  return { goTo: overview, flash: plainFlash(changes.length === 0 ? unchanged : started.demoRemoved) };
};
