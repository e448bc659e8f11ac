import type { ServerResponse } from 'node:http';
import type { ActionState, AdminAction } from '#lib/admin/action-state';
import { responseStorage } from '#lib/http/response-storage';
import { singleton } from '#lib/singleton';

/** A form that an action of this request sent back. */
export type RefusedForm = {
  readonly action: AdminAction;
  readonly state: ActionState;
  /** What was filled in and may not be shown again: the names of secrets and of files. */
  readonly secrets: readonly string[];
  readonly files: readonly string[];
};

/** Without scripts one request runs the action and renders the page, which may be another than the form's by now. */
const refusedForms = () => singleton('refused-forms', () => new WeakMap<ServerResponse, RefusedForm>());

export function keepRefusedForm(form: RefusedForm): void {
  const response = responseStorage().getStore();
  if (response !== undefined) refusedForms().set(response, form);
}

/** The form that the action of this request sent back; null when there is none. */
export function findRefusedForm(): RefusedForm | null {
  const response = responseStorage().getStore();
  return response === undefined ? null : (refusedForms().get(response) ?? null);
}
