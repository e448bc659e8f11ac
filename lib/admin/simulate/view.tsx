import type { ReactNode } from 'react';
import { ComparisonView } from '#components/admin/comparison-view';
import { DebugHeader } from '#components/admin/debug-header';
import { Moment } from '#components/admin/moment';
import { pageForms } from '#components/admin/page-facts';
import { Picker } from '#components/admin/pick/picker';
import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Panel } from '#components/ui/panel';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { NextStep } from '#lib/interactions/next-step';
import { trialPath } from '#lib/login/trial/report';
import type { PreviewedClaims } from '#lib/protocol/preview-claims';
import type { ToldClaims } from '#lib/tokens/claims';
import { pathKey } from '#lib/vocabulary/path-segment';
import { texts as debugTexts } from '../debug/texts';
import { clientPath, groupPath } from '../entries/entry-path';
import type { AreaPages } from '../kit/view';
import { addressWith } from '../query';
import { userPath } from '../users/feature';
import type { SimulatedRefusal } from './explain-refused';
import { type AskedSimulation, type GroupProblem, readSimulateQuery, readSimulation, type TrialResult } from './read';
import type { SimulatedNoAccess, SimulatedSignIn } from './simulate';
import { isOwnList } from './tell-claims';
import { texts } from './texts';

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

const box = 'w-full rounded-md border border-input bg-card px-2.5 py-1.5 text-foreground text-sm';

/** The form for a request to simulate, and its result. */
function SimulateView(props: AskedSimulation) {
  const { asked, client, user, fewClients, groupProblem, simulation, tokens, tried, result } = props;
  const { form } = texts;
  return (
    <>
      <DebugHeader tool="simulator" />
      {result === 'none' && tried !== null && <NoTrialResult path={trialPath(tried, asked.trial ?? undefined)} />}
      {result !== null && result !== 'none' && <TrialResultView result={result} />}
      {tried !== null && simulation?.outcome !== 'refused' && <TrialForm clientId={tried} isAgain={result !== null} />}
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
      {simulation?.outcome === 'refused' && <RefusalView refusal={simulation} />}
      {groupProblem !== null && <Notice tone="bad" role="alert" title={problemText(groupProblem)} />}
      {simulation?.outcome === 'accepted' && <SignIn signIn={simulation} />}
      {simulation?.outcome === 'no_access' && <NoAccess {...simulation} />}
      {tokens?.outcome === 'no_access' && <NoAccess {...tokens} />}
      {tokens !== null && tokens.outcome !== 'no_access' && <Tokens tokens={tokens} />}
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

/** That a person may not use the client, and what would change that. */
function NoAccess({ client, person, opens, silent }: SimulatedNoAccess) {
  const { title, text, give } = texts.noAccess;
  return (
    <Panel
      title={title}
      description={text(person.username, client.name ?? client.id)}
      actions={<ButtonLink href={userPath(person.sub, 'access')}>{give}</ButtonLink>}
    >
      <Openings opens={opens} />
      {silent !== null && <p className="mt-3 text-sm">{texts.noAccess.silent(silent)}</p>}
    </Panel>
  );
}

/** What would give access to a client. */
function Openings({ opens }: Pick<SimulatedNoAccess, 'opens'>) {
  const { opens: title, group, role, assignment } = texts.noAccess;
  return (
    <div className="grid gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5">
        {opens.map((one) =>
          'group' in one ? (
            <li key={`group ${one.group}`}>
              <a href={groupPath(one.group)} className="underline underline-offset-4">
                {group(one.group)}
              </a>
            </li>
          ) : (
            <li key={`role ${one.role}`}>{role(one.role)}</li>
          ),
        )}
        <li>{assignment}</li>
      </ul>
    </div>
  );
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

type RefusalViewProps = { readonly refusal: SimulatedRefusal; readonly title?: string };

/** The error that a client would get, and how to fix it. */
function RefusalView({ refusal, title = texts.refused }: RefusalViewProps) {
  const { error, description, fix, setting, comparison, goesTo } = refusal;
  return (
    <>
      <Panel
        title={title}
        description={goesTo === null ? texts.toPage : texts.toClient(goesTo)}
        actions={setting?.href && <ButtonLink href={setting.href}>{texts.openSetting}</ButtonLink>}
      >
        <p className="break-words">
          {description} <Badge tone="bad">{error}</Badge>
        </p>
        {fix && <p className="mt-2 max-w-prose text-muted-foreground text-sm">{`${texts.fix}: ${fix}`}</p>}
        {refusal.rule === 'no_access' && <Openings opens={refusal.opens} />}
      </Panel>
      {comparison && (
        <Panel title={texts.comparison}>
          <ComparisonView comparison={comparison} isFixed={false} />
        </Panel>
      )}
    </>
  );
}

/** What is left out is known of a preview, and not of real tokens. */
type Viewed = Omit<PreviewedClaims, 'hasRefreshToken' | 'told'> & { readonly told?: PreviewedClaims['told'] };

/** The claims about a person that a client gets, by the place where it reads them. */
function ClaimsView({ idToken, accessToken, userinfo, told }: Viewed) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Claims title={texts.idToken} claims={idToken} told={told?.idToken ?? null} />
      <Claims title={texts.accessToken} claims={accessToken} told={told?.accessToken ?? null} />
      <Claims title={texts.userinfo} claims={userinfo} told={told?.userinfo ?? null} />
    </div>
  );
}

type ClaimsProps = {
  readonly title: string;
  readonly claims: PreviewedClaims['idToken'];
  readonly told: ToldClaims | null;
};

function Claims({ title, claims, told }: ClaimsProps) {
  const notes = told === null ? [] : claimNotes(told);
  return (
    <Panel title={title}>
      {claims === null ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
        <pre className="overflow-x-auto text-xs" dir="ltr" tabIndex={0}>
          {JSON.stringify(claims, null, 2)}
        </pre>
      )}
      {notes.length > 0 && (
        <ul className="mt-3 grid gap-1 text-muted-foreground text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Where groups, roles and what rules write come from, what is left out, and how large they are. */
function claimNotes({ origins, leftOut, bytes }: ToldClaims): readonly string[] {
  const { notes } = texts;
  const given = Object.entries(origins).map(([claim, origin]) => {
    if ('rule' in origin) return notes.rule(claim, origin.rule + 1, origin.from);
    if ('list' in origin) return origin.explain().map((one) => notes.value(claim, one));
    return isOwnList(claim) ? notes.own(claim, origin.source) : [];
  });
  const missing = leftOut.map((one) =>
    one.why === 'filter' ? notes.filter(one.count, one.owner, one.isNamed) : notes[one.why](one.claim),
  );
  return [...given.flat(), ...missing, ...(bytes > 0 ? [notes.bytes(bytes)] : [])];
}
