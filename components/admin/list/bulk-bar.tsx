import { Button } from '#components/ui/button';
import { type BulkAction, checkboxName, maximumBulk } from '#lib/admin/bulk/bulk';
import type { ListPage } from '#lib/admin/list/list-page';
import type { ListAddress } from '#lib/admin/query';
import { formatCount, formatNumber } from '#lib/i18n/admin/format';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';
import { pageForms } from '../page-facts';
import { HiddenQuery } from './export-button';

/** The actions for several lines at once. */
export type Bulk = {
  /** The page that asks for confirmation, and the page that exports. */
  readonly path: string;
  readonly exportPath: string;
  readonly actions: readonly BulkAction[];
  /** Other pages that ask, with what they are told. */
  readonly others?: readonly { readonly label: string; readonly path: string; readonly change: string }[];
};

type BulkBarProps = {
  readonly bulk: Bulk;
  readonly address: ListAddress;
  readonly page: Pick<ListPage<unknown>, 'total' | 'isCut'>;
};

const form = 'bulk';

/** The checkbox of a line. */
export function ChooseLine({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <input
      type="checkbox"
      form={form}
      name={checkboxName(id)}
      value="1"
      aria-label={adminTexts.shell.list.chooseOne(visibleText(name))}
      data-choose
      className="tick"
    />
  );
}

/** The actions for the checked lines. They are shown as soon as one line is checked (see list-view.tsx). */
export function BulkBar({ bulk, address: { query }, page: { total, isCut = false } }: BulkBarProps) {
  const texts = adminTexts.shell.bulk;
  const most = formatNumber(maximumBulk);
  const all = formatCount(total, isCut);
  const isTooMany = total > maximumBulk;
  return (
    <form
      id={form}
      method="get"
      action={bulk.path}
      aria-label={texts.selection}
      data-bulk
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-border bg-selected px-4 py-2 text-[0.8125rem]"
    >
      <HiddenQuery query={query} />
      <span
        role="status"
        data-count={texts.selected('#')}
        data-count-all={texts.selected(isTooMany ? most : all)}
        className="font-semibold tabular-nums"
      >
        {texts.selection}
      </span>
      {bulk.actions.map((action) => (
        <Button
          key={action}
          name="action"
          value={action}
          size="small"
          variant={action === 'delete' ? 'danger' : 'secondary'}
        >
          {texts.actions[action]}
        </Button>
      ))}
      {bulk.others?.map(({ label, path, change }) => (
        <Button key={change} name="change" value={change} size="small" formAction={path}>
          {label}
        </Button>
      ))}
      <Button name="csrf" value={pageForms().csrf} size="small" formAction={bulk.exportPath} formMethod="post">
        {texts.export}
      </Button>
      {total > 1 && (
        <label className="inline-flex items-center gap-2">
          <input type="checkbox" name="all" value="1" className="tick" />
          {isTooMany ? texts.first(most, all) : texts.all(all)}
        </label>
      )}
    </form>
  );
}
