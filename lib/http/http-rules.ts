import type { Rule } from '#lib/explain/refusal';

/** Why a request is refused before its handler runs, or instead of it. */
export const httpRules = {
  address_too_long: {
    description: 'The address of the request is too long',
    fix: 'Send long values in the body of a POST, or push the authorization request to /connect/par. An address may have at most 8 KiB, and 24 KiB at the authorization endpoint.',
  },
  path_malformed: {
    description: 'The path of the request is malformed',
    fix: 'Send a plain absolute path, without doubled slashes, dot segments, backslashes or broken percent-encoding.',
  },
  host_malformed: {
    description: 'The Host header is malformed',
    fix: 'Send the host name and the port of the server in the Host header.',
  },
  header_ambiguous: {
    description: 'The header {name} must be sent once',
    fix: 'Send the header once. A proxy that adds the header must replace the header it received.',
  },
  origin_foreign: {
    description: 'The request was sent by another site',
    fix: 'Send forms from the pages of this server. Behind a proxy, set SIGNET_ISSUER to the address that browsers use.',
  },
  body_too_large: {
    description: 'The body of the request is too large',
    fix: 'Send a smaller body. Protocol requests may have at most 64 KiB.',
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
    fix: 'Use a method that the Allow header of the response lists.',
  },
  unavailable: {
    description: 'The server is temporarily unavailable',
    fix: 'Wait for the number of seconds in Retry-After. The reason is in the log of the server: the database or the configuration could not be reached, or the server was overloaded.',
  },
  failed: {
    description: 'The server failed to process the request',
    fix: 'Search the log of the server for the reference. The entry with the same request ID describes what happened.',
  },
} as const satisfies Record<string, Rule>;

export type HttpRule = keyof typeof httpRules;
