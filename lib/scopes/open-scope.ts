import type { Scope } from './scope';

/** Whether a client that registered itself may ask for a scope: what a person can be asked for, and the opened APIs. */
export function isOpen({ type, open, enabled }: Pick<Scope, 'type' | 'open' | 'enabled'>): boolean {
  return enabled && (type === 'identity' || open);
}
