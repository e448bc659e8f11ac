import { Button } from '#components/ui/button';
import type { Query } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { pageForms } from '../page-facts';

type ExportButtonProps = { readonly path: string; readonly query: Query };

/** Downloads all lines of a list with its current filters. It is a form because exports are recorded. */
export function ExportButton({ path, query }: ExportButtonProps) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="csrf" value={pageForms().csrf} />
      <HiddenQuery query={query} />
      <Button>{adminTexts.shell.list.export}</Button>
    </form>
  );
}

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
