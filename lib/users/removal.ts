import type { NewAuditEvent } from '#lib/audit/event';

/** What was removed from an account: the type and the details of its audit event. */
export type Removal = Required<Pick<NewAuditEvent, 'type' | 'details'>>;
