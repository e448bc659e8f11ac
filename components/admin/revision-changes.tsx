import type { RevisionChange } from '#lib/admin/history/read';
import { nounOf, texts } from '#lib/admin/history/texts';
import { Badge } from '../ui/badge';
import { Name, TextLink } from '../ui/text';
import { DifferenceTable } from './difference-table';
import { RiskList } from './risk-list';

const tones = { created: 'good', updated: 'neutral', deleted: 'bad' } as const;

/**
 * Entries are open until this many settings are shown, so that the page stays short. The first entry is always open.
 */
const openSettings = 16;

/** An entry with what its change breaks. */
type ShownChange = RevisionChange & { readonly risks?: readonly { readonly text: string }[] };

/** The entries that a revision changes, each with its settings. Settings with their default are collapsed. */
export function RevisionChanges({ changes }: { readonly changes: readonly ShownChange[] }) {
  const entries = changes.map((change) => ({ ...change, ...divide(change) }));
  const open = countOpen(entries.map(({ set }) => set.length));
  return (
    <section className="grid min-w-0 gap-3" aria-label={texts.changes}>
      {entries.map(({ section, key, name, href, kind, set, usual, risks = [] }, index) => {
        const caption = `${nounOf(section)} ${key}`.trim();
        return (
          <details key={`${section} ${key}`} open={index < open || risks.length > 0} className="min-w-0">
            <summary className="min-h-9 cursor-pointer py-1.5">
              <h2 className="inline font-semibold">
                {nounOf(section)} <Name>{name}</Name>
              </h2>{' '}
              {name !== key && (
                <code className="text-muted-foreground text-sm">
                  <Name>{key}</Name>
                </code>
              )}{' '}
              <Badge tone={tones[kind]}>{texts[kind]}</Badge>{' '}
              <span className="text-muted-foreground text-sm">{texts.settings(set.length)}</span>
            </summary>
            <div className="grid min-w-0 gap-2 pt-1 pb-2">
              <RiskList risks={risks.map(({ text }) => text)} />
              {set.length > 0 && <DifferenceTable caption={caption} differences={set} section={section} />}
              {href !== null && (
                <p className="-my-2.5 text-sm">
                  <TextLink href={href}>{texts.open(caption)}</TextLink>
                </p>
              )}
              {usual.length > 0 && (
                <details className="grid gap-2">
                  <summary className="w-fit cursor-pointer py-1 text-muted-foreground text-sm underline underline-offset-4">
                    {texts.defaults(usual.length)}
                  </summary>
                  <DifferenceTable caption={texts.defaults(usual.length)} differences={usual} section={section} />
                </details>
              )}
            </div>
          </details>
        );
      })}
    </section>
  );
}

/** Separates the settings that have their default from the others. */
function divide({ differences, defaults }: RevisionChange) {
  const isUsual = ({ key }: RevisionChange['differences'][number]) => defaults.includes(key);
  return { set: differences.filter((one) => !isUsual(one)), usual: differences.filter(isUsual) };
}

/**
 * @param settings the number of settings of each entry
 * @returns how many of the entries are open
 */
function countOpen(settings: readonly number[]): number {
  let shown = 0;
  const closed = settings.findIndex((count, index) => {
    shown += count;
    return index > 0 && shown > openSettings;
  });
  return closed === -1 ? settings.length : closed;
}
