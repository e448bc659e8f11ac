/**
 * A WWW-Authenticate value (RFC 9110 §11.6.1): a scheme and its parameters, each as a quoted string.
 * @param parameters in order; characters that are not allowed in a header are left out
 */
export function challenge(scheme: 'Basic' | 'Bearer' | 'DPoP', parameters: Readonly<Record<string, string>>): string {
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${quote(value)}"`);
  return `${scheme} ${written.join(', ')}`;
}

/** The content of a quoted string (RFC 9110 §5.6.4). */
function quote(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '\\$&');
}
