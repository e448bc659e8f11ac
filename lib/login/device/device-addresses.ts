import type { Handler } from '#lib/context';
import { seeOther } from '#lib/http/respond';

/**
 * GET /activate and /link: people know these addresses from other televisions. They lead to /device (ux §1.5.1), with the
 * query, which may have a code.
 */
export const handleDeviceAddress: Handler = async ({ query }, { settings }) =>
  seeOther(`${settings.issuer}/device${query === '' ? '' : `?${query}`}`);
