import type { Handler } from '#lib/context';
import { seeOther } from '#lib/http/respond';

/** GET /.well-known/change-password: leads password managers to the page (A Well-Known URL for Changing Passwords). */
export const handleChangePassword: Handler = async (_request, { settings }) =>
  seeOther(`${settings.issuer}/account/password`);
