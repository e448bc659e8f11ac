/** Whether a text has the form of the token of a mailed link; nothing else is looked up. */
export function isLinkToken(token: string | null): token is string {
  return token !== null && /^[\w-]{43}$/.test(token);
}
