import { Fragment, type ReactNode } from 'react';
import { Checkbox } from '#components/ui/checkbox';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ClaimGroup, ScopeView } from '#lib/login/consent/read';

type ScopeListProps = {
  readonly locale: Locale;
  readonly scopes: readonly ScopeView[];
  /** Everything is checked at first. After an answer with nothing selected, the boxes stay cleared. */
  readonly ticked: boolean;
  readonly app: string;
};

/** The requested scopes, with the person's data and the application's permissions in separate lists. */
export function ScopeList({ locale, scopes, ticked, app }: ScopeListProps) {
  const identity = scopes.filter((scope) => scope.type === 'identity');
  const others = scopes.filter((scope) => scope.type !== 'identity');
  const group = { locale, app, ticked };
  return (
    <>
      {identity.length > 0 && (
        <ScopeGroup {...group} heading={translate(locale, 'consent.identity')} scopes={identity} />
      )}
      {others.length > 0 && (
        <ScopeGroup {...group} heading={translate(locale, 'consent.resources', { app })} scopes={others} />
      )}
    </>
  );
}

/** The target of the link in the error summary: the first box that can be checked. */
export function firstScopeField(scopes: readonly ScopeView[]): { field?: string } {
  const scope = scopes.find((candidate) => !candidate.required);
  return scope ? { field: scopeField(scope) } : {};
}

type ScopeGroupProps = {
  readonly locale: Locale;
  readonly app: string;
  readonly heading: string;
  readonly scopes: readonly ScopeView[];
  readonly ticked: boolean;
};

function ScopeGroup({ locale, app, heading, scopes, ticked }: ScopeGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-muted-foreground text-sm [overflow-wrap:anywhere]">{heading}</legend>
      <ApiGroups
        scopes={scopes}
        draw={(scope) => (
          <li key={scope.name} className="px-3.5 py-0.5">
            <ScopeRow locale={locale} app={app} scope={scope} ticked={ticked} />
          </li>
        )}
      />
    </fieldset>
  );
}

type ApiGroupsProps = {
  readonly scopes: readonly ScopeView[];
  /** The row of a scope. */
  readonly draw: (scope: ScopeView) => ReactNode;
};

/** Scopes of one API stand under its name, after those of none. */
export function ApiGroups({ scopes, draw }: ApiGroupsProps) {
  const named = new Set(scopes.flatMap(({ api }) => api ?? []));
  return (
    <div className="grid gap-3">
      {[null, ...named].map((api) => {
        const rows = scopes.filter((scope) => scope.api === api);
        if (rows.length === 0) return null;
        const list = <ul className="divide-y divide-border rounded-box border border-border">{rows.map(draw)}</ul>;
        if (api === null) return <Fragment key="">{list}</Fragment>;
        return (
          <fieldset key={api} className="min-w-0" data-api={api}>
            <legend className="mb-1 text-sm [overflow-wrap:anywhere]">
              <bdi>{displayText(api)}</bdi>
            </legend>
            {list}
          </fieldset>
        );
      })}
    </div>
  );
}

type ScopeRowProps = Pick<ScopeGroupProps, 'locale' | 'app' | 'ticked'> & { readonly scope: ScopeView };

function ScopeRow({ locale, app, scope, ticked }: ScopeRowProps) {
  // The values replace our own description, but not a configured one.
  const description =
    scope.values.length > 0 && scope.description === null ? null : scopeDescription(locale, scope, app);
  return (
    <>
      {/* The browser does not send a disabled box, so the hidden input does. */}
      {scope.required && <input type="hidden" name="scope" value={scope.name} />}
      <Checkbox
        id={scopeField(scope)}
        name="scope"
        value={scope.name}
        defaultChecked={scope.required || ticked}
        disabled={scope.required}
        label={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
            <bdi className="font-semibold">{scopeLabel(locale, scope)}</bdi>
            {scope.required && <Badge text={translate(locale, 'consent.required')} />}
            {isMarkedSensitive(scope) && <Badge text={translate(locale, 'consent.emphasize')} strong />}
          </span>
        }
        hint={
          (description !== null || scope.values.length > 0) && <ScopeHint text={description} values={scope.values} />
        }
      />
    </>
  );
}

