import { Fragment } from 'react';
import { Checkbox } from '#components/ui/checkbox';
import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ClaimGroup } from '#lib/login/read-consent-page';
import type { ScopeView } from '#lib/login/scope-view';

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
  if (scope.type === 'offline') return translate(locale, 'consent.offline_text', { app });
  return builtInText(locale, `scope.${scope.name}.text`);
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
