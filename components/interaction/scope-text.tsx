import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ScopeView } from '#lib/login/scope-view';

/**
 * The name of a scope: its configured text, otherwise the catalog's text for a built-in one, otherwise its raw name.
 */
export function scopeName(locale: Locale, scope: ScopeView): string {
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
export function claimName(claim: string): string {
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
