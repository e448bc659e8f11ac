import type { Rule } from '#lib/explain/refusal';
import { httpRules } from '#lib/http/http-rules';
import { endSessionRules } from './end-session';
import { originRules, pageRuleName, pageRules } from './page';
import { rules } from './rules';
import { failureRuleName, failureRules } from './upstream';

/** Every rule, by its name in records. */
export const allRules: readonly (readonly [name: string, rule: Rule])[] = [
  ...Object.values(rules).flatMap((group) => Object.entries<Rule>(group)),
  ...Object.entries<Rule>(endSessionRules),
  ...Object.entries<Rule>(httpRules),
  ...Object.entries<Rule>(originRules),
  ...Object.entries<Rule>(pageRules).map(([problem, rule]) => [pageRuleName(problem), rule] as const),
  ...Object.entries<Rule>(failureRules).map(([problem, rule]) => [failureRuleName(problem), rule] as const),
];

const byName: ReadonlyMap<string, Rule> = new Map(allRules);

/** @returns undefined for a rule of another release */
export function findRule(name: string): Rule | undefined {
  return byName.get(name);
}
