/** Thrown if a server cannot listen on its address: it is taken, not allowed, or not of this machine. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'cannot_listen';

  constructor(
    readonly host: string,
    readonly port: number,
    /** The code of the system, for example `EADDRINUSE`. */
    readonly reason: string,
    options: ErrorOptions,
  ) {
    super(`cannot listen on ${host}:${port} (${reason})`, options);
  }
}

/** Compares the name, because each bundle contains its own copy of the class. */
export function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && error.name === 'ListenError';
}
