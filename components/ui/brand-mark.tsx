import type { ProviderBrand } from '#lib/providers/provider-brand';

type Part = readonly [paint: string, outline: string, strokeWidth?: number];

/**
 * The marks of services, drawn for these pages on a grid of 24. Dark parts have the color of the text, so that they are
 * visible on dark pages.
 */
const marks: Readonly<Record<ProviderBrand | 'openid', readonly Part[]>> = {
  auth0: [
    [
      '#eb5424',
      'M4.4 0h15.2L22 7.3c1.4 4.4 0 9.2-3.8 11.7L12 23.5 5.8 19C2 16.5.6 11.7 2 7.3zM12 0 9.6 7.3H2l6.2 4.4L5.8 19l6.2-4.5 6.2 4.5-2.4-7.3L22 7.3h-7.6z',
    ],
  ],
  github: [
    [
      'currentColor',
      'M12 .5a11.5 11.5 0 1 0 0 23 11.5 11.5 0 0 0 0-23zM6.6 5.4c1.3 0 2.4.5 3.3 1.2 1.4-.3 2.8-.3 4.2 0 .9-.7 2-1.2 3.3-1.2.4 1.2.4 2.3.1 3.2.8.9 1.2 2.1 1.2 3.4 0 3.7-2.3 5.1-4.9 5.5.6.6.9 1.4.9 2.5v3.18A11.5 11.5 0 0 1 9.3 23.18V20.9c-2.4.5-3.4-.6-4-1.9-.3-.6-.7-1.1-1.2-1.5.9-.3 1.8.2 2.4 1.1.7 1 1.6 1.3 2.8 1 .1-.8.4-1.5.9-2-2.6-.5-4.8-1.9-4.8-5.6 0-1.3.4-2.5 1.2-3.4-.4-.9-.4-2 0-3.2z',
    ],
  ],
  gitlab: [
    ['#e24329', 'M12 22.5 8 9.5h8zM2.2 9.5H8L5.5 1.7a.4.4 0 0 0-.8 0zM21.8 9.5H16l2.5-7.8a.4.4 0 0 1 .8 0z'],
    ['#fc6d26', 'M12 22.5 8 9.5H2.2zM12 22.5l4-13h5.8z'],
    ['#fca326', 'M2.2 9.5.9 13.3a.9.9 0 0 0 .3 1L12 22.5zM21.8 9.5l1.3 3.8a.9.9 0 0 1-.3 1L12 22.5z'],
  ],
  google: [
    ['#ea4335', 'M17.66 6.34A8 8 0 0 0 5.07 8', 4],
    ['#fbbc05', 'M5.07 8a8 8 0 0 0 0 8', 4],
    ['#34a853', 'M5.07 16a8 8 0 0 0 12.59 1.66', 4],
    ['#4285f4', 'M17.66 17.66A8 8 0 0 0 20 12h-8', 4],
  ],
  keycloak: [
    ['currentColor', 'M7 3h10l5 9-5 9H7l-5-9z', 2],
    ['#00a8d6', 'm11 7.5-2.5 4.5 2.5 4.5M13 7.5l2.5 4.5-2.5 4.5', 2],
  ],
  linkedin: [
    [
      '#0a66c2',
      'M3.5 1h17A2.5 2.5 0 0 1 23 3.5v17a2.5 2.5 0 0 1-2.5 2.5h-17A2.5 2.5 0 0 1 1 20.5v-17A2.5 2.5 0 0 1 3.5 1z',
    ],
    [
      '#fff',
      'M4.5 9.5h3.2v10H4.5zM6.1 4.4a1.85 1.85 0 1 1 0 3.7 1.85 1.85 0 0 1 0-3.7zM9.9 9.5H13v1.4c.5-.9 1.6-1.7 3.2-1.7 3 0 3.5 2 3.5 4.5v5.8h-3.2v-5.1c0-1.3 0-2.7-1.7-2.7s-1.7 1.3-1.7 2.6v5.2H9.9z',
    ],
  ],
  microsoft: [
    ['#f25022', 'M1 1h10.5v10.5H1z'],
    ['#7fba00', 'M12.5 1H23v10.5H12.5z'],
    ['#00a4ef', 'M1 12.5h10.5V23H1z'],
    ['#ffb900', 'M12.5 12.5H23V23H12.5z'],
  ],
  okta: [['#007dc1', 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z', 6]],
  openid: [
    ['#f78c40', 'M10.5 3.5 14 1.8v18.7l-3.5 1.7z'],
    [
      '#9b9b9b',
      'M10.5 7.3v2.3c-3.7.6-6.3 2.5-6.3 5 0 2.6 2.7 4.6 6.3 5.2v2.3C4.9 21.5.9 18.5.9 14.7s4-6.7 9.6-7.4zM15.5 7.3c2 .3 3.8.9 5.2 1.8l1.8-1 .6 5.2-7-1.5 2-1.2c-.8-.4-1.7-.8-2.6-1z',
    ],
  ],
  slack: [
    [
      '#36c5f0',
      'M8.8 0a2.5 2.5 0 0 0 0 5h2.5V2.5A2.5 2.5 0 0 0 8.8 0zM2.5 6.3h6.3a2.5 2.5 0 0 1 0 5H2.5a2.5 2.5 0 0 1 0-5z',
    ],
    [
      '#2eb67d',
      'M24 8.8a2.5 2.5 0 0 0-5 0v2.5h2.5A2.5 2.5 0 0 0 24 8.8zM17.7 2.5v6.3a2.5 2.5 0 0 1-5 0V2.5a2.5 2.5 0 0 1 5 0z',
    ],
    [
      '#ecb22e',
      'M15.2 24a2.5 2.5 0 0 0 0-5h-2.5v2.5a2.5 2.5 0 0 0 2.5 2.5zM21.5 17.7h-6.3a2.5 2.5 0 0 1 0-5h6.3a2.5 2.5 0 0 1 0 5z',
    ],
    [
      '#e01e5a',
      'M0 15.2a2.5 2.5 0 0 0 5 0v-2.5H2.5A2.5 2.5 0 0 0 0 15.2zM6.3 21.5v-6.3a2.5 2.5 0 0 1 5 0v6.3a2.5 2.5 0 0 1-5 0z',
    ],
  ],
};

type Brand = keyof typeof marks;

/** The mark of a service next to its name, hidden from screen readers. */
export function BrandMark({ brand, className }: { readonly brand: Brand; readonly className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fillRule="evenodd" className={`shrink-0 ${className}`}>
      {marks[brand].map(([paint, outline, width]) =>
        width === undefined ? (
          <path key={outline} fill={paint} d={outline} />
        ) : (
          <path key={outline} fill="none" stroke={paint} strokeWidth={width} d={outline} />
        ),
      )}
    </svg>
  );
}
