/** Whether this is `next dev`, where pages need a looser policy for the tools that Next adds. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development';
}
