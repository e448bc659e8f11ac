/** A finding: a line for the operator, and the fix if something is wrong. */
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

/**
 * Prints findings as they arrive.
 * @returns the exit code: 1 if something is wrong
 */
export async function printFindings(
  findings: Iterable<Finding> | AsyncIterable<Finding>,
  out: (text: string) => void,
): Promise<number> {
  let failures = 0;
  for await (const { subject, ok, message, advice } of findings) {
    out(`${ok ? 'ok   ' : 'WRONG'} ${subject}: ${message}\n`);
    if (!ok) failures += 1;
    if (advice !== null) out(`      ${advice}\n`);
  }
  return failures === 0 ? 0 : 1;
}
