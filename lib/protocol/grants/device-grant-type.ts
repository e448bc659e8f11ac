/** RFC 8628 §3.4. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** In seconds: the minimum time between two polls of a device, before it has to slow down (RFC 8628 §3.2). */
export const initialIntervalSeconds = 5;
