import type { ReactNode } from 'react';
import { inOneLine, type Sentence } from '#lib/i18n/admin/problems';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/text';
import { Absent } from '../list/list-table';

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

/** The value that someone else saved while the form was open. */
export function Theirs({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  const { savedMeanwhile, nothing } = adminTexts.shell.form;
  return (
    <p data-theirs className="whitespace-pre-line break-words rounded-lg bg-warning-soft px-3 py-2 text-sm">
      <span className="font-medium">{savedMeanwhile}</span> {text === '' ? nothing : text}
    </p>
  );
}

export type FieldProps = {
  /** The key in the configuration. */
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  /** Shows the key beside the label, for people who know the specification. */
  readonly showKey?: boolean;
  /** It is shown as text, to people who cannot change it. */
  readonly asText?: boolean;
  /** What it means that there is no value, if it is shown as text. */
  readonly empty?: string | undefined;
};

type ShownFieldProps = Pick<FieldProps, 'name' | 'label' | 'help' | 'showKey'> & { readonly children: ReactNode };

/** A setting as text, with the anchor of its input. */
export function ShownField({ name, label, help, showKey = false, children }: ShownFieldProps) {
  return (
    <dl id={`field-${name}`} data-field={label} className="grid grid-cols-1 gap-1 text-sm">
      <dt className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {label}
        {showKey && (
          <code data-setting-name className="font-normal text-muted-foreground text-xs">
            {name}
          </code>
        )}
      </dt>
      <dd className="min-w-0">{children}</dd>
      {help && <dd className="text-[0.8125rem] text-muted-foreground">{help}</dd>}
    </dl>
  );
}

type ShownTextProps = {
  /** A line each. */
  readonly lines: readonly string[];
  /** What it means that there is none. */
  readonly empty?: string | undefined;
  readonly isCode?: boolean;
};

/** A value as text. */
export function ShownText({ lines, empty, isCode = false }: ShownTextProps) {
  if (lines.every((line) => line === '')) return empty ?? <Absent text={adminTexts.shell.form.shown.none} />;
  return (
    <ul className={isCode ? 'font-mono text-[0.8125rem]' : ''}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place alone
        <li key={index} className="wrap-anywhere whitespace-pre-wrap">
          <Name>{line}</Name>
        </li>
      ))}
    </ul>
  );
}
