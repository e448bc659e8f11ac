import { parseParameters } from '#lib/http/form';
import type { AuthorizationRequest } from '#lib/interactions/authorization-request';
import { readHint } from '../parameters';

/**
 * The parts of a request that sign-in pages need while its client is unknown: the client ID is the address of its document.
 * A value that is too long is ignored.
 */
type DocumentRequest = Pick<AuthorizationRequest, 'clientId' | 'loginHint' | 'uiLocales' | 'acrValues' | 'display'>;

/** @param query the original parameters, form-encoded */
export function readDocumentRequest(query: string): DocumentRequest {
  const values = parseParameters(query)?.values ?? new Map<string, string>();
  return {
    clientId: values.get('client_id') ?? '',
    loginHint: readHint(values, 'login_hint'),
    uiLocales: readHint(values, 'ui_locales'),
    acrValues: readHint(values, 'acr_values'),
    display: values.get('display') ?? null,
  };
}
