import type { Place, Severity } from './checked';
import type { clientRules } from './client-rules';
import type { providerRules, scopeRules, tenantRules } from './entry-rules';
import type { installationRules } from './installation-rules';

export type CheckRule =
  | keyof typeof clientRules
  | keyof typeof scopeRules
  | keyof typeof providerRules
  | keyof typeof tenantRules
  | keyof typeof installationRules
  | 'agents_waiting'
  | 'name_hidden_characters'
  | 'row_unreadable';

/** A finding of the checks. */
export type Check = Place & {
  readonly rule: CheckRule;
  readonly severity: Severity;
  /** The page where it can be fixed. */
  readonly href: string;
};
