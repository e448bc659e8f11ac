import type { ReactNode } from 'react';

type FormSectionProps = {
  /** The anchor in the page's address. */
  readonly id: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
};

/** A section of a form: its title and text at the left, its fields at the right. */
export function FormSection({ id, title, text, children }: FormSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-16 gap-x-8 gap-y-4 py-6 lg:grid-cols-[16rem_minmax(0,44rem)]"
    >
      <div className="grid content-start gap-1">
        <h2 id={`${id}-title`} className="font-semibold">
          <a href={`#${id}`} className="hover:underline">
            {title}
          </a>
        </h2>
        {text && <p className="text-[0.8125rem] text-muted-foreground">{text}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-6">{children}</div>
    </section>
  );
}

/** The sections of a form, with lines between them. */
export function FormSections({ children }: { readonly children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-border bg-card px-5 [&>:not([hidden])~:not([hidden])]:border-border [&>:not([hidden])~:not([hidden])]:border-t">
      {children}
    </div>
  );
}
