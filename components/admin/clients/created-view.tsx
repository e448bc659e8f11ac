import { ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import type { Guide } from '#lib/admin/clients/guides/guide';
import { clientPath } from '#lib/admin/entries/entry-path';
import { adminTexts } from '#lib/i18n/admin/texts';
import { trialPath } from '#lib/login/trial/report';
import { Copied } from '../copied';
import { PageHeader } from '../page-header';
import { SecretOnce } from '../secret-once';
import { ExpectedRedirect } from './expected-redirect';
import { GuideView } from './guide-view';

type CreatedViewProps = {
  readonly result: Readonly<Record<string, string>>;
  readonly guides: readonly Guide[];
};

/** A new client: its secret, shown once, and how to connect it. */
export function CreatedView({ result, guides }: CreatedViewProps) {
  const { created, facts, title, trySignIn, secret: secretTexts } = adminTexts.clients;
  const { clientId = '', name = clientId, issuer = '', redirectUri = '', secret, secretExpiresAt } = result;
  return (
    <div className="grid min-w-0 gap-6">
      <PageHeader
        title={created.title(name)}
        description={created.description}
        parent={{ label: title, href: '/admin/clients' }}
        actions={
          <>
            {redirectUri !== '' && (
              // In a new tab, because this page shows the secret only once.
              <ButtonLink href={trialPath(clientId)} target="_blank">
                {trySignIn}
              </ButtonLink>
            )}
            <ButtonLink href={clientPath(clientId)} variant="primary">
              {created.open}
            </ButtonLink>
          </>
        }
      />
      <Panel>
        <Facts
          facts={[
            [facts.issuer, <Copied key="issuer" label={facts.issuer} value={issuer} />],
            [facts.id, <Copied key="id" label={facts.id} value={clientId} />],
            [
              secretTexts.label,
              secret === undefined ? null : <SecretOnce key="secret" secret={secret} expiresAt={secretExpiresAt} />,
            ],
          ]}
        />
      </Panel>
      <GuideView
        guides={guides}
        redirect={(callbackPath) => (
          <ExpectedRedirect
            clientId={clientId}
            redirectUris={redirectUri === '' ? [] : [redirectUri]}
            callbackPath={callbackPath}
            mayEdit
            isBeside
          />
        )}
      />
    </div>
  );
}
