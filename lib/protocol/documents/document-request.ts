import { parseParameters } from '#lib/http/form';
import { parameterLengths, readUiLocales } from '../parameters';

/** What the pages of a sign-in need of a request whose client is not known yet. A value that is too long counts as none. */
type DocumentRequest = {
  /** The address of the document. */
  readonly clientId: string;
  readonly loginHint: string | null;
  readonly uiLocales: string | null;
  readonly acrValues: string | null;
  readonly display: string | null;
};

/** @param query the parameters as they came, form-encoded */
export function readDocumentRequest(query: string): DocumentRequest {
  const values = parseParameters(query)?.values ?? new Map<string, string>();
  const short = (name: 'login_hint' | 'acr_values') => {
    const value = values.get(name) ?? null;
    return value !== null && value.length > parameterLengths[name] ? null : value;
  };
  return {
    clientId: values.get('client_id') ?? '',
    loginHint: short('login_hint'),
    uiLocales: readUiLocales(values),
    acrValues: short('acr_values'),
    display: values.get('display') ?? null,
  };
}
