import type { Client } from '#lib/clients/client';
import { text } from '#lib/forms/read-posted';
import type { Wire } from '#lib/vocabulary/wire-entry';
import type { NeededProof } from '../access/proof-window';
import type { AdminContext } from '../admin-context';
import { notFound } from '../admin-error';
import { clientSection } from '../clients/section';
import { type Difference, differences } from '../differences';
import { changeEntry } from '../entries/change-entry';
import { savedFlash } from '../flash/flash';
import { type Action, defineAction } from '../kit/define-action';
import { requestPath } from './feature';
import type { QuickFix } from './quick-fix';
import { type RequestDetail, readRequest } from './read';

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

/**
 * The value comes from a request that anyone can send. Unless it is an address whose scheme and host the client already
 * registered, a person types it or its host, and proves again who they are.
 */
export function proofOfFix({ typed }: QuickFix): NeededProof {
  return typed === null ? 'none' : 'always';
}

/**
 * Adds the refused value to the client. The client may have changed since the page was made: only the confirmed value
 * is added, and only with the confirmation that it needs now.
 */
export const addRefused = defineAction({
  path: 'debug/requests/[ref]/fix',
  permission: 'edit',
  proof: async (admin, { ref = '' }) => proofOfFix((await readOfferedFix(admin, ref)).fix),
  target: (admin, { ref = '' }) => readOfferedFix(admin, ref),
  typed: ({ fix }) => fix.typed,
  fields: { value: text(8000) },
  event: 'client.updated',
  run: async (admin, { request, client, fix }, { value }) => {
    if (fix.value !== value) throw notFound();
    const because = { ...admin, reason: admin.reason ?? `Refused request ${request.reference}` };
    return changeEntry(because, clientSection, client.clientId, ({ wire }) => withFix(wire, client, fix));
  },
  done: ({ request }, report) => ({ goTo: requestPath(request.reference), say: savedFlash(report) }),
});

/**
 * The setting with the additional value. The existing values keep their order. If `allowed_cors_origins` is unset, the
 * origins that apply by default are kept.
 */
function withFix(wire: Wire, { allowedCorsOrigins }: Client, { setting, value }: QuickFix): Wire {
  const stored = wire[setting] ?? (setting === 'allowed_cors_origins' ? allowedCorsOrigins : null);
  if (setting === 'scope') return { scope: [...String(stored ?? '').split(' '), value].filter(Boolean).join(' ') };
  return { [setting]: [...(Array.isArray(stored) ? stored : []), value] };
}

export const requestActions: readonly Action[] = [addRefused];
