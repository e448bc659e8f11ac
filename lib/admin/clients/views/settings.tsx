import { EntrySections, SettingsForm, ShowAll } from '#components/admin/entries/settings-form';
import { PreviewFrame } from '#components/admin/form/preview-frame';
import { SecretsPanel } from '#components/admin/secrets';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { clientSettings } from '#lib/clients/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import { findRolesScope, lacksRolesScope } from '#lib/scopes/roles-scope';
import { clientPath } from '../../entries/entry-path';
import { irrelevantFields } from '../../entries/setting-fields';
import type { AskedEntry } from '../../entries/view';
import { byChoice, byScope, type ClientTab, clientFieldChoices, clientTabs, profileFields } from '../fields';
import type { ClientDetail } from '../read';
import { texts } from '../texts';
import { CertificatesPanel, LogoNotice, RolesNotice, type RolesNoticeProps } from './parts';

type Asked = AskedEntry<ClientDetail>;

/** What the Access tab says of roles that never reach the client. */
export function rolesNotice({ admin: { snapshot }, mayEdit, detail: { clientId } }: Asked): RolesNoticeProps {
  const client = snapshot.clients.get(clientId);
  const isUnheard = client !== undefined && lacksRolesScope(client, snapshot.scopes);
  return { clientId, isUnheard, mayAllow: isUnheard && mayEdit && findRolesScope(snapshot.scopes) !== null };
}

export function Settings({ page, asked }: { readonly page: ClientTab; readonly asked: Asked }) {
  const { admin, mayEdit, detail, form, query } = asked;
  const { clientId, secrets, certificates, inForce, profile, logo } = detail;
  const isAll = query.all === '1';
  const isStranger = admin.snapshot.clients.get(clientId)?.selfRegistered === true;
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
          choices={{ ...clientFieldChoices(admin), ...choices }}
          fixed={fixed}
          isAll={isAll}
          notes={{
            access: isStranger && <Notice>{texts.stranger}</Notice>,
            roles: <RolesNotice {...rolesNotice(asked)} />,
          }}
          when={{ ...byChoice, ...byScope }}
          asText={!mayEdit}
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
