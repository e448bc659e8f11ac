import { Button } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import type { TrialPage, TrialResult } from '#lib/admin/clients/read-trial-page';
import { clientPath } from '#lib/admin/entries/entry-path';
import { addressWith } from '#lib/admin/query';
import { adminTexts } from '#lib/i18n/admin/texts';
import { Moment } from '../moment';
import { ClaimsView } from '../simulate/claims-view';
import { RefusalView } from '../simulate/refusal-view';

type TrialViewProps = TrialPage & {
  readonly clientId: string;
  /** The result of the trial in the address. */
  readonly handle: string | undefined;
  readonly csrf: string;
};

/** Starts a trial sign-in of the client, whose answer comes back here, and shows the last result. */
export function TrialView({ clientId, handle, csrf, refusal, result }: TrialViewProps) {
  const path = clientPath(clientId, 'try');
  const texts = adminTexts.clients.trial;
  if (refusal !== null) return <RefusalView refusal={refusal} />;
  return (
    <>
      {result === 'none' && <NoResult path={`${path}?${new URLSearchParams({ trial: handle ?? '' })}`} />}
      {result !== null && result !== 'none' && <Result result={result} />}
      <Panel title={result === null ? texts.title : texts.again} description={texts.description}>
        <form method="post" action={`${path}/start`} className="flex flex-wrap gap-2">
          <input type="hidden" name="csrf" value={csrf} />
          <input type="hidden" name="client_id" value={clientId} />
          <Button variant="primary">{texts.start}</Button>
          <Button name="prompt" value="select_account">
            {texts.prompts.select_account}
          </Button>
          <Button name="prompt" value="login">
            {texts.prompts.login}
          </Button>
        </form>
      </Panel>
    </>
  );
}

/** Explains why there is no result: only the person who started the trial sees it, and another one is signed in now. */
function NoResult({ path }: { readonly path: string }) {
  const { none } = adminTexts.clients.trial;
  return (
    <Notice tone="warning" title={none}>
      <a href={addressWith('/admin/sign-in', {}, { to: path, choose: '1' })} className="underline underline-offset-4">
        {adminTexts.shell.forbidden.other}
      </a>
    </Notice>
  );
}

function Result({ result }: { readonly result: TrialResult }) {
  const texts = adminTexts.clients.trial;
  if (result.outcome === 'refused') return <RefusalView refusal={result} title={texts.refused} />;
  const { username, authTime, amr, acr, idp, scope, refused, claims, at } = result;
  return (
    <>
      <Notice tone="good" role="status" title={texts.answered} />
      <Panel>
        <Facts
          facts={[
            [texts.facts.user, username],
            [texts.facts.finished, <Moment key="at" full at={at} />],
            [texts.facts.authTime, <Moment key="auth" full at={new Date(authTime * 1000)} />],
            [texts.facts.amr, <code key="amr">{amr.join(' ')}</code>],
            [texts.facts.acr, acr && <code key="acr">{acr}</code>],
            [texts.facts.idp, idp === 'local' ? null : <code key="idp">{idp}</code>],
            [texts.facts.scope, <code key="scope">{scope.join(' ')}</code>],
            [texts.facts.refused, refused.length > 0 ? <code key="refused">{refused.join(' ')}</code> : null],
            [texts.facts.refreshToken, claims.hasRefreshToken ? texts.facts.yes : texts.facts.no],
          ]}
        />
      </Panel>
      <ClaimsView {...claims} />
    </>
  );
}
