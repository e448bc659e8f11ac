import { responseStorage } from '#lib/http/response-storage';

/**
 * Lets the forms of the page that is being rendered go only to this server. proxy.ts decides by the path, and some
 * pages share theirs with one whose form may lead on to a provider. To be called before anything is streamed.
 */
export function keepFormsHere(): void {
  const response = responseStorage().getStore();
  const policy = response?.getHeader('content-security-policy');
  if (response === undefined || response.headersSent || typeof policy !== 'string') return;
  response.setHeader('content-security-policy', `${policy}; form-action 'self'`);
}
