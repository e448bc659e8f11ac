import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import type { AdminAction } from '#lib/admin/action-state';
import { demoPhrase } from '#lib/admin/demo/demo-phrase';
import type { DemoLine } from '#lib/admin/demo/remove-demo';
import { texts as historyTexts, nounOf } from '#lib/admin/history/texts';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Name } from '../../ui/name';
import { DeleteEntryForm } from '../entries/delete-entry-form';
import { PageHeader } from '../page-header';

type RemoveDemoViewProps = {
  readonly lines: readonly DemoLine[];
  readonly action: AdminAction;
  readonly csrf: string;
};

/** Shows what would be deleted with the demo data, before it is done. */
export function RemoveDemoView({ lines, action, csrf }: RemoveDemoViewProps) {
  const { title, demo } = adminTexts.overview;
  const entries = lines.filter(({ section }) => section !== 'portal');
  const form = { name: demoPhrase, owner: {}, texts: demo, backHref: '/admin', action, csrf };
  return (
    <>
      <PageHeader title={demo.title} description={demo.text} parent={{ label: title, href: '/admin' }} />
      {lines.length === 0 ? (
        <Notice title={demo.nothing} />
      ) : (
        <Panel title={demo.list(entries.length)}>
          <ul className="mb-5 grid gap-1 text-sm">
            {entries.map(({ section, key, risks }) => (
              <li key={`${section} ${key}`}>
                {nounOf(section)} <Name>{key}</Name>
                {risks.length > 0 && (
                  <ul className="grid gap-0.5 ps-5 text-destructive" aria-label={historyTexts.restore.risks}>
                    {risks.map((risk) => (
                      <li key={risk}>{risk}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {entries.length < lines.length && <p className="mb-5 text-sm">{demo.registration}</p>}
          <DeleteEntryForm {...form} />
        </Panel>
      )}
    </>
  );
}
