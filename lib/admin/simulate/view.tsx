import type { ReactNode } from 'react';
import { DebugHeader } from '#components/admin/debug-header';
import { Moment } from '#components/admin/moment';
import { pageForms } from '#components/admin/page-facts';
import { Picker } from '#components/admin/pick/picker';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NextStep } from '#lib/interactions/next-step';
import { trialPath } from '#lib/login/trial/report';
import { pathKey } from '#lib/vocabulary/path-segment';
import { texts as debugTexts } from '../debug/texts';
import { clientPath } from '../entries/entry-path';
import type { AreaPages } from '../kit/view';
import { addressWith } from '../query';
import { type AskedSimulation, type GroupProblem, readSimulateQuery, readSimulation, type TrialResult } from './read';
import type { SimulatedNoAccess, SimulatedSignIn } from './simulate';
import { texts } from './texts';
import { ClaimsView } from './views/claims';
import { NoAccess, RefusalView } from './views/refusal';

export const simulatePages: AreaPages = {
  section: 'debug',
  pages: [
    {
      path: 'debug/simulator',
      permission: 'read',
      render: async ({ admin, query }) => {
        const body = <SimulateView {...(await readSimulation(admin, readSimulateQuery(query)))} />;
        return { title: debugTexts.tools.simulator.title, body };
      },
    },
  ],
};

/** Where the form leads, so that nobody has to look for the result below it. */
const resultId = 'result';

const box = 'w-full rounded-md border border-input bg-card px-2.5 py-1.5 text-foreground text-sm';

/** The form for a request to simulate, and its result. */
function SimulateView(props: AskedSimulation) {
  const { asked, client, user, fewClients, groupProblem, simulation, tokens, tried, result } = props;
  const { hypothetical } = props;
  const { form } = texts;
  return (
    <>
      <DebugHeader tool="simulator" />
      {result === 'none' && tried !== null && <NoTrialResult path={trialPath(tried, asked.trial ?? undefined)} />}
      {result !== null && result !== 'none' && <TrialResultView result={result} />}
      {tried !== null && simulation?.outcome !== 'refused' && <TrialForm clientId={tried} isAgain={result !== null} />}
      <Panel>
        <form method="get" action={`/admin/debug/simulator#${resultId}`} className="grid gap-4">
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
          <div className="grid items-start gap-4 md:grid-cols-3">
            <Picker kind="user" name="user" label={form.user} help={form.userHelp} value={asked.user} answer={user} />
            <Labeled name="member_of" label={form.memberOf} help={form.memberOfHelp}>
              <TextInput name="member_of" value={asked.memberOf} />
            </Labeled>
          </div>
          <Button variant="primary" className="w-fit!">
            {form.run}
          </Button>
        </form>
      </Panel>
      <div id={resultId} className="grid min-w-0 scroll-mt-16 gap-6 empty:hidden">
        {hypothetical.length > 0 && user !== null && 'picked' in user && (
          <Notice title={texts.hypothetical(user.picked.value, hypothetical)} />
        )}
        {simulation?.outcome === 'refused' && <RefusalView refusal={simulation} />}
        {groupProblem !== null && <Notice tone="bad" role="alert" title={problemText(groupProblem)} />}
        {simulation?.outcome === 'accepted' && <SignIn signIn={simulation} />}
        {simulation?.outcome === 'no_access' && <NoAccess {...simulation} />}
        {tokens?.outcome === 'no_access' && <NoAccess {...tokens} />}
        {tokens !== null && tokens.outcome !== 'no_access' && <Tokens tokens={tokens} />}
      </div>
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

/** A second factor that nothing but two-step verification asks for is otherwise a riddle. */
function nextOf({ step }: NextStep, { twoStep, setsPassword }: SimulatedSignIn): string {
  const isAsked = step === 'factor' && twoStep.length > 0;
  const next = isAsked ? `${texts.steps.factor}: ${texts.twoStep}` : texts.steps[step];
  return setsPassword ? texts.setsPassword(next) : next;
}

function SignIn({ signIn }: { readonly signIn: SimulatedSignIn }) {
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
            [texts.next, next && nextOf(next, signIn)],
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

function problemText(problem: GroupProblem): string {
  return problem.problem === 'too_many'
    ? texts.groupProblems.too_many
    : texts.groupProblems.group_unknown(problem.name);
}

/** What a machine, a device or an application without a person gets. */
function Tokens({ tokens }: { readonly tokens: Exclude<AskedSimulation['tokens'], null | SimulatedNoAccess> }) {
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
  const { choices } = texts;
  return signIn.go === 'provider' ? choices.provider(signIn.provider) : choices[signIn.go];
}

function personOf({ person }: SimulatedSignIn): string | null {
  if (person === null) return null;
  if (person === 'unknown') return texts.unknown;
  if (!person.enabled) return `${person.username}: ${texts.disabled}`;
  return person.mayEnter ? person.username : `${person.username}: ${texts.otherTenant}`;
}

/** Starts a trial sign-in of the client, whose answer comes back to the simulator. */
function TrialForm({ clientId, isAgain }: { readonly clientId: string; readonly isAgain: boolean }) {
  return (
    <Panel title={isAgain ? texts.trial.again : texts.trial.title} description={texts.trial.description}>
      <form method="post" action={`/admin/clients/${pathKey(clientId)}/try/start`} className="flex flex-wrap gap-2">
        <input type="hidden" name="csrf" value={pageForms().csrf} />
        <input type="hidden" name="client_id" value={clientId} />
        <Button variant="primary">{texts.trial.start}</Button>
        <Button name="prompt" value="select_account">
          {texts.trial.prompts.select_account}
        </Button>
        <Button name="prompt" value="login">
          {texts.trial.prompts.login}
        </Button>
      </form>
    </Panel>
  );
}

/** Explains why there is no result: only the person who started the trial sees it, and another one is signed in now. */
function NoTrialResult({ path }: { readonly path: string }) {
  return (
    <Notice tone="warning" title={texts.trial.none}>
      <a href={addressWith('/admin/sign-in', {}, { to: path, choose: '1' })} className="underline underline-offset-4">
        {adminTexts.shell.forbidden.other}
      </a>
    </Notice>
  );
}

/** What the client would have got at the end of the trial. */
function TrialResultView({ result }: { readonly result: TrialResult }) {
  if (result.outcome === 'refused') return <RefusalView refusal={result} title={texts.trial.refused} />;
  const { username, authTime, amr, acr, idp, scope, refused, claims, at } = result;
  return (
    <>
      <Notice tone="good" role="status" title={texts.trial.answered} />
      <Panel>
        <Facts
          facts={[
            [texts.trial.facts.user, username],
            [texts.trial.facts.finished, <Moment key="at" full at={at} />],
            [texts.trial.facts.authTime, <Moment key="auth" full at={new Date(authTime * 1000)} />],
            [texts.trial.facts.amr, <code key="amr">{amr.join(' ')}</code>],
            [texts.trial.facts.acr, acr && <code key="acr">{acr}</code>],
            [texts.trial.facts.idp, idp === 'local' ? null : <code key="idp">{idp}</code>],
            [texts.trial.facts.scope, <code key="scope">{scope.join(' ')}</code>],
            [texts.trial.facts.refused, refused.length > 0 ? <code key="refused">{refused.join(' ')}</code> : null],
            [texts.trial.facts.refreshToken, claims.hasRefreshToken ? texts.trial.facts.yes : texts.trial.facts.no],
          ]}
        />
      </Panel>
      <ClaimsView {...claims} />
    </>
  );
}
