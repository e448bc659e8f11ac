'use server';

import { startTraceForm, stopTraceForm } from '#lib/admin/traces/trace-forms';
import { adminAction } from '#lib/next/admin-action';

export const startTrace = adminAction({ permission: 'edit' }, startTraceForm);
export const stopTrace = adminAction({ permission: 'edit' }, stopTraceForm);
