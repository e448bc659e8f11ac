import { Notice } from '#components/ui/notice';
import type { Conflict } from '#lib/admin/admin-error';
import { formatFullTime } from '#lib/i18n/admin/format-time';
import { adminTexts } from '#lib/i18n/admin/texts';
import { timeView } from '../page-facts';

/** Says who saved other values while the form was open, and when in the time zone of the page. */
export function ChangedMeanwhile({ by, at }: Pick<Conflict, 'by' | 'at'>) {
  const { conflict, conflictText } = adminTexts.shell.form;
  const time = at && formatFullTime(new Date(at), { ...timeView(), now: null });
  return (
    <Notice tone="warning" role="alert" title={conflict(by, time)}>
      <p>{conflictText}</p>
    </Notice>
  );
}
