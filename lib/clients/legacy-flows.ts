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
