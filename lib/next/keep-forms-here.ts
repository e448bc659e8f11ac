import { responseStorage } from '#lib/http/response-storage';

/**
 * Restricts the forms of the page that is being rendered to this server. proxy.ts decides by the path, and some pages
 * share theirs with a page whose form may lead to a provider. Call it before anything is streamed.
 */
export function keepFormsHere(): void {
  const response = responseStorage().getStore();
  const policy = response?.getHeader('content-security-policy');
  if (response === undefined || response.headersSent || typeof policy !== 'string') return;
  response.setHeader('content-security-policy', `${policy}; form-action 'self'`);
}
