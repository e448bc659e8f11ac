import type { Rule } from '#lib/explain/refusal';

/** Why an interaction page shows a problem instead of its form. The texts for people are in the catalog. */
export const pageRules = {
  interaction_unknown: {
    description: 'There is no sign-in under this address',
    fix: 'Start again from the application: the address is incomplete, made up, or was removed long after its end.',
  },
  interaction_expired: {
    description: 'The sign-in took longer than 15 minutes',
    fix: 'Start again from the application. Links to sign-in pages are not to be stored or mailed.',
  },
  interaction_other_browser: {
    description: 'The sign-in was started in another browser',
    fix: 'Go on in the browser that started it, with its cookies. A page of another site cannot frame or preload it.',
  },
  interaction_finished: {
    description: 'The sign-in was completed before',
    fix: 'Nothing is wrong: a form was sent twice or the person went back. Start again from the application.',
  },
  device_expired: {
    description: 'The request of the device has expired or was answered',
    fix: 'Start again on the device, which shows a new code.',
  },
  forbidden_origin: {
    description: 'The form does not come from a page of this server in this browser',
    fix: 'Load the page again and send its form. Behind a proxy SIGNET_ISSUER has to be the address that people see.',
  },
  invalid_request: {
    description: 'The form is malformed',
    fix: 'Send the fields of the page as they are, each one once, with a button of the page.',
  },
  invalid_client: {
    description: 'The client was removed or disabled during the sign-in',
    fix: 'Enable the client, and start again from the application.',
    setting: 'enabled',
  },
  no_way_to_sign_in: {
    description: 'The client allows neither passwords nor a provider',
    fix: 'Switch local_login on for the client, or allow it an identity provider.',
    setting: 'local_login',
  },
  too_many_requests: {
    description: 'Too many attempts',
    fix: 'Wait for the seconds in Retry-After. Many failures of one account or address may be an attack.',
  },
  too_many_sign_ins: {
    description: 'Too many wrong passwords',
    fix: 'Wait for the seconds in Retry-After. Browsers that signed in to the account before and providers still work.',
  },
  unavailable: {
    description: 'The server cannot answer at the moment',
    fix: 'Try again after the seconds in Retry-After; the log has the reason.',
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
    description: 'The origin of the page is not one of the client',
    fix: 'Add the origin that the page is served from: scheme, host and port, without a path. Programs that are no pages in a browser send no Origin.',
    setting: 'allowed_cors_origins',
  },
} as const satisfies Record<string, Rule>;
