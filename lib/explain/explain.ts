import type { Logger } from '#lib/log/log';
import { keepFacts } from './kept-facts';
import type { Explain, RequestPlace } from './refusal';
import type { ExplanationWriter } from './writer';

type Request = RequestPlace & { readonly now: Date; readonly log: () => Pick<Logger, 'info'> };

/** What one request notes its refusal with. The log line holds the same as the record. */
export function createExplain(writer: Pick<ExplanationWriter, 'note'>, request: Request): Explain {
  return (refusal) => {
    const { rule, error, description } = refusal;
    const clientId = refusal.clientId !== null && isClientId.test(refusal.clientId) ? refusal.clientId : null;
    const facts = keepFacts(refusal.facts);
    const { endpoint, clientAddress, now } = request;
    const reference = writer.note({ endpoint, clientAddress, rule, error, description, clientId, facts }, now);
    request
      .log()
      .info({ reference, error, rule, description, ...(clientId === null ? {} : { clientId }), ...facts }, 'refused');
    return reference;
  };
}

/** Whom a request names is anything at first. */
const isClientId = /^[\x21-\x7e]{1,100}$/;
