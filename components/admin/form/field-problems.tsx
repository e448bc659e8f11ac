import { inOneLine, type Sentence } from '#lib/i18n/admin/problems';
import { adminTexts } from '#lib/i18n/admin/texts';

type FieldProblemsProps = { readonly id: string; readonly problems: readonly Sentence[] };

/** The problems of a field, one sentence each, with a link to the standard behind the rule. */
export function FieldProblems({ id, problems }: FieldProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul id={id} className="grid gap-0.5 font-medium text-[0.8125rem] text-destructive">
      {problems.map((problem) => (
        <li key={inOneLine(problem)} className="[overflow-wrap:anywhere]">
          {inOneLine(problem)}{' '}
          {problem.standard && (
            <a
              href={problem.standard.href}
              title={problem.standard.name}
              target="_blank"
              rel="noopener noreferrer"
              className="underline underline-offset-4"
            >
              {adminTexts.shell.form.learnMore}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
