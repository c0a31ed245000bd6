import { readColor, textColorOn, type Brand } from '#domain/brand.ts'
import type { DemoFont, DemoLook } from '#domain/demo-look.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

/* The styles of a player page that depend on its demo. */

/** The demo's colour, else the workspace's, for fills; outlines and links keep ours, which has contrast on any page. */
export function brandRule({ brand, look }: { readonly brand: Brand; readonly look?: DemoLook }): string {
  const safe = readColor(look?.color ?? brand.color ?? '')
  const color = safe === null ? '' : `--us-brand:${safe};--us-on-brand:${textColorOn(safe)};`
  const known = look?.font ?? brand.font
  const font = known === null ? '' : `--us-font:${fonts[known]};`
  return color + font === '' ? '' : `:root{${color}${font}}`
}

const fonts: Readonly<Record<DemoFont, string>> = {
  inter: `"Inter Variable","Inter Stand-in",system-ui,sans-serif`,
  system: 'system-ui,sans-serif',
  serif: 'Georgia,"Times New Roman",serif',
  mono: 'ui-monospace,Menlo,Consolas,monospace',
}

/** The author's background. */
export function groundRule({ look }: PlayerDemo, backgroundUrl: string | null): string {
  const { background, backgroundColor } = look
  const color = readColor(backgroundColor ?? '')
  if (background === 'color' && color !== null) {
    const text = textColorOn(color)
    const scheme = text === '#ffffff' ? 'dark' : 'light'
    return `:root{color-scheme:${scheme};--us-ground:${color};--us-page:${color};--us-text:${text};--us-muted:${text}}`
  }
  if (background !== 'image' || backgroundUrl === null || /["\\\n]/.test(backgroundUrl)) return ''
  return `:root{color-scheme:dark;--us-ground:linear-gradient(#000a,#000a),#111 url("${backgroundUrl}") center/cover;--us-text:#fff;--us-muted:#fff}`
}
