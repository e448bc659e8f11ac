import { parseParameters } from '#lib/http/form';
import { readHint } from '../parameters';

/** The parts of a request that sign-in pages need while its client is unknown. A value that is too long is ignored. */
type DocumentRequest = {
  /** The address of the document. */
  readonly clientId: string;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
  readonly display: string | null;
};

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
