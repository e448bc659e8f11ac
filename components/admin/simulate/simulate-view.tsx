import { Badge } from '#components/ui/badge';
import { Button, ButtonLink } from '#components/ui/button';
import { Facts } from '#components/ui/facts';
import { Panel } from '#components/ui/panel';
import type { SimulatedRefusal, SimulatedSignIn, Simulation } from '#lib/admin/simulate/simulate';
import { adminTexts } from '#lib/i18n/admin/texts';
import { DebugHeader } from '../debug/debug-tabs';
import { ComparisonView } from '../requests/comparison-view';

const box = 'rounded-lg border border-input bg-card px-3 py-2 text-foreground text-sm';

type SimulateViewProps = {
  readonly address: string | null;
  readonly user: string | null;
  readonly simulation: Simulation | null;
};

/** Asks for a request and tells what it would lead to. */
export function SimulateView({ address, user, simulation }: SimulateViewProps) {
  const texts = adminTexts.simulate;
  const { form } = texts;
  return (
    <>
      <DebugHeader tool="simulator" />
      <Panel>
        <form method="get" action="/admin/debug/simulator" className="grid gap-4">
          <label className="grid gap-1 font-medium text-sm">
            {form.address}
            <textarea
              name="address"
              rows={4}
              required
              maxLength={8000}
              defaultValue={address ?? ''}
              className={`${box} break-all font-mono font-normal`}
              dir="ltr"
              spellCheck={false}
            />
            <span className="font-normal text-muted-foreground">{form.addressHelp}</span>
          </label>
          <label className="grid gap-1 font-medium text-sm">
            {form.user}
            <input
              name="user"
              maxLength={100}
              defaultValue={user ?? ''}
              className={`${box} max-w-sm font-normal`}
              autoComplete="off"
              spellCheck={false}
            />
            <span className="font-normal text-muted-foreground">{form.userHelp}</span>
          </label>
          <Button variant="primary" className="w-fit!">
            {form.run}
          </Button>
        </form>
      </Panel>
      {simulation?.outcome === 'refused' && <Refusal refusal={simulation} />}
      {simulation?.outcome === 'accepted' && <SignIn signIn={simulation} />}
    </>
  );
}

function Refusal({ refusal }: { readonly refusal: SimulatedRefusal }) {
  const texts = adminTexts.simulate;
  const { error, description, fix, setting, comparison, goesTo } = refusal;
  return (
    <>
      <Panel
        title={texts.refused}
        description={goesTo === null ? texts.toPage : texts.toClient(goesTo)}
        actions={setting?.href && <ButtonLink href={setting.href}>{texts.openSetting}</ButtonLink>}
      >
        <p className="break-words">
          {description} <Badge tone="bad">{error}</Badge>
        </p>
        {fix && <p className="mt-2 max-w-prose text-muted-foreground text-sm">{`${texts.fix}: ${fix}`}</p>}
      </Panel>
      {comparison && (
        <Panel title={texts.comparison}>
          <ComparisonView comparison={comparison} />
        </Panel>
      )}
    </>
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
            [texts.client, client.name === null ? client.id : `${client.name} (${client.id})`],
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
      {tokens && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Claims title={texts.idToken} claims={tokens.idToken} />
          <Claims title={texts.accessToken} claims={tokens.accessToken} />
          <Claims title={texts.userinfo} claims={tokens.userinfo} />
        </div>
      )}
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

function Claims({
  title,
  claims,
}: {
  readonly title: string;
  readonly claims: Readonly<Record<string, unknown>> | null;
}) {
  return (
    <Panel title={title}>
      {claims === null ? (
        <p className="text-muted-foreground text-sm">{adminTexts.simulate.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <pre className="overflow-x-auto text-xs" dir="ltr" tabIndex={0}>
          {JSON.stringify(claims, null, 2)}
        </pre>
      )}
    </Panel>
  );
}
