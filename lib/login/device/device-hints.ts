import type { DeviceHints } from '#lib/interactions/interaction';

/** The parameters of the page's address. Hidden inputs with these names keep them until the code is known. */
export type DeviceFields = {
  readonly login_hint: string | null;
  readonly ui_locales: string | null;
  readonly acr_values: string | null;
};

/** The parameters of /device and its form, with their maximum lengths in characters (semantics §2.10). */
const lengths = { login_hint: 100, ui_locales: 100, acr_values: 300 } as const satisfies Record<
  keyof DeviceFields,
  number
>;

/**
 * The preferences in the address or form of the device page: person, language and tenant. Values that are too long
 * count as absent, because a link must not prevent anybody from connecting a device.
 */
export function readHints(get: (name: keyof DeviceFields) => string | null | undefined): DeviceHints {
  const read = (name: keyof DeviceFields) => {
    const value = get(name) ?? null;
    return value === null || value === '' || value.length > lengths[name] ? null : value;
  };
  return { loginHint: read('login_hint'), uiLocales: read('ui_locales'), acrValues: read('acr_values') };
}

/** The same as hidden inputs, so that the form sends them with the code. */
export function toFields({ loginHint, uiLocales, acrValues }: DeviceHints): DeviceFields {
  return { login_hint: loginHint, ui_locales: uiLocales, acr_values: acrValues };
}

/** The device's own preferences take precedence over those of a link to the page. */
export function mergeHints(device: DeviceHints, page: DeviceHints): DeviceHints {
  return {
    loginHint: device.loginHint ?? page.loginHint,
    uiLocales: device.uiLocales ?? page.uiLocales,
    acrValues: device.acrValues ?? page.acrValues,
  };
}
