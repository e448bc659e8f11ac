import type { ReactNode } from 'react';
import { Cell, Table } from '#components/ui/table';
import { allDifferences, type Difference } from '#lib/admin/differences';
import { settingLabel, shownValue } from '#lib/admin/entries/setting-labels';
import { adminTexts } from '#lib/i18n/admin/texts';
import { visibleJson } from '#lib/i18n/display-text';
import { isJsonObject } from '#lib/vocabulary/json';
import { Name } from '../ui/text';

const texts = adminTexts.shell.difference;

type DifferenceTableProps = {
  readonly caption: string;
  readonly differences: readonly Difference[];
  /** The section of the configuration that these settings belong to. */
  readonly section?: string;
};

/** The changes of an entry by setting. Old values are struck out, and lists show only what was added and removed. */
export function DifferenceTable({ caption, differences, section }: DifferenceTableProps) {
  const shown = (key: string, value: unknown) => (section === undefined ? value : shownValue(section, key, value));
  return (
    <Table caption={caption} head={[texts.setting, texts.change]}>
      {differences.flatMap(eachSetting).map(({ key, before, after }) => {
        const label = section === undefined ? key : settingLabel(section, key);
        return (
          <tr key={key}>
            <Cell heading className="w-1/3">
              {label !== key && <span className="block">{label}</span>}
              <code className="break-all font-normal text-muted-foreground text-xs">{key}</code>
            </Cell>
            <Cell>
              <Change before={shown(key, before)} after={shown(key, after)} />
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

/** The settings that changed in a group of settings, such as the colors of a theme. Any other setting is itself. */
function eachSetting(difference: Difference): readonly Difference[] {
  const { key, before, after } = difference;
  if (!isJsonObject(before ?? {}) || !isJsonObject(after ?? {})) return [difference];
  const inside = allDifferences(before, after).filter((one) => (one.before ?? one.after ?? null) !== null);
  if (inside.length === 0) return [difference];
  return inside.flatMap((one) => eachSetting({ ...one, key: `${key}.${one.key}` }));
}

function Change({ before, after }: Pick<Difference, 'before' | 'after'>): ReactNode {
  if (isList(before ?? []) && isList(after ?? []) && (isList(before) || isList(after))) {
    return <ListChange before={textsOf(before)} after={textsOf(after)} />;
  }
  return (
    <div className="grid gap-0.5 wrap-anywhere">
      {before !== undefined && (
        <del className="text-muted-foreground">
          <span className="sr-only">{texts.before} </span>
          <Value value={before} />
        </del>
      )}
      {after !== undefined && (
        <ins className="no-underline">
          {before !== undefined && <span className="sr-only">{texts.after} </span>}
          <Value value={after} />
        </ins>
      )}
    </div>
  );
}

/** The additions and removals of a list. If only the order changed, the new list is shown. */
function ListChange({ before, after }: { readonly before: readonly string[]; readonly after: readonly string[] }) {
  const removed = before.filter((item) => !after.includes(item));
  const added = after.filter((item) => !before.includes(item));
  if (removed.length + added.length === 0) {
    if (after.length === 0) return <Value value={null} />;
    return (
      <p>
        {texts.reordered} <Name>{after.join(', ')}</Name>
      </p>
    );
  }
  return (
    <ul className="grid gap-0.5">
      {removed.map((item) => (
        <li key={`- ${item}`} className="break-all">
          <del className="text-muted-foreground">
            <Sign>−</Sign>
            <Name>{item}</Name>
          </del>
        </li>
      ))}
      {added.map((item) => (
        <li key={`+ ${item}`} className="break-all">
          <ins className="no-underline">
            <Sign>+</Sign>
            <Name>{item}</Name>
          </ins>
        </li>
      ))}
    </ul>
  );
}

function Sign({ children }: { readonly children: string }) {
  return <span className="inline-block w-4 font-mono">{children}</span>;
}

function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === '') return <span className="text-muted-foreground">–</span>;
  if (typeof value === 'string') return <Name>{pictureWords(value) ?? value}</Name>;
  return <code className="whitespace-pre-wrap break-all text-xs">{visibleJson(value)}</code>;
}

/** A picture in words. Its data tell people nothing. */
function pictureWords(value: string): string | null {
  const [, kind, data = ''] = /^data:image\/([\w.+-]+);base64,(.*)$/s.exec(value) ?? [];
  return kind === undefined ? null : texts.picture(kind, Math.floor((data.length * 3) / 4));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The items of a list. One with a name, such as a role, begins with it. */
function textsOf(list: unknown): readonly string[] {
  return isList(list) ? list.map(itemText) : [];
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  if (!isJsonObject(item) || typeof item.name !== 'string') return visibleJson(item);
  const { name, ...others } = item;
  return Object.keys(others).length === 0 ? name : `${name} ${visibleJson(others)}`;
}
