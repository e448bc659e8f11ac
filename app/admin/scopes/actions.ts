'use server';

import { createScopeForm } from '#lib/admin/scopes/scope-forms';
import { adminAction } from '#lib/next/admin-action';

export const createScope = adminAction({ permission: 'edit' }, createScopeForm);
