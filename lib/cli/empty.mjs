/** Replaces `server-only` in the server's bundle. */
export {};
