import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminContext } from '../admin-context';
import { type Asks, type LeadingForm, type Leads, plainFlash } from '../flash/flash';
import { chosenName, maximumTyped, resolvePick } from '../pick/find-picks';
import { addressWith } from '../query';
import type { PostedFields } from '../read-form';
import { startTrace, stopTrace } from './change-trace';
import { tracePath } from './trace-path';

/** Starts a trace of the typed client, and leads to its page. */
export async function startTraceForm(admin: AdminContext, form: PostedFields): Promise<Leads | Asks> {
  const chosen = form.text(chosenName('client'));
  const typed = (chosen || form.text('client')).slice(0, maximumTyped);
  const client = await resolvePick(admin, 'client', typed);
  // The page shows the matches of an ambiguous name.
  if (client === null || !('picked' in client))
    return { goTo: addressWith('/admin/debug/traces', {}, { client: typed }), flash: null };
  const id = await startTrace(admin, client.picked.id);
  return { goTo: tracePath(id), flash: plainFlash(adminTexts.flash.traces.started) };
}

export const stopTraceForm: LeadingForm = async (admin, form) => {
  const id = form.text('trace');
  await stopTrace(admin, id);
  return { goTo: tracePath(id), flash: plainFlash(adminTexts.flash.traces.stopped) };
};
