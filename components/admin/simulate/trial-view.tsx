import { Button } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { addressWith } from '#lib/admin/query';
import type { TrialResult } from '#lib/admin/simulate/read-trial-result';
import { adminTexts } from '#lib/i18n/admin/texts';
import { pathKey } from '#lib/vocabulary/path-segment';
import { Moment } from '../moment';
import { ClaimsView } from './claims-view';
import { RefusalView } from './refusal-view';

const texts = adminTexts.simulate.trial;

/** Starts a trial sign-in of the client, whose answer comes back to the simulator. */
export function TrialForm({ clientId, csrf, isAgain }: { clientId: string; csrf: string; isAgain: boolean }) {
  return (
    <Panel title={isAgain ? texts.again : texts.title} description={texts.description}>
      <form method="post" action={`/admin/clients/${pathKey(clientId)}/try/start`} className="flex flex-wrap gap-2">
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
  );
}

/** Explains why there is no result: only the person who started the trial sees it, and another one is signed in now. */
export function NoTrialResult({ path }: { readonly path: string }) {
  return (
    <Notice tone="warning" title={texts.none}>
      <a href={addressWith('/admin/sign-in', {}, { to: path, choose: '1' })} className="underline underline-offset-4">
        {adminTexts.shell.forbidden.other}
      </a>
    </Notice>
  );
}

/** What the client would have got at the end of the trial. */
export function TrialResultView({ result }: { readonly result: TrialResult }) {
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
