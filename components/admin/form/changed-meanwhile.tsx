'use client';

import { Notice } from '#components/ui/notice';
import type { Conflict } from '#lib/admin/admin-error';
import { formatFullTime } from '#lib/i18n/admin/format-time';
import { adminTexts } from '#lib/i18n/admin/texts';
import { useTimeView } from '../client-view';

/** Says who saved other values while the form was open, and when in the time zone of the page. */
export function ChangedMeanwhile({ by, at }: Pick<Conflict, 'by' | 'at'>) {
  const { conflict, conflictText } = adminTexts.shell.form;
  const { zone } = useTimeView();
  const time = at && formatFullTime(new Date(at), { zone, now: null });
  return (
    <Notice tone="warning" role="alert" title={conflict(by, time)}>
      <p>{conflictText}</p>
    </Notice>
  );
}
