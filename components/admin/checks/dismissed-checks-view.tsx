import { EmptyState } from '#components/ui/empty-state';
import { Cell, Table } from '#components/ui/table';
import type { AdminAction } from '#lib/admin/action-state';
import type { DismissedCheck } from '#lib/admin/checks/split-dismissed';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { ActionForm } from '../form/action-form';
import { SubmitButton } from '../form/submit-button';
import { Moment } from '../moment';
import { PageHeader } from '../page-header';
import { CheckedObject, nameOfObject } from './checked-object';

type DismissedChecksViewProps = {
  readonly dismissed: readonly DismissedCheck[];
  /** Null for those who may not restore findings. */
  readonly restore: AdminAction | null;
  readonly csrf: string;
};

/** The number of findings on the page. To see more, restore some first. */
const shown = 200;

/** The dismissed findings, with the person, the reason and the date. */
export function DismissedChecksView({ dismissed, restore, csrf }: DismissedChecksViewProps) {
  const { dismissed: texts, rules, title } = adminTexts.checks;
  const { check, object, note, by, until, actions } = texts.columns;
  const head = [check, object, note, by, until, ...(restore === null ? [] : [actions])];
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        parent={{ label: title, href: '/admin/checks' }}
      />
      {dismissed.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneText} />
      ) : (
        <Table caption={texts.caption} head={head}>
          {dismissed.slice(0, shown).map(({ check: found, dismissal }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two secrets may have expired on the same day
            <tr key={`${dismissal.id} ${index}`}>
              <Cell heading>{rules[found.rule][0]}</Cell>
              <Cell className="break-words">
                <CheckedObject object={found.object} /> {found.detail}
              </Cell>
              <Cell className="break-words">{dismissal.note && <Name>{dismissal.note}</Name>}</Cell>
              <Cell>
                <Name>{dismissal.dismissedBy}</Name>, <Moment at={dismissal.dismissedAt} />
              </Cell>
              <Cell>{dismissal.expiresAt === null ? texts.forever : <Moment at={dismissal.expiresAt} absolute />}</Cell>
              {restore !== null && (
                <Cell>
                  <ActionForm action={restore} csrf={csrf} hidden={{ key: dismissal.id }} className="inline-grid gap-2">
                    <SubmitButton variant="secondary" size="small">
                      {texts.restore}
                      <span className="sr-only"> {nameOfObject(found.object)}</span>
                    </SubmitButton>
                  </ActionForm>
                </Cell>
              )}
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
