import { Icon } from '#components/ui/icon';
import type { CodeRun } from '#lib/admin/clients/guides/guide';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CopyButton } from './copy-button';

/** The classes for the token kinds of highlight.js. */
const tokenStyles: Readonly<Record<string, string>> = {
  comment: 'text-code-comment',
  quote: 'text-code-comment',
  meta: 'text-code-comment',
  string: 'text-code-string',
  regexp: 'text-code-string',
  number: 'text-code-number',
  literal: 'text-code-number',
  keyword: 'text-code-keyword',
  tag: 'text-code-keyword',
  attr: 'font-medium',
  attribute: 'font-medium',
  section: 'font-semibold',
  title: 'font-semibold',
};

type CodeBlockProps = {
  readonly name: string;
  readonly code: string;
  /** The code in runs of one token kind, for highlighting. */
  readonly runs?: readonly CodeRun[];
  /** `name` is a file name, and the file can be downloaded. */
  readonly isFile?: boolean;
};

/** A file or a value to copy. */
export function CodeBlock({ name, code, runs = [{ text: code, kind: null }], isFile = false }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-border bg-muted">
      <figcaption className="flex min-h-8 items-center justify-between gap-3 border-border border-b ps-3">
        <span className="break-all font-mono text-xs">{name}</span>
        <span className="flex items-center">
          {isFile && <Download name={name} code={code} />}
          <CopyButton text={code} label={name} />
        </span>
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

/** The link contains the file itself (a data URL), so the download needs no request. */
function Download({ name, code }: { readonly name: string; readonly code: string }) {
  const { download } = adminTexts.shell.form;
  const [path = name] = name.split(' ');
  return (
    <a
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${code}\n`)}`}
      download={path.split('/').at(-1)}
      aria-label={`${download}: ${name}`}
      title={download}
      className="rounded-md p-1.5 text-muted-foreground hover:bg-card hover:text-foreground"
    >
      <Icon name="download" />
    </a>
  );
}
