import { z } from 'zod';
import { refuse } from './entry';
import { boundedText, isVisible } from './text';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

const maximumDepth = 8;

/** Of all claims of an account or a client together, in characters of their JSON text. */
export const maximumClaims = 10_000;

/** The name of a claim, including reserved ones, as a scope may list it. */
export const claimName = boundedText(
  100,
  z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.:/#-]*$/, {
    error: 'expected a claim name such as email or https://shop.example/level',
  }),
);

/** The value of a claim: JSON, at most 8 levels deep. */
export const claimValue = z
  .custom<Value>((value) => isValue(value, maximumDepth), {
    error: 'expected text without control characters, a finite number, true, false, null, a list or a group of these',
    params: { code: 'claim_value' },
    abort: true,
  })
  .superRefine((value, context) => {
    if (!isRounded(value)) return;
    refuse(
      context,
      [],
      'claim_rounded',
      'contains a whole number beyond 2^53, which would be rounded; put it in quotes',
    );
  });

/** Claims with their values: any JSON, at most 8 levels deep, of any length. */
export const claimsOfAnyLength = z.record(claimName, claimValue).superRefine((values, context) => {
  for (const name of Object.keys(values)) {
    if (protocolClaims.has(name)) refuse(context, [name], 'claim_reserved', 'is a reserved claim');
  }
});

/** The same, at most 10,000 characters long. */
export const claims = claimsOfAnyLength.superRefine((values, context) => {
  if (JSON.stringify(values).length > maximumClaims) {
    refuse(context, [], 'claims_too_long', `expected at most ${maximumClaims} characters of claims`);
  }
});

/** Whether a number in it is beyond those that JavaScript can tell apart (RFC 8259 §6). What its author wrote is lost by now. */
function isRounded(value: Value): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded);
}

function isValue(value: unknown, depth: number): value is Value {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isVisible(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isValue(item, depth - 1));
  return Object.entries(value).every(([key, item]) => isVisible(key) && isValue(item, depth - 1));
}

/**
 * Claims that the protocol itself sets. A user's or client's own claim can never replace one (semantics §7.2). A
 * configuration that names one is refused, and a token omits it even if a row contains it.
 */
export const protocolClaims: ReadonlySet<string> = new Set(
  (
    '_claim_names _claim_sources acr act amr at_hash aud auth_time azp c_hash claims_omitted client_id cnf events exp ' +
    'grant_id iat idp iss jti nbf nonce reference_token_id s_hash scope sid sub tenant'
  ).split(' '),
);
