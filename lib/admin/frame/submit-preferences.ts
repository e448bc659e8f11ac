import { seeOther, withCookies } from '#lib/http/respond';
import { toArea } from '#lib/interactions/area-address';
import { adminHandler } from '../access/admin-handler';
import { changePreferences, readPreferences, writePreferences } from './preferences';

/** POST: stores a choice of the account menu in this browser, and leads back to the page. */
export const handlePreferences = adminHandler({ permission: 'read' }, async ({ settings }, values, { headers }) => {
  const changed = changePreferences(readPreferences(headers.cookie, settings), Object.fromEntries(values));
  const page = seeOther(`${settings.issuer}${toArea(values.get('to'), '/admin')}`);
  return withCookies(page, [writePreferences(changed, settings)]);
});
