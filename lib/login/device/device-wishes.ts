import type { DeviceWishes } from '#lib/interactions/devices/entered-device';
import type { DeviceFields } from './page-models';

/** The parameters of /device and its form, with their lengths in characters (semantics §2.10). */
const lengths = { login_hint: 100, ui_locales: 100, acr_values: 300 } as const satisfies Record<
  keyof DeviceFields,
  number
>;

/**
 * What the address or the form of the device page says about the person, the language and the tenant. What is too long
 * counts as not said: a link must not keep anybody from connecting a device.
 */
export function readWishes(get: (name: keyof DeviceFields) => string | null | undefined): DeviceWishes {
  const read = (name: keyof DeviceFields) => {
    const value = get(name) ?? null;
    return value === null || value === '' || value.length > lengths[name] ? null : value;
  };
  return { loginHint: read('login_hint'), uiLocales: read('ui_locales'), acrValues: read('acr_values') };
}

/** The same as hidden inputs, so that they come back with the code. */
export function toFields({ loginHint, uiLocales, acrValues }: DeviceWishes): DeviceFields {
  return { login_hint: loginHint, ui_locales: uiLocales, acr_values: acrValues };
}

/** What the device asked for itself is stronger than what a link to the page says. */
export function mergeWishes(device: DeviceWishes, page: DeviceWishes): DeviceWishes {
  return {
    loginHint: device.loginHint ?? page.loginHint,
    uiLocales: device.uiLocales ?? page.uiLocales,
    acrValues: device.acrValues ?? page.acrValues,
  };
}
