import { Icon } from '#components/ui/icon';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';

/** An item of the menu: a link, or a text to copy. */
export type RowItem = { readonly label: string } & (
  | {
      readonly href: string;
      /** The page asks a question, which is shown in a dialog. */
      readonly asks?: boolean;
    }
  | { readonly copy: string }
);

type RowMenuProps = {
  readonly id: string;
  /** The name of the line. */
  readonly name: string;
  readonly items: readonly RowItem[];
};

/** The actions on one line of a list: a button and a box of links, which needs no script. */
export function RowMenu({ id, name, items }: RowMenuProps) {
  const { list, form } = adminTexts.shell;
  const box = `menu-${id}`;
  return (
    <>
      <button type="button" popoverTarget={box} aria-label={list.more(visibleText(name))} className="row-menu-button">
        <Icon name="more" isShared />
      </button>
      <div id={box} popover="auto" className="row-menu">
        {items.map((item) =>
          'href' in item ? (
            <a key={item.label} href={item.href} data-confirm={item.asks ? '' : undefined}>
              {item.label}
            </a>
          ) : (
            <button key={item.label} type="button" data-copy={item.copy} data-copied={form.copied}>
              <span aria-live="polite">{item.label}</span>
            </button>
          ),
        )}
      </div>
    </>
  );
}
