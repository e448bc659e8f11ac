import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice';

type DemoFrameProps = {
  /** The name of the page in tests. */
  readonly page: string;
  readonly title: string;
  /** Two letters at most. */
  readonly mark: string;
  readonly markClass: string;
  readonly children: ReactNode;
};

/** The page of a demo. It represents another company's program, so it has its own frame. */
export function DemoFrame({ page, title, mark, markClass, children }: DemoFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-7 px-5 py-7 sm:px-8 sm:py-14">
      <title>{title}</title>
      <header className="flex items-center gap-3 font-semibold">
        <span aria-hidden="true" className={`grid size-8 place-items-center text-sm ${markClass}`}>
          {mark}
        </span>
        {title}
      </header>
      <main
        data-page={page}
        className="grid gap-8 sm:rounded-card sm:border sm:border-border sm:bg-card sm:p-10 sm:shadow-card"
      >
        {children}
      </main>
    </div>
  );
}

export function DemoSection({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{heading}</h2>
      {children}
    </section>
  );
}

type DemoProblemProps = {
  readonly heading: string;
  readonly problem: { readonly error: string; readonly description: string };
};

/** The error that the server returned to the demo. */
export function DemoProblem({ heading, problem }: DemoProblemProps) {
  return (
    <Notice tone="bad">
      <p className="font-semibold">{heading}</p>
      <p className="[overflow-wrap:anywhere]">
        <code className="font-mono text-sm">{problem.error}</code> {problem.description}
      </p>
    </Notice>
  );
}

type ValueListProps = { readonly values: readonly { readonly name: string; readonly value: string }[] };

/** Names and values, unformatted, for developers. */
export function ValueList({ values }: ValueListProps) {
  return (
    <dl className="divide-y divide-border rounded-box border border-border text-sm">
      {values.map(({ name, value }) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[11rem_1fr]">
          <dt className="font-mono text-muted-foreground">{name}</dt>
          <dd dir="ltr" className="min-w-0 font-mono [overflow-wrap:anywhere]">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
