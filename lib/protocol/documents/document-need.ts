import { isDocumentClient, isDocumentUrl } from '#lib/clients/documents/document-url';
import { admitsDocument } from '#lib/clients/documents/domains';
import type { Context } from '#lib/context';
import { createMemory } from '#lib/crypto/memory';
import type { PageProblemCode } from '#lib/http/page-models';
import { findTargetProblem } from '#lib/outbound/check-target';
import { singleton } from '#lib/singleton';
import { dayMs, latestEndFromNow } from '#lib/vocabulary/time';
import type { OAuthError } from '../oauth-error';
import { longestFreshSeconds } from './fetch-document';

/** In milliseconds: how much longer the last good document is used if it cannot be fetched again. */
const lastGoodMs = dayMs;

/**
 * Documents that this process found unchanged, by address. There is no new revision, so other processes read the
 * changed row later.
 */
const confirmed = () => singleton('fresh-documents', () => createMemory<{ readonly expiresAt: Date }>(5000));

export function recordFresh(clientId: string, expiresAt: Date): void {
  confirmed().keep(clientId, { expiresAt });
}

/**
 * What must happen before the client with this client_id is known:
 * - `nothing`: it is not the address of a document, the client belongs to an operator, or the document is fresh
 * - `denied`: the portal does not allow documents of this domain
 * - `fetch`: fetch the document. With `isUsable`, the last good one is used if that fails
 */
type DocumentNeed =
  | { readonly need: 'nothing' }
  | { readonly need: 'denied' }
  | { readonly need: 'fetch'; readonly isUsable: boolean };

export function documentNeed(
  clientId: string,
  { settings, snapshot, now }: Pick<Context, 'settings' | 'snapshot' | 'now'>,
): DocumentNeed {
  const { clients, portal } = snapshot;
  const client = clients.get(clientId);
  const isOperators = client !== undefined && !isDocumentClient(client);
  if (isOperators || portal.clientIdMetadataDocuments === 'off' || !isDocumentUrl(clientId)) return { need: 'nothing' };
  // A name in the local network or an IP address is not a domain, unless the operator lists it.
  const isReachable = findTargetProblem(clientId, settings) === null && !isUnlistedAddress(clientId, settings);
  if (!isReachable || !admitsDocument(clientId, portal)) return { need: 'denied' };
  if (client === undefined) return { need: 'fetch', isUsable: false };
  if (!client.enabled && !client.awaitsApproval) return { need: 'nothing' };
  // One that ends later was fetched while the clock was ahead, and would never be fetched again until then.
  const latest = latestEndFromNow(now, longestFreshSeconds * 1000);
  const times = [client.documentExpiresAt, confirmed().recall(clientId)?.expiresAt];
  const expiresAt = Math.max(...times.map((at) => (at && at <= latest ? at.getTime() : 0)));
  if (expiresAt > now.getTime()) return { need: 'nothing' };
  return { need: 'fetch', isUsable: expiresAt + lastGoodMs > now.getTime() };
}

function isUnlistedAddress(clientId: string, { outboundAllow }: Pick<Context['settings'], 'outboundAllow'>): boolean {
  const { hostname } = new URL(clientId);
  return /^\[|^[\d.]+$/.test(hostname) && !outboundAllow.includes(hostname);
}

/** How our own page shows why a document does not describe a client. */
export function documentRefusal({ rule, retry, facts }: OAuthError): {
  readonly status: number;
  readonly problem: PageProblemCode;
  readonly host?: string;
} {
  if (retry !== null) return { status: retry.status, problem: retry.status === 429 ? 'agent_limit' : 'unavailable' };
  if (rule === 'approval_pending') return { status: 403, problem: 'agent_pending', host: facts.name ?? '' };
  if (rule === 'domain_denied') return { status: 403, problem: 'domain_denied' };
  return { status: 400, problem: rule === 'document_unreachable' ? 'document_failed' : 'document_invalid' };
}
