import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import { historyPath, revisionPath } from '#lib/admin/history/feature';
import type { RevisionLine } from '#lib/admin/history/read';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { authorOf, sourceOf } from '../author';
import { Moment } from '../moment';
import { FailedPart } from './failed-part';

type RecentChangesProps = { readonly revisions: readonly RevisionLine[] | null; readonly href: string };

/** The newest revisions, in words. */
export function RecentChanges({ revisions, href }: RecentChangesProps) {
  const texts = adminTexts.overview.changes;
  return (
    <Panel title={texts.title} actions={<ButtonLink href={historyPath}>{texts.all}</ButtonLink>}>
      {revisions === null && <FailedPart href={href} />}
      {revisions?.length === 0 && <p className="text-muted-foreground text-sm">{texts.none}</p>}
      {revisions !== null && revisions.length > 0 && (
        <ol className="grid gap-2 text-sm">
          {revisions.map((revision) => (
            <li key={revision.number} className="flex flex-wrap gap-x-3">
              <a href={revisionPath(revision.number)} className="min-w-0 underline-offset-4 hover:underline">
                <Name>{revision.summary}</Name>
              </a>
              <span className="text-muted-foreground">
                <Name>{texts.by(authorOf(revision) ?? sourceOf(revision.source))}</Name>
              </span>
              <span className="ms-auto text-muted-foreground">
                <Moment at={revision.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
