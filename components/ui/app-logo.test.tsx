import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AppLogo } from './app-logo';

it('shows the picture of this server, and the first letter where there is none', () => {
  const picture = renderToStaticMarkup(<AppLogo name="Web shop" logo="/branding/~clients/abc" />);
  expect(picture).toMatch(/<img src="\/branding\/~clients\/abc" alt=""/);
  expect(renderToStaticMarkup(<AppLogo name="Web shop" logo={null} />)).toMatch(/<span[^>]*aria-hidden[^>]*>W<\/span>/);
});
