import { addressWith } from '../query';
import type { OverviewMetric } from './numbers';

type Listed = { readonly from: Date; readonly to: Date };

/**
 * The list of what a tile or a column counts. Its total equals the number. Tokens have no list, so they lead to the
 * table of the page.
 */
export function listOf(metric: OverviewMetric, { from, to }: Listed): string {
  const period = { from: from.toISOString(), to: to.toISOString() };
  switch (metric) {
    case 'sign_ins':
      return addressWith('/admin/audit', {}, { type: 'sign_in.succeeded', ...period });
    case 'failed':
      return addressWith('/admin/audit', {}, { type: 'sign_in.failed', ...period });
    case 'new_users':
      return addressWith('/admin/audit', {}, { type: 'user.created', ...period });
    case 'refused':
      return addressWith('/admin/debug/requests', {}, period);
    case 'active_users':
      return addressWith('/admin/users', {}, { from: period.from });
    case 'tokens':
      return '#table';
  }
}

/** The sign-ins that failed for a reason. Null for `other`: those events name no reason. */
export function listOfReason(reason: string, listed: Listed): string | null {
  return reason === 'other' ? null : `${listOf('failed', listed)}&reason=${reason}`;
}

export function listOfClient(clientId: string, listed: Listed): string {
  return `${listOf('sign_ins', listed)}&client=${encodeURIComponent(clientId)}`;
}
