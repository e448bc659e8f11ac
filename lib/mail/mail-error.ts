/** A mail could not be handed to the server. `problem` is for the log and the outbox, and contains no address. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code = 'mail_failed';

  constructor(
    readonly problem: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function isMailError(error: unknown): error is MailError {
  return error instanceof Error && 'code' in error && error.code === 'mail_failed';
}

/**
 * Describes an error of the mail library: its own code, the status of the server's reply and the enhanced status (RFC
 * 3463 §2), for example `EENVELOPE 550 5.1.1`. The rest of a reply is left out, because it may repeat the address.
 */
export function describeMailProblem(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? [String(error.responseCode)] : [];
  const response = 'response' in error && typeof error.response === 'string' ? error.response : '';
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.slice(1) ?? [];
  return [code, ...status, ...enhanced].join(' ').slice(0, 100);
}
