import { clientSettings } from '#lib/clients/settings';
import { formSections } from '#lib/i18n/admin/form-sections';
import type { Setting } from '#lib/vocabulary/setting';
import type { FieldKinds } from '../entries/entry-fields';
import { fieldsOf } from '../entries/setting-fields';

/** The pages with settings of a client. */
export type ClientTab = keyof typeof formSections.clients;

/** The settings of each page. */
export const clientTabs: Readonly<Record<ClientTab, FieldKinds>> = {
  settings: fieldsOfPage('settings'),
  access: fieldsOfPage('access'),
  credentials: fieldsOfPage('credentials'),
  tokens: fieldsOfPage('tokens'),
};

function fieldsOfPage(page: ClientTab): FieldKinds {
  return Object.assign({}, ...Object.keys(formSections.clients[page]).map((group) => fieldsOf(clientSettings, group)));
}

export function isClientTab(text: string): text is ClientTab {
  return Object.hasOwn(clientTabs, text);
}

/** The authentication method that makes a setting apply, while a person chooses it. */
export const byMethod = Object.fromEntries(
  Object.entries<Setting>(clientSettings).flatMap(([key, { relevant = [] }]) => {
    const methods = relevant.map((condition) => condition.token_endpoint_auth_method).find(Array.isArray);
    return methods === undefined ? [] : [[key, { field: 'token_endpoint_auth_method', value: methods.join('|') }]];
  }),
);
