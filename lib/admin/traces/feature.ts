/** The page of all traces. */
export const tracesPath = '/admin/debug/traces';

/** The page of a trace, or of one of its sign-ins. */
export function tracePath(id: string, stepId?: string): string {
  return [tracesPath, id, ...(stepId === undefined ? [] : [stepId])].join('/');
}
