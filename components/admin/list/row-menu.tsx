import { Icon } from '#components/ui/icon';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleText } from '#lib/i18n/display-text';

/** Where an item of a menu leads, or what it copies. */
export type RowItem = { readonly label: string } & ({ readonly href: string } | { readonly copy: string });

type RowMenuProps = {
  readonly id: string;
  /** Of the line. */
  readonly name: string;
  readonly items: readonly RowItem[];
};

const look = 'block w-full rounded-md px-2.5 py-1.5 text-start text-[0.8125rem] hover:bg-muted focus-visible:bg-muted';

/** What can be done with one line of a list: a button with a box of links, which needs no script. */
export function RowMenu({ id, name, items }: RowMenuProps) {
  const { list, form } = adminTexts.shell;
  const box = `menu-${id}`;
  return (
    <>
      <button
        type="button"
        popoverTarget={box}
        aria-label={list.more(visibleText(name))}
        className="inline-grid size-7 place-content-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground"
      >
        <Icon name="more" />
      </button>
      <ul
        id={box}
        popover="auto"
        aria-label={list.more(visibleText(name))}
        className="anchored w-44 rounded-lg border border-border bg-card p-1.5 font-normal text-foreground shadow-card"
      >
        {items.map((item) => (
          <li key={item.label} className={'copy' in item ? 'noscript:hidden' : ''}>
            {'href' in item ? (
              <a href={item.href} className={look}>
                {item.label}
              </a>
            ) : (
              <button type="button" data-copy={item.copy} data-copied={form.copied} className={look}>
                <span aria-live="polite">{item.label}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
