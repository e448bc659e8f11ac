/** RFC 8628 §3.4. */
export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';
