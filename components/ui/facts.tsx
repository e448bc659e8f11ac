import type { ReactNode } from 'react';
import { Name } from './name';

/** Names with their values, stacked on phones. Null values are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[fit-content(14rem)_1fr]">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label} className="grid gap-0.5 sm:contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="min-w-0 break-words">{typeof value === 'string' ? <Name>{value}</Name> : value}</dd>
          </div>
        ))}
    </dl>
  );
}
