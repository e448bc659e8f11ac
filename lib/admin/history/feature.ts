import type { Feature } from '../feature';

export const historyPath = '/admin/history';

/** The page of a revision. */
export function revisionPath(number: number | string): string {
  return `${historyPath}/${number}`;
}

/** The page for restoring a revision. */
export function restorePath(number: number): string {
  return `${revisionPath(number)}/restore`;
}

/** The page that shows what undoing a revision would change. */
export function undoPath(number: number): string {
  return `${revisionPath(number)}/undo`;
}

/** What other features know of the history. */
export const historyFeature: Feature = { objects: { revision: revisionPath } };
