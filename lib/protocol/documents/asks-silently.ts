import type { Context } from '#lib/context';
import type { Parameters } from '#lib/http/form';
import { type JwtParts, readJwt } from '#lib/vocabulary/jwt';
import { isPushed, loadPushedRequest } from '../authorize/pushed-request';
import { decryptRequestObject } from '../request-object/decrypt-request-object';

/**
 * Whether a request asks for no page (`prompt=none`). Nothing outside a pushed request or a passed request object counts
 * (RFC 9126 §4, RFC 9101 §6.3). An object at an address is not fetched, so the parameter beside it decides. The keys of
 * the client may be unknown, so the signature of an object is not verified: a forged one only spares a page.
 */
export async function asksSilently(sent: Parameters, context: Context): Promise<boolean> {
  const prompt = await findPrompt(sent, context);
  return typeof prompt === 'string' && prompt.split(' ').includes('none');
}

async function findPrompt(sent: Parameters, context: Context): Promise<unknown> {
  const { client_id: clientId = '', request, prompt } = Object.fromEntries(sent.values);
  if (request !== undefined) return (await readUnverified(request, clientId, context)).prompt;
  if (!isPushed(sent)) return prompt;
  const pushed = await loadPushedRequest(sent, context, context.now);
  return 'problem' in pushed ? undefined : pushed.parameters.values.get('prompt');
}

/** The claims of a request object, or none. Its errors are answered when the client is known. */
async function readUnverified(text: string, clientId: string, context: Context): Promise<JwtParts['payload']> {
  const client = context.snapshot.clients.get(clientId);
  try {
    return readJwt(client === undefined ? text : await decryptRequestObject(text, client, context)).payload;
  } catch {
    return {};
  }
}
