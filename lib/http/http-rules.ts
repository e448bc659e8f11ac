import type { Rule } from '#lib/explain/refusal';

/** Why a request is refused before its handler runs, or instead of it. */
export const httpRules = {
  address_too_long: {
    description: 'The address of the request is too long',
    fix: 'Send long values in the body of a POST, or push the authorization request to /connect/par. Addresses have at most 8 KiB, those of the authorization endpoint 24 KiB.',
  },
  path_malformed: {
    description: 'The path of the request is malformed',
    fix: 'Send a plain absolute path: no doubled slashes, dot segments, backslashes or broken percent-encoding.',
  },
  host_malformed: {
    description: 'The header host is malformed',
    fix: 'Send the host name of the server, and its port, in the header Host.',
  },
  header_ambiguous: {
    description: 'The header {name} has to come once',
    fix: 'Send the header once. A proxy that adds its own has to replace the one that came.',
  },
  origin_foreign: {
    description: 'The request was sent by another site',
    fix: 'Send forms from the pages of this server. Behind a proxy SIGNET_ISSUER has to be the address that browsers use.',
  },
  body_too_large: {
    description: 'The body of the request is too large',
    fix: 'Send a smaller body; protocol requests have at most 64 KiB.',
  },
  body_encoded: {
    description: 'The body must not be compressed',
    fix: 'Send the body without Content-Encoding.',
  },
  body_not_utf8: {
    description: 'The body is not valid UTF-8',
    fix: 'Encode the body in UTF-8.',
  },
  method_not_allowed: {
    description: 'The method is not allowed here',
    fix: 'Use a method that the header Allow of the answer names.',
  },
  unavailable: {
    description: 'The server cannot answer at the moment',
    fix: 'Try again after the seconds in Retry-After. The log has the reason: the database or the configuration could not be reached, or there was too much to do.',
  },
  failed: {
    description: 'The server failed to process the request',
    fix: 'Look up the reference in the log of the server: the line with the same request id holds what happened.',
  },
} as const satisfies Record<string, Rule>;

export type HttpRule = keyof typeof httpRules;
