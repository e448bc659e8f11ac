/** The subject of a finding. */
export type Topic = 'setting' | 'secret' | 'migration' | 'entry' | 'default' | 'downgrade';

/** none: stays the same. change: will be different. refused: must be fixed before the upgrade. */
type Effect = 'none' | 'change' | 'refused';

/** One effect of an upgrade, or one thing that does not change. */
export type UpgradeFinding = {
  readonly topic: Topic;
  readonly effect: Effect;
  /** The affected object, such as `client web, redirect_uris[0]`. */
  readonly subject: string;
  readonly message: string;
};

const exitCodes: Readonly<Record<Effect, number>> = { none: 0, refused: 1, change: 3 };

/** The worst effect of all findings, and the exit code for it. */
export function conclude(findings: readonly UpgradeFinding[]): { readonly effect: Effect; readonly exitCode: number } {
  const has = (wanted: Effect) => findings.some(({ effect }) => effect === wanted);
  const effect = has('refused') ? 'refused' : has('change') ? 'change' : 'none';
  return { effect, exitCode: exitCodes[effect] };
}

const marks: Readonly<Record<Effect, string>> = { none: 'ok     ', change: 'CHANGE ', refused: 'REFUSED' };

/** One line for people. */
export function formatFinding({ effect, topic, subject, message }: UpgradeFinding): string {
  return `${marks[effect]} ${topic}${subject === '' ? '' : ` ${subject}`}: ${message}\n`;
}
