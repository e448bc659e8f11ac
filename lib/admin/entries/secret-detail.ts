/** A secret for a page or an answer: neither itself nor its hash. */
export type SecretDetail = {
  readonly id: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Its last characters, when they are known. */
  readonly ending: string | null;
  /** At most an hour late. Null if it is unknown, absent if it is not recorded. */
  readonly lastUsedAt?: Date | null;
};

type StoredSecret = Omit<SecretDetail, 'createdAt' | 'lastUsedAt'>;

/**
 * Describes secrets without the secrets themselves.
 * @param times when each was made, by its id
 * @param otherwise the time for one that was made just now
 */
export function toSecretDetails(
  secrets: readonly StoredSecret[],
  times: readonly { readonly id: string; readonly createdAt: Date }[],
  otherwise: Date,
): readonly SecretDetail[] {
  const madeAt = new Map(times.map(({ id, createdAt }) => [id, createdAt]));
  return secrets.map(({ id, description, expiresAt, ending }) => {
    return { id, description, expiresAt, ending, createdAt: madeAt.get(id) ?? otherwise };
  });
}
