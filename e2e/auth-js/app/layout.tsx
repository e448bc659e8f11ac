import type { ReactNode } from 'react';

/** The HTML around every page. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <title>Next application</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
