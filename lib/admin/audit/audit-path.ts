import { addressWith } from '../query';

export const auditPath = '/admin/audit';

/** The page of an event. */
export function eventPath(id: string): string {
  return `${auditPath}/${id}`;
}

type Common = 'actor' | 'target' | 'client' | 'address' | 'request' | 'type';

/** The address of all audit events that have these values in common. */
export function eventsPath(common: Readonly<Partial<Record<Common, string>>>): string {
  return addressWith(auditPath, {}, { range: 'all', ...common });
}
