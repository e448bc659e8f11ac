import { features } from './features';

/** The pages, by the kind of object that an audit event names. */
const pages: Readonly<Record<string, (id: string) => string>> = Object.assign(
  {},
  ...features.map(({ objects }) => objects),
);

/** The page of an actor or object. Null for a kind without pages. */
export function objectPath(kind: string, id: string): string | null {
  return Object.hasOwn(pages, kind) ? (pages[kind]?.(id) ?? null) : null;
}
