export const auditPath = '/admin/audit';

/** The page of an event. */
export function eventPath(id: string): string {
  return `${auditPath}/${id}`;
}
