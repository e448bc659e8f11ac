/** A password hash from the database or a file, read from any notation. */
export type StoredHash = {
  /**
   * Everything that its time depends on, and nothing of the salt, so hashes of one kind take the same time.
   * measuredHash() creates such a hash.
   */
  readonly kind: string;
  /**
   * The limit that its cost exceeds, in the operator's words, because checking it could stop the server. Null if the
   * cost is acceptable.
   */
  readonly excess: string | null;
  /**
   * Compares in constant time, outside the event loop. Only password-hash.ts calls it, in its turn of the password
   * queue.
   */
  readonly matches: (password: string) => Promise<boolean>;
};

/** The result for a notation. Null if the text is not in this notation, or is incomplete. */
export type HashReader = (text: string) => StoredHash | null;
