/** JSON texts at and beyond the limits of incoming JSON (security #146), to be used as the value of a member. */

/** @param depth how many levels of lists */
export function nestedLists(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** An object with this number of members. */
export function membersOf(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join(',')}}`;
}

/** An object that starts with these members and has one more. */
export function withMember(object: object, json: string, name = 'extension'): string {
  const members = JSON.stringify(object).slice(1, -1);
  return `{${members === '' ? '' : `${members},`}${JSON.stringify(name)}:${json}}`;
}

/** The header and payload of a signed token with an invalid signature. */
export function unsignedJwt(header: string, payload: string): string {
  return [header, payload, 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');
}