function ScopeHint({ text, values }: { readonly text: string | null; readonly values: readonly string[] }) {
  return (
    <div className="grid gap-0.5 [overflow-wrap:anywhere]">
      {text !== null && <p>{text}</p>}
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-x-2 text-foreground">
          {wholeValues(values).map((value) => (
            <li key={value} className="not-last:after:ms-2 not-last:after:text-input not-last:after:content-['·']">
              <bdi>{displayText(value)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Leaves out values that are part of another one: a given name adds nothing to the full name. */
export function wholeValues(values: readonly string[]): readonly string[] {
  const isPart = (value: string) => values.some((other) => other !== value && ` ${other} `.includes(` ${value} `));
  return [...new Set(values)].filter((value) => !isPart(value));
}

function Badge({ text, strong = false }: { readonly text: string; readonly strong?: boolean }) {
  const look = strong ? 'border-brand/60 text-foreground' : 'border-border text-muted-foreground';
  return (
    <span className={`rounded-full border px-2 text-xs leading-5 ${look}`}>
      {strong && <span aria-hidden="true">! </span>}
      {text}
    </span>
  );
}

/** Built-in scopes are not marked, because the page shows their values and too many marks would be ignored. */
function isMarkedSensitive(scope: ScopeView): boolean {
  return scope.emphasize && (scope.type === 'resource' || scope.displayName !== null);
}

function scopeField(scope: ScopeView): string {
  return `scope-${scope.name}`;
}

/**
 * The name of a scope: its configured text, otherwise the catalog's text for a built-in one, otherwise its raw name.
 */
export function scopeLabel(locale: Locale, scope: ScopeView): string {
  const configured = textsIn(locale, scope)?.displayName ?? scope.displayName;
  if (configured !== null) return displayText(configured);
  if (scope.type === 'offline') return translate(locale, 'consent.offline');
  const builtIn = builtInText(locale, `scope.${scope.name}.name`);
  return builtIn ?? translate(locale, 'consent.unknown_scope', { scope: displayText(scope.name) });
}

/** The description of a scope, or null if there is none. */
export function scopeDescription(locale: Locale, scope: ScopeView, app: string): string | null {
  const configured = textsIn(locale, scope)?.description ?? scope.description;
  if (configured !== null) return displayText(configured);
  if (scope.type === 'offline') return capitalized(locale, translate(locale, 'consent.offline_text', { app }));
  const builtIn = builtInText(locale, `scope.${scope.name}.text`);
  if (builtIn !== null || scope.type !== 'resource') return builtIn;
  // A name without an explanation is all that the API says, and the person should know that.
  return translate(locale, 'consent.undescribed', { api: displayText(scope.displayName ?? scope.name) });
}

/** A sentence that may begin with a name from the catalog. */
export function capitalized(locale: Locale, sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase(locale) + sentence.slice(1);
}

/** The name of a claim that was asked for by name. */
export function claimLabel(claim: string): string {
  return displayText(claim.replaceAll('_', ' '));
}

/** The texts of the language, or of the language without its region. */
function textsIn(locale: Locale, { texts }: ScopeView): ScopeView['texts'][string] | undefined {
  return texts[locale] ?? texts[locale.split('-')[0] ?? locale];
}

type BuiltInKey = Extract<MessageKey, `scope.${string}`>;

function builtInText(locale: Locale, key: string): string | null {
  return isMessageKey(key) && isBuiltIn(key) ? translate(locale, key) : null;
}

function isBuiltIn(key: MessageKey): key is BuiltInKey {
  return key.startsWith('scope.');
}

/** Values in the text direction of the page, regardless of the language of each. */
export function JoinedValues({ values }: { readonly values: readonly string[] }) {
  return values.map((value, index) => (
    <Fragment key={value}>
      {index > 0 && ' · '}
      <bdi>{displayText(value)}</bdi>
    </Fragment>
  ));
}

type ClaimListProps = {
  readonly locale: Locale;
  readonly groups: readonly ClaimGroup[];
  readonly ticked: boolean;
};

/** The claims that the application requests by name, each with its own box, under the scope that contains it. */
export function ClaimList({ locale, groups, ticked }: ClaimListProps) {
  if (groups.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-muted-foreground text-sm">
        {translate(locale, 'consent.details')}
      </legend>
      <ul className="divide-y divide-border rounded-box border border-border">
        {groups.map(({ scope, claims }) => (
          <li key={scope.name} className="px-3.5 py-0.5">
            <p className="pt-2 text-muted-foreground text-sm">
              <bdi>{scopeLabel(locale, scope)}</bdi>
            </p>
            {claims.map(({ claim, values }) => (
              <Checkbox
                key={claim}
                id={`claim-${claim}`}
                name="claim"
                value={claim}
                defaultChecked={ticked}
                label={<bdi>{claimLabel(claim)}</bdi>}
                hint={values.length > 0 && <JoinedValues values={values} />}
              />
            ))}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
