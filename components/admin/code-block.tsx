import { CopyButton } from './copy-button';

/** A file or a value to copy. */
export function CodeBlock({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-border">
      <figcaption className="flex items-center justify-between gap-3 border-border border-b bg-muted ps-3">
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
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
