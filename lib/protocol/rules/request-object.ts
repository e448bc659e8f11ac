import type { Rule } from '#lib/explain/refusal';

/** RFC 9101 §6.2 and §7: a request object cannot be used. */
export const invalidRequestObjectRules = {
  request_object_unverified: {
    description: 'The request object could not be verified',
    fix: 'Sign the request object with a registered key of the client and an algorithm in request_object_signing_alg_values_supported. Send it before its exp.',
  },
  request_object_client: {
    description: 'The request object does not belong to this client',
    fix: 'Set client_id in the request object to the client_id of the request. If there is an iss, it must be the same value.',
    setting: 'client_id',
  },
  request_object_audience: {
    description: 'The request object is not for this server',
    fix: 'Set aud to the issuer. A client that must sign its requests cannot leave aud out.',
    setting: 'require_signed_request_object',
  },
  request_object_subject: {
    description: 'The sub of the request object is the client_id',
    fix: 'Leave sub out. Such a JWT could be used as a client assertion (RFC 9101 section 10.8).',
  },
  request_object_nested: {
    description: 'The request object contains another request',
    fix: 'Leave request and request_uri out of the request object (RFC 9101 section 4).',
  },
  request_object_lifetime: {
    description: 'The request object is valid for too long',
    fix: 'Set exp to at most one hour after nbf, or after the time of the request.',
  },
  request_object_times: {
    description: 'The request object needs exp and nbf',
    fix: 'Set nbf to the time of the request, and exp to at most one hour later.',
    setting: 'security_profile',
  },
  request_object_value: {
    description: 'The {name} of the request object has the wrong type',
    fix: 'Send strings, except max_age as a whole number, claims as an object, and several values of resource as an array.',
  },
  request_object_response_type: {
    description: 'The response_type differs from the one in the request object',
    fix: 'Send response_type only in the request object, or send the same value.',
  },
} as const satisfies Record<string, Rule>;
