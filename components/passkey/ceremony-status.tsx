import type { CeremonyState } from './use-ceremony';

/** What is said about a ceremony. A state without words is not mentioned. */
export type CeremonyWords = Readonly<Partial<Record<Exclude<CeremonyState, 'unknown' | 'ready'>, string>>>;

/** A quiet line: a canceled ceremony is no error. */
export function CeremonyStatus({ state, words }: { readonly state: CeremonyState; readonly words: CeremonyWords }) {
  const text = state === 'unknown' || state === 'ready' ? undefined : words[state];
  return (
    <p role="status" className={text === undefined ? 'sr-only' : 'text-center text-muted-foreground text-sm'}>
      {text}
    </p>
  );
}
