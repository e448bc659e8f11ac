import { Badge } from '#components/ui/badge';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import type { RevisionChange, RevisionLine } from '#lib/admin/history/read-history';
import type { RestoreLine } from '#lib/admin/history/restore-revision';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { DifferenceTable } from '../difference-table';
import { ActionForm } from '../form/action-form';
import { TextField } from '../form/field';
import { SubmitButton } from '../form/submit-button';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { authorOf, sourceOf } from './history-view';

type RevisionViewProps = {
  readonly revision: Omit<RevisionLine, 'entries'>;
  readonly changes: readonly RevisionChange[];
  /** What going back would change; null for somebody who may not. */
  readonly restore: {
    readonly lines: readonly RestoreLine[];
    readonly problem: string | null;
    readonly changes: number;
    readonly latest: number;
    readonly action: AdminAction;
    readonly csrf: string;
  } | null;
};

const tones = { created: 'good', updated: 'neutral', deleted: 'bad' } as const;

/** One revision: what it changed, and the way back to it. */
export function RevisionView({ revision, changes, restore }: RevisionViewProps) {
  const texts = adminTexts.history;
  const { time, author, source, reason } = texts.columns;
  return (
    <>
      <PageHeader title={texts.revision(revision.number)} parent={{ label: texts.title, href: '/admin/history' }} />
      <Panel>
        <Facts
          facts={[
            [time, <Moment key="time" full at={revision.at} />],
            [author, authorOf(revision)],
            [source, sourceOf(revision.source)],
            [reason, revision.reason],
          ]}
        />
      </Panel>
      <section className="grid gap-5" aria-label={texts.changes}>
        {changes.map((change) => (
          <div key={`${change.section} ${change.key}`} className="grid gap-2">
            <h2 className="flex flex-wrap items-center gap-2 font-semibold">
              {nounOf(change.section)} <Name>{change.key}</Name>{' '}
              <Badge tone={tones[change.kind]}>{texts[change.kind]}</Badge>
            </h2>
            {change.differences.length > 0 && (
              <DifferenceTable caption={`${nounOf(change.section)} ${change.key}`} differences={change.differences} />
            )}
          </div>
        ))}
      </section>
      {restore && <Restore number={revision.number} {...restore} />}
    </>
  );
}

function Restore({
  number,
  lines,
  problem,
  changes,
  latest,
  action,
  csrf,
}: NonNullable<RevisionViewProps['restore']> & { readonly number: number }) {
  const texts = adminTexts.history.restore;
  const form = adminTexts.shell.form;
  return (
    <Panel title={texts.title} description={texts.text}>
      {changes === 0 ? (
        <p className="text-muted-foreground text-sm">{problem ?? texts.nothing}</p>
      ) : (
        <div className="grid gap-4">
          <p className="text-sm">{lines.length === 0 ? texts.long(changes) : texts.preview(lines.length)}</p>
          <ul className="grid gap-1 text-sm">
            {lines.slice(0, 100).map(({ kind, section, key, risks }) => (
              <li key={`${section} ${key}`}>
                <code>{{ create: '+', update: '~', delete: '−' }[kind]}</code> {nounOf(section)} {key}
                {risks.length > 0 && (
                  <ul className="grid gap-0.5 ps-5 text-destructive" aria-label={texts.risks}>
                    {risks.map((risk) => (
                      <li key={risk}>{risk}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          <ActionForm
            action={action}
            csrf={csrf}
            hidden={{ number: String(number), latest: String(latest) }}
            label={texts.title}
          >
            <TextField name="reason" label={form.reason} help={form.reasonHelp} maxLength={300} />
            <SubmitButton>{texts.button}</SubmitButton>
          </ActionForm>
        </div>
      )}
    </Panel>
  );
}

function nounOf(section: string): string {
  return new Map<string, string>(Object.entries(adminTexts.history.sections)).get(section) ?? section;
}
