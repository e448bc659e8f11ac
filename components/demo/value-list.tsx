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
