import type { Rule } from '#lib/explain/refusal';

/** Why an interaction page shows a problem instead of its form. The texts for people are in the catalog. */
export const pageRules = {
  interaction_unknown: {
    description: 'This address does not belong to a sign-in',
    fix: 'Start again from the app. The address is incomplete or wrong, or the sign-in ended long ago.',
  },
  interaction_expired: {
    description: 'The sign-in took longer than 15 minutes',
    fix: 'Start again from the app. Do not bookmark or share links to sign-in pages.',
  },
  interaction_other_browser: {
    description: 'The sign-in was started in another browser',
    fix: 'Continue in the browser that started the sign-in, with cookies allowed. Another site cannot frame or preload the page.',
  },
  interaction_finished: {
    description: 'The sign-in is already complete',
    fix: 'Nothing is wrong. The user sent the form twice or went back. Start again from the app.',
  },
  device_expired: {
    description: 'The request of the device has expired or was already answered',
    fix: 'Start again on the device. It shows a new code.',
  },
  forbidden_origin: {
    description: 'The form was not sent from a page of this server in this browser',
    fix: 'Load the page again and send its form. Behind a proxy, set SIGNET_ISSUER to the address that browsers use.',
  },
  invalid_request: {
    description: 'The form is malformed',
    fix: 'Send the fields of the page unchanged, each of them once, with one of its buttons.',
  },
  invalid_client: {
    description: 'The client was removed or disabled during the sign-in',
    fix: 'Enable the client. Then start again from the app.',
    setting: 'enabled',
  },
  no_way_to_sign_in: {
    description: 'The client allows neither passwords nor a provider',
    fix: 'Turn on local_login for the client, or add an identity provider to it.',
    setting: 'local_login',
  },
  too_many_requests: {
    description: 'Too many attempts',
    fix: 'Wait for the number of seconds in Retry-After. Many failures for one user or IP address can be a sign of an attack.',
  },
  too_many_sign_ins: {
    description: 'Too many wrong passwords',
    fix: 'Wait for the number of seconds in Retry-After. Identity providers still work, and so do browsers where the user has signed in before.',
  },
  unavailable: {
    description: 'The server is temporarily unavailable',
    fix: 'Wait for the number of seconds in Retry-After. The reason is in the log of the server.',
  },
} as const satisfies Record<string, Rule>;

export type PageRule = keyof typeof pageRules;

/** The name in records. It has a prefix, because some codes are also names of protocol rules. */
export function pageRuleName(problem: string): string {
  return `page_${problem}`;
}

/**
 * Why a page may not read a response (Fetch §3.3). The response itself does not say so, because the browser hides it.
 */
export const originRules = {
  origin_not_allowed: {
    description: 'The origin of the page is not allowed for this client',
    fix: 'Add the origin that serves the page: scheme, host and port, without a path. Only pages in a browser send an Origin.',
    setting: 'allowed_cors_origins',
  },
} as const satisfies Record<string, Rule>;
