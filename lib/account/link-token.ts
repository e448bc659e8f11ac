/** Whether a text has the format of a mailed link's token. Other texts are not looked up. */
export function isLinkToken(token: string | null): token is string {
  return token !== null && /^[\w-]{43}$/.test(token);
}
