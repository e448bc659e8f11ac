import { AdminForm } from '#components/admin/form/admin-form';
import { TextField } from '#components/admin/form/field';
import { SubmitOrCancel } from '#components/admin/form/form-end';
import { PageHeader } from '#components/admin/page-header';
import { RiskList } from '#components/admin/risk-list';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Name } from '#components/ui/text';
import { nounOf } from '../history/texts';
import type { AreaPages } from '../kit/view';
import { texts as overviewTexts } from '../overview/texts';
import { demoActions, demoPhrase } from './actions';
import { type DemoLine, planDemo } from './read';
import { texts } from './texts';

export const demoPages: AreaPages = {
  section: 'overview',
  actions: demoActions,
  pages: [
    {
      path: 'demo',
      permission: 'own',
      render: async ({ admin }) => ({ title: texts.title, body: <RemoveDemoView lines={await planDemo(admin)} /> }),
    },
  ],
};

/** Shows what would be deleted with the demo data, before it is done. */
function RemoveDemoView({ lines }: { readonly lines: readonly DemoLine[] }) {
  const entries = lines.filter(({ section }) => section !== 'portal');
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.text}
        parent={{ label: overviewTexts.title, href: '/admin' }}
      />
      {lines.length === 0 ? (
        <Notice title={texts.nothing} />
      ) : (
        <Panel title={texts.list(entries.length)}>
          <ul className="mb-5 grid gap-1 text-sm">
            {entries.map(({ section, key, risks }) => (
              <li key={`${section} ${key}`}>
                {nounOf(section)} <Name>{key}</Name>
                <div className="ps-5">
                  <RiskList risks={risks} />
                </div>
              </li>
            ))}
          </ul>
          {entries.length < lines.length && <p className="mb-5 text-sm">{texts.registration}</p>}
          <AdminForm action="/admin/demo/submit" label={texts.button} proof="sudo">
            <TextField name="typed" label={texts.typed} help={demoPhrase} className="max-w-md" />
            <SubmitOrCancel submit={texts.button} variant="danger" backHref="/admin" />
          </AdminForm>
        </Panel>
      )}
    </>
  );
}
