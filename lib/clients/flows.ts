/** RFC 8628 §3.4. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** In seconds: the minimum time between two polls of a device, before it has to slow down (RFC 8628 §3.2). */
export const initialIntervalSeconds = 5;

/** The grants that expose tokens to the browser or passwords to the client (RFC 9700 §2.1.2, §2.4). */
export const legacyGrants: ReadonlySet<string> = new Set(['implicit', 'password']);

/** Whether it is implicit or hybrid, so the authorization endpoint sends tokens through the browser. */
export function isLegacyResponseType(responseType: string): boolean {
  return responseType !== 'code';
}

type Flows = { readonly grantTypes: ReadonlySet<string>; readonly responseTypes: ReadonlySet<string> };

/** The legacy grants and response types that a client lists. */
export function legacyFlowsOf({ grantTypes, responseTypes }: Flows): string[] {
  const grants = [...grantTypes].filter((grant) => legacyGrants.has(grant));
  return [...grants, ...[...responseTypes].filter(isLegacyResponseType)];
}

/** The grants in which nobody signs in: the client acts for itself, or for whoever a token that exists is about. */
const grantsWithoutPeople: ReadonlySet<string> = new Set([
  'client_credentials',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:token-exchange',
]);

/** Whether people sign in to a client, so somebody can use it. Extension grants bring people. */
export function hasPeople({ grantTypes }: Pick<Flows, 'grantTypes'>): boolean {
  return [...grantTypes].some((grant) => !grantsWithoutPeople.has(grant));
}

/** Open to every registration, because these flows end with a redirect to an address that the person has seen. */
const openGrants = ['authorization_code', 'refresh_token'];

/** These flows have no redirect, so the person sees no address, and an operator must vouch for the client. */
const vouchedGrants = ['client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'];

/**
 * The flows that an initial access token opens: those without the legacy ones, or all. Certification of the implicit and
 * hybrid profiles with registered clients needs all.
 */
export const registeredFlows = ['code', 'all'] as const;
export type RegisteredFlows = (typeof registeredFlows)[number];

/** Who vouches for a client, and what the portal offers. */
type Voucher = {
  /** The flows of the initial access token. Null without one. */
  readonly flows: RegisteredFlows | null;
  readonly legacyFlows: 'on' | 'off';
};

/** Without an initial access token. It opens no legacy flow, whatever the portal offers. */
const nobody: Voucher = { flows: null, legacyFlows: 'off' };

/**
 * The grants that a client may register. Only an administrator can allow token exchange and extension grants.
 */
export function registrableGrants({ flows, legacyFlows }: Voucher = nobody): ReadonlySet<string> {
  const vouched = flows === null ? [] : vouchedGrants;
  const legacy = flows === 'all' && legacyFlows === 'on' ? legacyGrants : [];
  return new Set([...openGrants, ...vouched, ...legacy]);
}

/** Whether a client may register a normalized response type. */
export function isRegistrableType(type: string, { flows, legacyFlows }: Voucher = nobody): boolean {
  return !isLegacyResponseType(type) || (flows === 'all' && legacyFlows === 'on');
}
