type Problem = {
  readonly text: string;
  /** The id of the field to correct, if there is one. */
  readonly field?: string;
};

type ErrorSummaryProps = {
  readonly heading: string;
  readonly problems: readonly Problem[];
  /** The field gets the focus instead, because it is the only one to type again. */
  readonly leavesFocus?: boolean;
};

/**
 * The problems of a form at its top. It has the focus when the page opens, even without a script, and each line links
 * to its field.
 */
export function ErrorSummary({ heading, problems, leavesFocus = false }: ErrorSummaryProps) {
  return (
    <section
      aria-labelledby="problem-heading"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the summary must be what is read first after a refused form
      autoFocus={!leavesFocus}
      data-problem
      className="rounded-box border border-destructive/40 bg-destructive-soft px-4 py-3 text-[0.9375rem]"
    >
      <div role="alert">
        <h2 id="problem-heading" className="font-semibold">
          {heading}
        </h2>
        <ul className="mt-0.5 grid gap-1 text-destructive">
          {problems.map((problem) => (
            <li key={problem.text}>
              {problem.field ? (
                <a href={`#${problem.field}`} className="underline underline-offset-3 hover:decoration-2">
                  {problem.text}
                </a>
              ) : (
                problem.text
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
