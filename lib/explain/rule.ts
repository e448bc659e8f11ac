/** A reason for a refusal, its text for the client's developer, and how to fix it. */
export type Rule = {
  /** ASCII without quotes and backslashes (RFC 6749 §5.2). `{name}` is replaced by the parameter or scope. */
  readonly description: string;
  /** For the administrator of the client or of this server. One or two sentences. */
  readonly fix: string;
  /** The setting to change, by its name in the configuration file. */
  readonly setting?: string;
};

/** Whether the received value of a rule is an address, which is compared with the registered ones by component. */
export function isAddressRule(rule: string): boolean {
  return rule.includes('redirect') || rule === 'origin_not_allowed';
}
