'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

type PreviewFrameProps = {
  /** The address of the preview, without query. */
  readonly path: string;
  /** The looks that people can see. */
  readonly looks: readonly ('light' | 'dark')[];
};

const frameName = 'branding-preview';
const pauseMs = 350;

/**
 * The sign-in page beside the form it stands in. A button sends the form there instead of saving it, with and without
 * scripts; with scripts that happens by itself while somebody types.
 */
export function PreviewFrame({ path, looks }: PreviewFrameProps) {
  const texts = adminTexts.tenants.preview;
  const box = useRef<HTMLDivElement>(null);
  const [look, setLook] = useState(looks[0] ?? 'light');
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const redraw = () => {
      clearTimeout(timer);
      timer = setTimeout(() => press(form, look), pauseMs);
    };
    form.addEventListener('input', redraw);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', redraw);
    };
  }, [look]);
  return (
    <div ref={box} className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {looks.map((one) => (
          <Button
            key={one}
            size="small"
            name="look"
            value={one}
            formAction={`${path}/draw`}
            formMethod="post"
            formEncType="application/x-www-form-urlencoded"
            formTarget={frameName}
            formNoValidate
            onClick={() => setLook(one)}
          >
            {texts.looks[one]}
          </Button>
        ))}
      </div>
      <iframe
        name={frameName}
        title={texts.frame}
        src={`${path}?look=${looks[0] ?? 'light'}`}
        className="h-[46rem] w-full rounded-lg border border-border bg-card"
      />
    </div>
  );
}

function press(form: HTMLFormElement, look: string): void {
  const button = form.querySelector(`button[name=look][value=${look}]`);
  if (button instanceof HTMLButtonElement) form.requestSubmit(button);
}
