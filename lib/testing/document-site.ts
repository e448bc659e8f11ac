import { vi } from 'vitest';
import { type HttpsSite, startHttpsSite } from './https-site';

/** A web server for programs that publish their own client metadata document. */
export type DocumentSite = HttpsSite;

/** Starts the site. Until it is closed, this process accepts any certificate. */
export async function startDocumentSite(): Promise<DocumentSite> {
  const site = await startHttpsSite();
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  return {
    ...site,
    close: () => {
      vi.unstubAllEnvs();
      site.close();
    },
  };
}
