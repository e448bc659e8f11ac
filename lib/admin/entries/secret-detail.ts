/** A secret for a page or a response, without its value and hash. */
export type SecretDetail = {
  readonly id: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** Its last characters, if they are known. */
  readonly ending: string | null;
  /** At most an hour late. Null if it is unknown, absent if it is not recorded. */
  readonly lastUsedAt?: Date | null;
};

type StoredSecret = Omit<SecretDetail, 'createdAt' | 'lastUsedAt'>;

/**
 * Describes secrets without their values.
 * @param times when each was created, by ID
 * @param otherwise the time for one that was just created
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
