/** A password hash from the database or a file, read from any notation. */
export type StoredHash = {
  /**
   * Everything that its time depends on, and nothing of the salt: hashes of one kind take the same time. measuredHash()
   * makes a hash of it.
   */
  readonly kind: string;
  /** The limit that its cost exceeds, in the operator's words. Checking it could stop the server; null if it is bearable. */
  readonly excess: string | null;
  /** Compares in constant time, outside the event loop. Only password-hash.ts calls it, in its turn of the password queue. */
  readonly matches: (password: string) => Promise<boolean>;
};

/** What a notation gives: null if the text is not in this notation, or is not whole. */
export type HashReader = (text: string) => StoredHash | null;
