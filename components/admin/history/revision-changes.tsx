import { Badge } from '#components/ui/badge';
import type { RevisionChange } from '#lib/admin/history/read-history';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { DifferenceTable } from '../difference-table';

const tones = { created: 'good', updated: 'neutral', deleted: 'bad' } as const;

/** The entries that a revision changes, each with its settings; those with their defaults are folded away. */
export function RevisionChanges({ changes }: { readonly changes: readonly RevisionChange[] }) {
  const texts = adminTexts.history;
  return (
    <section className="grid min-w-0 gap-5" aria-label={texts.changes}>
      {changes.map(({ section, key, kind, differences, defaults }) => {
        const caption = `${nounOf(section)} ${key}`.trim();
        const set = differences.filter((one) => !defaults.includes(one.key));
        const usual = differences.filter((one) => defaults.includes(one.key));
        return (
          <div key={`${section} ${key}`} className="grid min-w-0 gap-2">
            <h2 className="flex flex-wrap items-center gap-2 font-semibold">
              {nounOf(section)} <Name>{key}</Name> <Badge tone={tones[kind]}>{texts[kind]}</Badge>
            </h2>
            {set.length > 0 && <DifferenceTable caption={caption} differences={set} section={section} />}
            {usual.length > 0 && (
              <details className="grid gap-2">
                <summary className="w-fit cursor-pointer text-muted-foreground text-sm underline underline-offset-4">
                  {texts.defaults(usual.length)}
                </summary>
                <DifferenceTable caption={texts.defaults(usual.length)} differences={usual} section={section} />
              </details>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** What an entry of a section is called. */
export function nounOf(section: string): string {
  return new Map<string, string>(Object.entries(adminTexts.history.sections)).get(section) ?? section;
}
