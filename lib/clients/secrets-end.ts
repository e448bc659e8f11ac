type Secrets = readonly { readonly expiresAt: Date | null }[];

/** When the last secret expires. Null if there is none or one never expires. */
export function secretsEnd(secrets: Secrets): Date | null {
  if (secrets.some(({ expiresAt }) => expiresAt === null)) return null;
  const times = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
