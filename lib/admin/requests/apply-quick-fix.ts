import type { Client } from '#lib/clients/client';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { AdminContext } from '../admin-context';
import { AdminError } from '../admin-error';
import { clientSection } from '../clients/client-section';
import { type Difference, differences } from '../differences';
import { changeEntry } from '../entries/change-entry';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { notFound } from '../not-found';
import type { QuickFix } from './quick-fix';
import { type RequestDetail, readRequest } from './read-requests';
import { requestPath } from './request-path';

/** The content of the confirmation page: the refused request, the fix and its changes. */
export type OfferedFix = {
  readonly request: RequestDetail;
  readonly client: Client;
  readonly fix: QuickFix;
  readonly differences: readonly Difference[];
};

/** @throws AdminError `not_found` for a request without a quick fix, or with one that no longer applies */
export async function readOfferedFix(admin: AdminContext, reference: string): Promise<OfferedFix> {
  const request = await readRequest(admin, reference);
  const { quickFix: fix, clientId } = request;
  if (fix === null || clientId === null) throw notFound();
  const client = admin.snapshot.clients.get(clientId);
  if (client === undefined) throw notFound();
  const { wire } = await clientSection.get(admin, clientId);
  return { request, client, fix, differences: differences(wire, { ...wire, ...withFix(wire, client, fix) }) };
}

/** Adds an address whose scheme and host the client already registered. */
export const addKnownValue: LeadingForm = (admin, form) => applyFix(admin, form, false);

/** Adds any other value. It needs a recent proof, and the person types the value or its host. */
export const addTypedValue: LeadingForm = (admin, form) => applyFix(admin, form, true);

async function applyFix(admin: AdminContext, form: Parameters<LeadingForm>[1], isTyped: boolean) {
  const { request, client, fix } = await readOfferedFix(admin, form.text('reference'));
  // The client may have changed since the page was made. Only the confirmed value is added, and only with the
  // confirmation that it needs now.
  if (fix.value !== form.text('value') || (fix.typed !== null && !isTyped)) throw notFound();
  if (fix.typed !== null && form.text('typed') !== fix.typed) {
    const message = `Type ${fix.typed} to confirm.`;
    throw new AdminError('invalid', message, [{ field: 'typed', code: 'not_the_name', message }]);
  }
  const because = { ...admin, reason: `Refused request ${request.reference}` };
  const report = await changeEntry(because, clientSection, client.clientId, ({ wire }) => withFix(wire, client, fix));
  return { goTo: requestPath(request.reference), flash: savedFlash(report) };
}

/**
 * The setting with the additional value. The existing values keep their order. If `allowed_cors_origins` is unset, the
 * origins that apply by default are kept.
 */
function withFix(wire: Wire, { allowedCorsOrigins }: Client, { setting, value }: QuickFix): Wire {
  const stored = wire[setting] ?? (setting === 'allowed_cors_origins' ? allowedCorsOrigins : null);
  if (setting === 'scope') return { scope: [...String(stored ?? '').split(' '), value].filter(Boolean).join(' ') };
  return { [setting]: [...(Array.isArray(stored) ? stored : []), value] };
}
