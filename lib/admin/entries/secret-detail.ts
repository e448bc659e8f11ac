/** A secret for a page or an answer: neither itself nor its hash. */
export type SecretDetail = {
  readonly id: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Its last characters, when they are known. */
  readonly ending: string | null;
  /** At most an hour late; null when it is not known, absent where it is not written down. */
  readonly lastUsedAt?: Date | null;
};

type StoredSecret = Omit<SecretDetail, 'createdAt' | 'lastUsedAt'>;

/**
 * What is told of secrets.
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
