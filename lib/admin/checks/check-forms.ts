import { adminTexts } from '#lib/i18n/admin/texts';
import { dayMs } from '#lib/vocabulary/time';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { type LeadingForm, plainFlash, savedFlash } from '../flash/flash';
import { reasonOf, withReason } from '../read-form';
import { dismissChecks, restoreCheck } from './dismiss-checks';
import { fixChecks } from './plan-fix';

const checks = '/admin/checks';
const dismissedChecks = '/admin/checks/dismissed';
const maximumDays = 1827;

/** Dismisses one finding, or all open findings of a rule. */
export const dismissChecksForm: LeadingForm = async (admin, form) => {
  const findings = { rule: form.text('rule'), key: form.text('key') || null };
  const note = reasonOf(form);
  const done = await dismissChecks(admin, findings, { note, expiresAt: readEnd(form.text('until'), admin) });
  return { goTo: checks, flash: plainFlash(adminTexts.checks.dismiss.done(done.length)) };
};

export const restoreCheckForm: LeadingForm = async (admin, form) => {
  await restoreCheck(admin, form.text('key'));
  return { goTo: dismissedChecks, flash: plainFlash(adminTexts.checks.dismissed.restored) };
};

/** Fixes the findings of a rule, as its plan said. */
export const fixChecksForm: LeadingForm = async (admin, form) => {
  const report = await fixChecks(withReason(admin, form), form.text('rule'), form.text('seen'));
  return { goTo: checks, flash: savedFlash(report) };
};

/**
 * The start of a day (UTC), at most five years ahead. Null without an end date.
 * @throws AdminError `invalid` at the field
 */
function readEnd(text: string, { now }: Pick<AdminContext, 'now'>): Date | null {
  if (text === '') return null;
  const end = new Date(`${text}T00:00:00.000Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(end.getTime());
  if (isDay && end > now && end.getTime() < now.getTime() + maximumDays * dayMs) return end;
  const message = 'expected a date in the next five years';
  throw new AdminError('invalid', message, [{ field: 'until', code: 'not_a_date', message }]);
}
