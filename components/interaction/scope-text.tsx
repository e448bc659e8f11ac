import { isMessageKey, type MessageKey } from '#lib/i18n/catalog';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { ScopeFace } from '#lib/login/page-models';

/** What a scope is called: its configured text, else the catalog's for a built-in one, else its raw name. */
export function scopeName(locale: Locale, scope: ScopeFace): string {
  if (scope.displayName !== null) return displayText(scope.displayName);
  if (scope.type === 'offline') return translate(locale, 'consent.offline');
  const builtIn = builtInText(locale, `scope.${scope.name}.name`);
  return builtIn ?? translate(locale, 'consent.unknown_scope', { scope: displayText(scope.name) });
}

/** What a scope means, or null when nobody has written it down. */
export function scopeDescription(locale: Locale, scope: ScopeFace, app: string): string | null {
  if (scope.description !== null) return displayText(scope.description);
  if (scope.type === 'offline') return translate(locale, 'consent.offline_text', { app });
  return builtInText(locale, `scope.${scope.name}.text`);
}

type BuiltInKey = Extract<MessageKey, `scope.${string}`>;

function builtInText(locale: Locale, key: string): string | null {
  return isMessageKey(key) && isBuiltIn(key) ? translate(locale, key) : null;
}

function isBuiltIn(key: MessageKey): key is BuiltInKey {
  return key.startsWith('scope.');
}
