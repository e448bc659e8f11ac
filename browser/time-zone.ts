/** Sends the time zone of this browser to the server, for the times on the next pages. */
export function saveTimeZone(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isSecure = location.protocol === 'https:';
  const cookie = `${isSecure ? '__Host-' : ''}signet-tz=${zone}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not available everywhere, and this is written once
  document.cookie = `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
