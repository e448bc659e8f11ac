import { CertificatesPanel } from '#components/admin/clients/certificates-panel';
import { ExpectedRedirect } from '#components/admin/clients/expected-redirect';
import { GuideView } from '#components/admin/clients/guide-view';
import { LogoNotice } from '#components/admin/clients/logo-notice';
import { OverviewView } from '#components/admin/clients/overview-view';
import { PkceNotice } from '#components/admin/clients/pkce-notice';
import { TextForm } from '#components/admin/clients/text-form';
import { CodeBlock } from '#components/admin/code-block';
import { EntryEvents } from '#components/admin/entries/entry-events';
import { EntrySections } from '#components/admin/entries/entry-sections';
import { SettingsForm } from '#components/admin/entries/settings-form';
import { ShowAll } from '#components/admin/entries/show-all';
import { PreviewFrame } from '#components/admin/form/preview-frame';
import { SecretsPanel } from '#components/admin/secrets-panel';
import { TracePanel } from '#components/admin/trace-panel';
import { Panel } from '#components/ui/panel';
import { eventsPath } from '#lib/admin/audit/feature';
import { clientFieldChoices } from '#lib/admin/clients/client-choices';
import { byMethod, type ClientTab, clientTabs, isClientTab } from '#lib/admin/clients/client-fields';
import { type ClientPage, isClientPage } from '#lib/admin/clients/client-pages';
import { clientText } from '#lib/admin/clients/client-text';
import { guidesFor } from '#lib/admin/clients/guides/guides';
import { profileFields } from '#lib/admin/clients/profile-fields';
import type { ClientDetail } from '#lib/admin/clients/read-client';
import { guideFacts } from '#lib/admin/clients/read-guide';
import { readClientOverview } from '#lib/admin/clients/read-overview';
import { readPkceUse } from '#lib/admin/clients/read-pkce-use';
import { readClientEvents } from '#lib/admin/clients/read-usage';
import { clientPath } from '#lib/admin/entries/entry-path';
import { irrelevantFields } from '#lib/admin/entries/setting-fields';
import { notFound } from '#lib/admin/not-found';
import { readTraces } from '#lib/admin/traces/read';
import { clientSettings } from '#lib/clients/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRequest } from '#lib/next/admin-page';
import type { AskedEntry } from '../../entries/entry-face';
import { entryPage } from '../../entries/entry-page';
import { clientFace } from '../client-face';

const texts = adminTexts.clients;

type Asked = AskedEntry<ClientDetail>;

/**
 * One of the pages of a client.
 * @throws AdminError `not_found`
 */
export async function renderClientPage(request: AdminRequest, name: string) {
  if (!isClientPage(name)) throw notFound();
  return entryPage(clientFace, name, (asked) => contentOf(name, asked))(request);
}

async function contentOf(page: ClientPage, asked: Asked) {
  if (isClientTab(page)) {
    return (
      <>
        {page === 'access' && (await pkceNotice(asked))}
        <Settings page={page} asked={asked} />
      </>
    );
  }
  if (page === 'activity') return activity(asked);
  if (page === 'overview') return overview(asked);
  if (page === 'quickstart') return <Quickstart {...asked} />;
  return <AsText {...asked} />;
}

async function overview(asked: Asked) {
  const { admin, detail } = asked;
  const { clientId, kind } = detail;
  const { issuer } = admin.settings;
  return (
    <>
      {await pkceNotice(asked)}
      <OverviewView {...{ clientId, kind, issuer }} overview={await readClientOverview(admin, clientId)} />
    </>
  );
}

async function pkceNotice({ admin, mayEdit, detail: { clientId } }: Asked) {
  const use = await readPkceUse(admin, clientId);
  return use && <PkceNotice {...{ clientId, use, mayEdit }} />;
}

function Quickstart({ admin, mayEdit, detail }: Asked) {
  const { clientId, kind, settings } = detail;
  const client = { clientId, redirectUris: textsOf(settings.redirect_uris), mayEdit };
  return (
    <GuideView
      guides={guidesFor(kind, guideFacts(admin, detail))}
      redirect={(callbackPath) => <ExpectedRedirect {...client} callbackPath={callbackPath} />}
    />
  );
}

async function activity({ admin, mayEdit, detail }: Asked) {
  const { clientId } = detail;
  const events = await readClientEvents(admin, clientId);
  const traces = await readTraces(admin, clientId);
  return (
    <>
      {await clientFace.guarded.usage(admin, detail)}
      <TracePanel clientId={clientId} traces={traces} mayStart={mayEdit} />
      <EntryEvents texts={texts.activity} events={events} href={eventsPath({ client: clientId })} />
    </>
  );
}

function AsText({ mayEdit, detail: { clientId, version, settings } }: Asked) {
  const { title, description } = texts.json;
  const text = clientText(settings);
  const form = { text, client: { client_id: clientId, version } };
  return (
    <Panel title={title} description={description}>
      {mayEdit ? <TextForm {...form} /> : <CodeBlock name={clientId} code={text} />}
    </Panel>
  );
}

function Settings({ page, asked }: { readonly page: ClientTab; readonly asked: Asked }) {
  const { admin, mayEdit, detail, form, query } = asked;
  const { clientId, secrets, certificates, inForce, profile, logo } = detail;
  const isAll = query.all === '1';
  const irrelevant = irrelevantFields(clientSettings, inForce);
  const { fixed, choices } = profileFields(profile);
  const names = Object.keys(clientTabs[page]);
  return (
    <>
      {page === 'settings' && logo && <LogoNotice logo={logo} />}
      {page === 'credentials' && (
        <SecretsPanel secrets={secrets} createHref={clientPath(clientId, 'secret')} canEdit={mayEdit} now={admin.now} />
      )}
      {page === 'credentials' && (admin.settings.mtls !== null || certificates.length > 0) && (
        <CertificatesPanel
          certificates={certificates}
          uploadHref={mayEdit ? clientPath(clientId, 'certificate') : null}
          now={admin.now}
        />
      )}
      <SettingsForm
        title={texts.pages[page]}
        form={isAll ? { ...form, hidden: { ...form.hidden, all: '1' } } : form}
        below={page === 'access' && hasConsentPage(detail) && <Preview clientId={clientId} mayEdit={mayEdit} />}
      >
        <EntrySections
          settings={clientSettings}
          sections={formSections.clients[page]}
          entry={inForce}
          asText={!mayEdit}
          choices={{ ...clientFieldChoices(admin), ...choices }}
          fixed={fixed}
          isAll={isAll}
          when={byMethod}
        />
        <ShowAll
          path={clientPath(clientId, page)}
          isAll={isAll}
          isEmpty={names.every((name) => irrelevant.has(name))}
        />
      </SettingsForm>
    </>
  );
}

/** Devices show a code to confirm, and machine clients have no user, so neither has a consent page. */
function hasConsentPage({ kind }: ClientDetail): boolean {
  return kind !== 'device' && kind !== 'machine';
}

function Preview({ clientId, mayEdit }: { readonly clientId: string; readonly mayEdit: boolean }) {
  const { title, text, frame } = texts.consentPreview;
  return (
    <Panel title={title} {...(mayEdit && { description: text })} className="mt-6">
      <PreviewFrame path={clientPath(clientId, 'preview')} title={frame} asText={!mayEdit} />
    </Panel>
  );
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
