import { ownMarkup } from './html-escape';

/** The mark of components/ui/logo.tsx for the static pages; a test holds the two together. */
export const mark = ownMarkup(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><g transform="rotate(-16 16 16)"><path fill="currentColor" fill-rule="evenodd" ' +
    'd="M6.3 11.7C6.5 14.5 6.2 16.3 6.2 19.8a9.8 9.8 0 0 0 19.6 0c0-3.5-.3-5.3-.1-8.1-2.2 1.9-5.6 3-9.7 3s-7.5-1.1-9.7-3ZM16 16.3c1.6 0 3.1-.2 4.4-.5a6.4 6.4 0 1 1-8.8 0c1.3.3 2.8.5 4.4.5Z"/>' +
    '<ellipse cx="16" cy="7.7" rx="10.8" ry="5.3"/></g></svg>',
);
