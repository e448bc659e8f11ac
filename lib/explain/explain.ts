import type { Logger } from '#lib/log/log';
import { isLongerThanClientId } from '#lib/vocabulary/client-id';
import { keepFacts } from './kept-facts';
import type { Explain, RequestPlace } from './refusal';
import type { ExplanationWriter } from './writer';

type Request = RequestPlace & { readonly now: Date; readonly log: () => Pick<Logger, 'info'> };

/** Records the refusal of one request. The log line has the same content as the record. */
export function createExplain(writer: Pick<ExplanationWriter, 'note'>, request: Request): Explain {
  return (refusal) => {
    const { rule, error, description } = refusal;
    const clientId = refusal.clientId !== null && isClientId(refusal.clientId) ? refusal.clientId : null;
    const facts = keepFacts(refusal.facts);
    const { endpoint, clientAddress, now } = request;
    const reference = writer.note({ endpoint, clientAddress, rule, error, description, clientId, facts }, now);
    request
      .log()
      .info({ reference, error, rule, description, ...(clientId === null ? {} : { clientId }), ...facts }, 'refused');
    return reference;
  };
}

/** The client in a request can be any text at first. */
function isClientId(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !isLongerThanClientId(text);
}
