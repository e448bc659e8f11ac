import { cache } from 'react';
import { openChecks as readOpenChecks } from '#lib/admin/checks/current-checks';

/** The open checks, read once for a page and its frame. */
export const openChecks = cache(readOpenChecks);
