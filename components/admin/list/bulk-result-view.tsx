import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import type { ToldResult } from '#lib/admin/bulk/bulk-result';
import { formatNumber } from '#lib/i18n/admin/format-number';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PageHeader } from '../page-header';
import type { BulkList } from './bulk-view';
import { SkippedLines } from './skipped-lines';

type BulkResultViewProps = {
  readonly list: BulkList;
  readonly result: ToldResult & { readonly more: number };
};

/** The lines that were changed, and those that were skipped. */
export function BulkResultView({ list, result }: BulkResultViewProps) {
  const { action, changed, skipped, more, isCut } = result;
  const texts = adminTexts.shell.bulk;
  const done = texts.done[action](formatNumber(changed));
  return (
    <>
      <PageHeader title={texts.result(done, formatNumber(skipped.length + more))} parent={list} />
      {isCut && <Notice tone="warning" title={texts.doneOfMore(done)} />}
      <SkippedLines skipped={skipped} more={more} hrefOf={list.hrefOf} />
      <div>
        <ButtonLink href={list.href}>{texts.back}</ButtonLink>
      </div>
    </>
  );
}
