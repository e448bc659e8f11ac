import type { Scope } from './scope';

/** Whether a self-registered client may ask for a scope: identity scopes, and APIs that are open. */
export function isOpen({ type, open, enabled }: Pick<Scope, 'type' | 'open' | 'enabled'>): boolean {
  return enabled && (type === 'identity' || open);
}
