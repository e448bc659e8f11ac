import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AppLogo } from './monogram';

it('an application has its picture from this server, or the first letter of its name', () => {
  const picture = renderToStaticMarkup(<AppLogo name="Web shop" logo="/branding/~clients/abc" />);
  expect(picture).toMatch(/<img src="\/branding\/~clients\/abc" alt=""/);
  expect(renderToStaticMarkup(<AppLogo name="Web shop" logo={null} />)).toMatch(/<span[^>]*aria-hidden[^>]*>W<\/span>/);
});
