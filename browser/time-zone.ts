/** Tells the server in which time zone this browser is, for the times of the pages that follow. */
export function tellTimeZone(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isSecure = location.protocol === 'https:';
  const cookie = `${isSecure ? '__Host-' : ''}signet-tz=${zone}`;
  if (document.cookie.split('; ').includes(cookie)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere, and this is written once
  document.cookie = `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
