import { adminTexts } from '#lib/i18n/admin/texts';
import { type LeadingForm, plainFlash } from '../flash/flash';
import { startTrace, stopTrace } from './change-trace';
import { tracePath } from './trace-path';

/** Starts a trace and goes to where its steps appear. */
export const startTraceForm: LeadingForm = async (admin, form) => {
  const id = await startTrace(admin, form.text('client_id'));
  return { goTo: tracePath(id), flash: plainFlash(adminTexts.flash.traces.started) };
};

export const stopTraceForm: LeadingForm = async (admin, form) => {
  const id = form.text('trace');
  await stopTrace(admin, id);
  return { goTo: tracePath(id), flash: plainFlash(adminTexts.flash.traces.stopped) };
};
