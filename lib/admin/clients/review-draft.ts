import type { AdminContext } from '../admin-context';
import { isAdminError } from '../admin-error';
import type { Difference } from '../audit/differences';
import type { ApplicationKind } from './application-kind';
import { newEntry, planClient } from './create-client';
import type { ClientDraft } from './draft';

/** The settings a draft would become a client with, or why it cannot. */
export type ClientReview = { readonly settings: readonly Difference[] } | { readonly problem: string };

/** Looks a draft over that anybody may have put into the address. */
export async function reviewDraft(
  admin: AdminContext,
  kind: ApplicationKind,
  draft: ClientDraft,
): Promise<ClientReview> {
  try {
    return { settings: await planClient(admin, newEntry(kind, draft)) };
  } catch (error) {
    if (isAdminError(error)) return { problem: error.message };
    throw error;
  }
}
