import type { CodeRun } from '#lib/admin/clients/guides/guide';
import { CopyButton } from './copy-button';

/** Few tints, all of the theme: they hold the contrast of text in light and dark. */
const tokenStyles: Readonly<Record<string, string>> = {
  comment: 'text-muted-foreground italic',
  quote: 'text-muted-foreground italic',
  string: 'text-success',
  regexp: 'text-success',
  number: 'text-success',
  literal: 'text-success',
  keyword: 'text-destructive',
  meta: 'text-muted-foreground',
  attr: 'font-medium',
  attribute: 'font-medium',
  section: 'font-semibold',
  title: 'font-semibold',
};

type CodeBlockProps = {
  readonly name: string;
  readonly code: string;
  /** The same in colors. */
  readonly runs?: readonly CodeRun[];
};

/** A file or a value to copy. */
export function CodeBlock({ name, code, runs = [{ text: code, kind: null }] }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-border">
      <figcaption className="flex min-h-8 items-center justify-between gap-3 border-border border-b bg-muted ps-3">
        <span className="break-all font-mono text-xs">{name}</span>
        <CopyButton text={code} label={name} />
      </figcaption>
      <section
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto"
        dir="ltr"
      >
        <pre className="p-3 text-xs leading-relaxed">
          <code>
            {runs.map(({ text, kind }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one text never change places
              <span key={index} className={kind === null ? undefined : tokenStyles[kind]}>
                {text}
              </span>
            ))}
          </code>
        </pre>
      </section>
    </figure>
  );
}
