import type { Context } from '#lib/context';
import { type Opening, whatOpens } from '#lib/groups/what-opens';
import type { OAuthError } from '#lib/protocol/oauth-error';
import { findRule } from '#lib/protocol/rules/find-rule';
import { type Comparison, compareValues } from '../requests/compare-values';
import { settingLink } from '../requests/setting-link';

/** The refusal that the person or client would get instead of a sign-in. */
export type SimulatedRefusal = {
  readonly outcome: 'refused';
  readonly error: string;
  readonly description: string;
  readonly rule: string;
  readonly fix: string | null;
  readonly setting: { readonly name: string; readonly href: string | null } | null;
  readonly comparison: Comparison | null;
  /**
   * The redirect URI that receives the error. Null if our own page shows it, because no redirect URI can be trusted.
   */
  readonly goesTo: string | null;
  /** What would give access. Empty for another rule. */
  readonly opens: readonly Opening[];
};

type Refused = Pick<OAuthError, 'description' | 'rule' | 'facts'> & { readonly code: string };

/** Explains an error that was not sent to a client. @param goesTo the redirect URI, if it can be trusted */
export function explainRefused(
  { code, description, rule, facts }: Refused,
  { clientId = facts.clientId ?? null, goesTo }: { readonly clientId?: string | null; readonly goesTo: string | null },
  { snapshot }: Pick<Context, 'snapshot'>,
): SimulatedRefusal {
  const known = findRule(rule);
  const client = clientId === null ? undefined : snapshot.clients.get(clientId);
  return {
    outcome: 'refused',
    error: code,
    description,
    rule,
    fix: known?.fix ?? null,
    setting: settingLink(known?.setting, { clientId: client?.clientId ?? null, scope: facts.name ?? null }, snapshot),
    comparison: compareValues(rule, facts),
    goesTo,
    opens: rule === 'no_access' && client !== undefined ? whatOpens(client) : [],
  };
}
