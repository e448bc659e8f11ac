import { Button } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import type { TokenPreviewPage } from '#lib/admin/scopes/read-preview';
import type { TryProblem, TryResult } from '#lib/admin/scopes/try-claims';
import { adminTexts } from '#lib/i18n/admin/texts';
import { CodeBlock } from '../code-block';
import { DebugHeader } from '../debug/debug-tabs';
import { Picker } from '../pick/picker';

/** Previews the claims in the tokens. */
export function TryView({ asked, client, user, fewClients, answer }: TokenPreviewPage) {
  const texts = adminTexts.scopes.tryIt;
  return (
    <>
      <DebugHeader tool="tokens" />
      <form method="get" action="/admin/debug/tokens" className="grid max-w-3xl gap-4">
        <Picker
          required
          kind="client"
          name="client"
          label={texts.client}
          value={asked.client}
          answer={client}
          few={fewClients}
        />
        <Picker kind="user" name="user" label={texts.user} help={texts.userHelp} value={asked.user} answer={user} />
        <Input name="scope" label={texts.scope} help={texts.scopeHelp} value={asked.scope} />
        <div>
          <Button variant="primary">{texts.go}</Button>
        </div>
      </form>
      {answer && 'problem' in answer && <Problem problem={answer.problem} />}
      {answer && 'result' in answer && <Result result={answer.result} />}
    </>
  );
}

/** A link from a client names no user yet. That is not shown as an error. */
function Problem({ problem }: { readonly problem: TryProblem }) {
  const title = adminTexts.scopes.tryIt.problems[problem];
  return problem === 'no_user' ? <Notice title={title} /> : <Notice tone="bad" role="alert" title={title} />;
}

type InputProps = {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly value: string | null;
};

function Input({ name, label, help, value }: InputProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={`try-${name}`} className="font-medium text-sm">
        {label}
      </label>
      <input
        id={`try-${name}`}
        name={name}
        defaultValue={value ?? ''}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={help ? `try-${name}-help` : undefined}
        className="w-full rounded-lg border border-input bg-card px-3 py-2 text-sm"
      />
      {help && (
        <p id={`try-${name}-help`} className="text-muted-foreground text-sm">
          {help}
        </p>
      )}
    </div>
  );
}

function Result({ result }: { readonly result: TryResult }) {
  const texts = adminTexts.scopes.tryIt;
  return (
    <>
      <Facts
        facts={[
          [texts.granted, result.granted.join(' ')],
          [texts.dropped, result.dropped.length === 0 ? null : `${result.dropped.join(' ')}. ${texts.droppedHelp}`],
        ]}
      />
      <p className="text-muted-foreground text-sm">{texts.example}</p>
      <Claims title={texts.idToken} claims={result.idToken} none={texts.noIdToken} />
      <Claims title={texts.accessToken} claims={result.accessToken} none="" />
      <Claims title={texts.userinfo} claims={result.userinfo} none={texts.noUserinfo} />
    </>
  );
}

type ClaimsProps = {
  readonly title: string;
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly none: string;
};

function Claims({ title, claims, none }: ClaimsProps) {
  return (
    <Panel title={title}>
      {claims === null ? (
        <p className="text-muted-foreground text-sm">{none}</p>
      ) : (
        <CodeBlock name={title} code={JSON.stringify(claims, null, 2)} />
      )}
    </Panel>
  );
}
