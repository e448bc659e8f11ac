import type { Query } from '#lib/admin/query';

/** The parameters for the place in a list. A form starts at the first page. */
const place = ['after', 'before', 'size'];

type HiddenQueryProps = {
  /** The query as the list knows it: see listAddress(). */
  readonly query: Query;
  /** The parameters that the form has fields for. */
  readonly except?: readonly string[];
};

/** The query of a list as hidden inputs of a form. */
export function HiddenQuery({ query, except = place }: HiddenQueryProps) {
  return Object.entries(query)
    .filter(([name]) => !except.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
