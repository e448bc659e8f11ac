import type { Rule } from '#lib/explain/refusal';

/**
 * Why a page may not read a response (Fetch §3.3). The response itself does not say so, because the browser hides it.
 */
export const originRules = {
  origin_not_allowed: {
    description: 'The origin of the page is not one of the client',
    fix: 'Add the origin that the page is served from: scheme, host and port, without a path. Programs that are no pages in a browser send no Origin.',
    setting: 'allowed_cors_origins',
  },
} as const satisfies Record<string, Rule>;
