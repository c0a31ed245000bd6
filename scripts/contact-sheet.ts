import { html } from 'hono/html'

import type { Screen } from '../tests/screens/screens.ts'

export const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const
export const schemes = ['light', 'dark'] as const

export type Size = (typeof sizes)[number]
type Scheme = (typeof schemes)[number]

/** A picture's file name inside the gallery's folder. */
export function pictureName({ route, state }: Screen, size: Size, scheme: Scheme): string {
  const place = route.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')
  return `${place === '' ? 'landing' : place}--${state}--${size.name}-${scheme}.png`
}

/** One page with all pictures: a row per screen, with large and small, light and dark side by side. */
export function contactSheet(screens: readonly Screen[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Every screen</title>
        <style>
          body {
            margin: 24px;
            font: 14px/1.5 system-ui;
            background: #808080;
          }
          section {
            display: grid;
            grid-template-columns: 4fr 4fr 1fr 1fr;
            gap: 8px;
            margin-bottom: 32px;
          }
          h2 {
            grid-column: 1 / -1;
            margin: 0;
            font-size: 14px;
          }
          img {
            display: block;
            width: 100%;
            aspect-ratio: 1440 / 900;
            object-fit: cover;
            object-position: top;
          }
          a:nth-of-type(n + 3) img {
            aspect-ratio: 390 / 975;
          }
        </style>
      </head>
      <body>
        ${screens.map(
          (screen) =>
            html`<section>
              <h2>${screen.route} · ${screen.state}</h2>
              ${sizes.flatMap((size) => schemes.map((scheme) => picture(pictureName(screen, size, scheme))))}
            </section>`,
        )}
      </body>
    </html>`.toString()
}

function picture(name: string) {
  return html`<a href="${name}"><img src="${name}" alt="${name}" loading="lazy" /></a>`
}
