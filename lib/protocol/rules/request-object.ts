import type { Rule } from '#lib/explain/refusal';

/** RFC 9101 §6.2 and §7: a request object cannot be used. */
export const invalidRequestObjectRules = {
  request_object_unverified: {
    description: 'The request object could not be verified',
    fix: 'Sign it with a registered key of the client and an algorithm of request_object_signing_alg_values_supported. Send it before its exp.',
  },
  request_object_client: {
    description: 'The request object is not of this client',
    fix: 'The request object needs client_id, equal to the one beside it. Its iss, if there is one, is the client_id too.',
    setting: 'client_id',
  },
  request_object_audience: {
    description: 'The request object is not for this server',
    fix: 'Set aud to the issuer. A client that has to sign its requests cannot leave it out.',
    setting: 'require_signed_request_object',
  },
  request_object_subject: {
    description: 'The sub of the request object is the client',
    fix: 'Leave sub out: such a JWT could be taken for a client assertion (RFC 9101 section 10.8).',
  },
  request_object_nested: {
    description: 'The request object holds another request',
    fix: 'Leave request and request_uri out of the request object (RFC 9101 section 4).',
  },
  request_object_lifetime: {
    description: 'The request object is valid for too long',
    fix: 'Set exp to at most an hour after nbf, or after the time of the request.',
  },
  request_object_times: {
    description: 'The request object has no exp or no nbf',
    fix: 'Set nbf to the time of the request, and exp to at most an hour later.',
    setting: 'security_profile',
  },
  request_object_value: {
    description: 'The {name} of the request object is of another type',
    fix: 'Send texts; max_age as a whole number, claims as an object, and several values of resource as a list.',
  },
  request_object_response_type: {
    description: 'The response_type is not the one of the request object',
    fix: 'Leave response_type out beside the request object, or repeat its value.',
  },
} as const satisfies Record<string, Rule>;
