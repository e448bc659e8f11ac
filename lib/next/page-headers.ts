import { contentSecurityPolicy, type PolicyDirective } from '#lib/http/security-headers';

/**
 * Pages whose form can lead to the client, or to a provider: one that is tested, one of a trial sign-in, or one where
 * the person signs in again. Chromium applies form-action to every redirect after the POST.
 */
const leadsToClient =
  /^\/(login|signup|realm|federation|consent|device|logout)(\/|$)|^\/admin\/(providers\/[^/]+\/test|debug\/simulator)$|^\/account(?:$|\/(password|email|username|delete|export|passkeys|authenticator|recovery-codes|two-step|approvals)(\/|$))/;

/** The pages that other pages of ours may frame. They show what people see, and nothing can be sent from them. */
const isPreview = /^\/admin\/(?:(?:clients|tenants)\/[^/]+|settings\/branding)\/preview$/;
const showsPreview = /^\/admin\/(?:clients\/[^/]+\/access|tenants|settings\/branding)(\/|$)/;

/** Pages with a form. With no-referrer, Chromium would post it with `Origin: null`. */
const hasForm =
  /^\/(login|recover|verify|undo|signup|realm|federation|consent|device|logout|account|admin|setup|demo)(\/|$)/;

/**
 * The headers of every page: a policy that allows only its own scripts, no framing, and no caching.
 * @param path without query
 * @param nonce at least 128 bits, new for each response
 * @param development true under `next dev`, whose tools evaluate text as script
 */
export function pageHeaders(path: string, nonce: string, development: boolean): Record<string, string> {
  return {
    'content-security-policy': policyOf(path, nonce, development),
    'x-frame-options': isPreview.test(path) ? 'SAMEORIGIN' : 'DENY',
    'referrer-policy': hasForm.test(path) ? 'same-origin' : 'no-referrer',
    'cache-control': 'private, no-store',
  };
}

function policyOf(path: string, nonce: string, development: boolean): string {
  const framed = isPreview.test(path);
  const directives: PolicyDirective[] = [
    ['default-src', "'none'"],
    ['script-src', `'nonce-${nonce}'`, ...(development ? ["'strict-dynamic'", "'unsafe-eval'"] : [])],
    ['style-src', "'self'", `'nonce-${nonce}'`],
    ['img-src', "'self'", 'data:'],
    ['font-src', "'self'"],
    ['connect-src', "'self'"],
  ];
  if (showsPreview.test(path)) directives.push(['frame-src', "'self'"]);
  directives.push(['frame-ancestors', framed ? "'self'" : "'none'"], ['base-uri', "'none'"]);
  if (!leadsToClient.test(path)) directives.push(['form-action', framed ? "'none'" : "'self'"]);
  return contentSecurityPolicy(directives);
}
