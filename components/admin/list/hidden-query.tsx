import type { Query } from '#lib/admin/query';

/** Which page of a list an address asks for: a form begins at the first one. */
const place = ['after', 'before', 'size'];

type HiddenQueryProps = {
  /** As its list knows it: see listAddress(). */
  readonly query: Query;
  /** The names that the form asks itself. */
  readonly except?: readonly string[];
};

/** What an address says of a list, for a form. */
export function HiddenQuery({ query, except = place }: HiddenQueryProps) {
  return Object.entries(query)
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
