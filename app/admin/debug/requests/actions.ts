'use server';

import { addKnownValue, addTypedValue } from '#lib/admin/requests/apply-quick-fix';
import { adminAction } from '#lib/next/admin-action';

export const addKnown = adminAction({ permission: 'edit' }, addKnownValue);
export const addTyped = adminAction({ permission: 'edit', fresh: true }, addTypedValue);
