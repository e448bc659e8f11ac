import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { clientPath } from '#lib/admin/entries/entry-path';
import type { AskedSimulation } from '#lib/admin/simulate/read-simulation';
import type { SimulatedSignIn } from '#lib/admin/simulate/simulate';
import { adminTexts } from '#lib/i18n/admin/texts';
import { trialPath } from '#lib/login/trial/trial-path';
import { Name } from '../../ui/name';
import { DebugHeader } from '../debug-header';
import { Picker } from '../pick/picker';
import { ClaimsView } from './claims-view';
import { RefusalView } from './refusal-view';
import { NoTrialResult, TrialForm, TrialResultView } from './trial-view';

const box = 'w-full rounded-md border border-input bg-card px-2.5 py-1.5 text-foreground text-sm';

/** The form for a request to simulate, and its result. */
export function SimulateView(props: AskedSimulation & { readonly csrf: string }) {
  const { asked, client, user, fewClients, simulation, tokens, tried, result, csrf } = props;
  const { form } = adminTexts.simulate;
  return (
    <>
      <DebugHeader tool="simulator" />
      {result === 'none' && tried !== null && <NoTrialResult path={trialPath(tried, asked.trial ?? undefined)} />}
      {result !== null && result !== 'none' && <TrialResultView result={result} />}
      {tried !== null && simulation?.outcome !== 'refused' && (
        <TrialForm clientId={tried} csrf={csrf} isAgain={result !== null} />
      )}
      <Panel>
        <form method="get" action="/admin/debug/simulator" className="grid gap-4">
          <Labeled name="address" label={form.address} help={form.addressHelp}>
            <textarea
              id="simulate-address"
              name="address"
              rows={3}
              maxLength={8000}
              defaultValue={asked.address ?? ''}
              aria-describedby="simulate-address-help"
              className={`${box} break-all font-mono`}
              dir="ltr"
              spellCheck={false}
            />
          </Labeled>
          <p className="text-muted-foreground text-sm">{form.or}</p>
          <div className="grid items-start gap-4 md:grid-cols-3">
            <Picker
              kind="client"
              name="client"
              label={form.client}
              value={asked.client}
              answer={client}
              few={fewClients}
            />
            <Labeled name="redirect_uri" label={form.redirectUri} help={form.redirectUriHelp}>
              <TextInput name="redirect_uri" value={asked.redirectUri} />
            </Labeled>
            <Labeled name="scope" label={form.scope} help={form.scopeHelp}>
              <TextInput name="scope" value={asked.scope} />
            </Labeled>
          </div>
          <div className="max-w-sm">
            <Picker kind="user" name="user" label={form.user} help={form.userHelp} value={asked.user} answer={user} />
          </div>
          <Button variant="primary" className="w-fit!">
            {form.run}
          </Button>
        </form>
      </Panel>
      {simulation?.outcome === 'refused' && <RefusalView refusal={simulation} />}
      {simulation?.outcome === 'accepted' && <SignIn signIn={simulation} />}
      {tokens !== null && <Tokens tokens={tokens} />}
    </>
  );
}

type LabeledProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly children: ReactNode;
};

function Labeled({ name, label, help, children }: LabeledProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={`simulate-${name}`} className="w-fit font-medium text-sm">
        {label}
      </label>
      {children}
      <p id={`simulate-${name}-help`} className="text-muted-foreground text-sm">
        {help}
      </p>
    </div>
  );
}

function TextInput({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <input
      id={`simulate-${name}`}
      name={name}
      maxLength={2000}
      defaultValue={value ?? ''}
      aria-describedby={`simulate-${name}-help`}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      className={`${box} min-h-9`}
    />
  );
}

function SignIn({ signIn }: { readonly signIn: SimulatedSignIn }) {
  const texts = adminTexts.simulate;
  const { client, next, silent, dropped, tokens } = signIn;
  return (
    <>
      <Panel title={texts.accepted}>
        <Facts
          facts={[
            [
              texts.client,
              <a key="client" href={clientPath(client.id)} className="underline underline-offset-4">
                <Name>{client.name ?? client.id}</Name>
              </a>,
            ],
            [texts.tenant, signIn.tenant],
            [texts.redirectUri, <code key="uri">{signIn.redirectUri}</code>],
            [texts.responseType, <code key="type">{signIn.responseType}</code>],
            [texts.signIn, choiceOf(signIn)],
            [texts.person, personOf(signIn)],
            [texts.next, next && texts.steps[next.step]],
            [texts.silent, silent && texts.silentText(silent.signedOut, silent.signedIn)],
            [texts.scope, <code key="scope">{signIn.scope.join(' ')}</code>],
            [
              texts.dropped,
              dropped.length === 0 ? null : dropped.map(({ name, why }) => `${name}: ${texts.why[why]}`).join('; '),
            ],
            [texts.refreshToken, tokens && (tokens.hasRefreshToken ? texts.yes : texts.no)],
          ]}
        />
      </Panel>
      {tokens && <ClaimsView {...tokens} />}
    </>
  );
}

/** What a machine, a device or an application without a person gets. */
function Tokens({ tokens }: { readonly tokens: NonNullable<AskedSimulation['tokens']> }) {
  const texts = adminTexts.simulate;
  if (tokens.outcome === 'problem') {
    const title = texts.problems[tokens.problem];
    // A link from a client names no user yet, which is no error.
    return tokens.problem === 'no_user' ? <Notice title={title} /> : <Notice tone="bad" role="alert" title={title} />;
  }
  const { granted, dropped } = tokens;
  return (
    <>
      <Panel title={texts.tokens}>
        <Facts
          facts={[
            [texts.scope, <code key="scope">{granted.join(' ')}</code>],
            [texts.dropped, dropped.length === 0 ? null : `${dropped.join(' ')}. ${texts.droppedHelp}`],
          ]}
        />
      </Panel>
      <ClaimsView {...tokens.tokens} />
    </>
  );
}

function choiceOf({ signIn }: SimulatedSignIn): string {
  const { choices } = adminTexts.simulate;
  return signIn.go === 'provider' ? choices.provider(signIn.provider) : choices[signIn.go];
}

function personOf({ person }: SimulatedSignIn): string | null {
  const texts = adminTexts.simulate;
  if (person === null) return null;
  if (person === 'unknown') return texts.unknown;
  if (!person.enabled) return `${person.username}: ${texts.disabled}`;
  return person.mayEnter ? person.username : `${person.username}: ${texts.otherTenant}`;
}
