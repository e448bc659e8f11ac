/** What a check found: a line for the operator, and what to do when something is wrong. */
export type Finding = {
  readonly subject: string;
  readonly ok: boolean;
  readonly message: string;
  readonly advice: string | null;
};

export function healthy(subject: string, message: string): Finding {
  return { subject, ok: true, message, advice: null };
}

export function wrong(subject: string, message: string, advice: string): Finding {
  return { subject, ok: false, message, advice };
}
