import { styleOf } from './flat-tree.ts'

/** Writes styles as shared classes, because most boxes of a page look alike. */
export class DrawnStyles {
  readonly #classes = new Map<string, string>()

  /** The class of these declarations. */
  classOf(declarations: string): string {
    const known = this.#classes.get(declarations)
    if (known !== undefined) return known
    const name = `c${this.#classes.size.toString(36)}`
    this.#classes.set(declarations, name)
    return name
  }

  css(): string {
    return [...this.#classes].map(([declarations, name]) => `.${name}{${declarations}}`).join('')
  }
}

/** Declarations for what a box paints, without its size. `url` returns a file's data URL. */
export function paintOf(style: CSSStyleDeclaration, url: (address: string) => string): string {
  return declare(style, paintDefaults, url)
}

export function fontOf(style: CSSStyleDeclaration): string {
  return declare(style, fontDefaults, () => 'none')
}

/** An SVG inside a page, with the style of each of its parts. */
export function vectorStyleOf(element: Element): string {
  return declare(styleOf(element), vectorDefaults, () => 'none', true)
}

function declare(
  style: CSSStyleDeclaration,
  defaults: ReadonlyMap<string, string>,
  url: (address: string) => string,
  keepsParts = false,
): string {
  let text = ''
  for (const [name, plain] of defaults) {
    const value = style.getPropertyValue(name)
    if (value === plain || value === '') continue
    text += `${name}:${keepsParts ? ownReferences(value) : withFiles(value, url)};`
  }
  return text
}

/** Drawings can load files only from data URLs. */
function withFiles(value: string, url: (address: string) => string): string {
  return value.includes('url(')
    ? value.replace(/url\("?([^")]*)"?\)/g, (_, address: string) => `url("${url(address)}")`)
    : value
}

function ownReferences(value: string): string {
  return value.replace(/url\("?[^")]*(#[^")]*)"?\)/g, 'url($1)')
}

/** `name=value` pairs of properties with their default values. */
function propertyMap(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs
      .trim()
      .split(/\s*\n\s*/)
      .map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), pair.slice(at + 1)] as const
      }),
  )
}

const paintDefaults = propertyMap(`
  background-color=rgba(0, 0, 0, 0)
  background-image=none
  background-position=0% 0%
  background-size=auto
  background-repeat=repeat
  background-clip=border-box
  background-blend-mode=normal
  border-top-width=0px
  border-right-width=0px
  border-bottom-width=0px
  border-left-width=0px
  border-top-style=none
  border-right-style=none
  border-bottom-style=none
  border-left-style=none
  border-top-color=none
  border-right-color=none
  border-bottom-color=none
  border-left-color=none
  border-top-left-radius=0px
  border-top-right-radius=0px
  border-bottom-left-radius=0px
  border-bottom-right-radius=0px
  border-image-source=none
  border-image-slice=100%
  border-image-width=1
  box-shadow=none
  opacity=1
  filter=none
  backdrop-filter=none
  mix-blend-mode=normal
  isolation=auto
  clip-path=none
  mask-image=none
  mask-size=auto
  mask-repeat=repeat
  mask-position=0% 0%
  outline-style=none
  outline-width=0px
  outline-color=none
  outline-offset=0px
  visibility=visible
`)

const fontDefaults = propertyMap(`
  font-family=none
  font-size=none
  font-style=normal
  font-weight=400
  font-stretch=100%
  font-variant=normal
  font-feature-settings=normal
  font-variation-settings=normal
  font-kerning=auto
  color=none
  letter-spacing=normal
  text-transform=none
  text-shadow=none
  text-rendering=auto
  direction=ltr
  -webkit-text-fill-color=none
  -webkit-text-stroke-width=0px
  -webkit-text-stroke-color=none
  -webkit-font-smoothing=auto
  visibility=visible
`)

const vectorDefaults = propertyMap(`
  fill=rgb(0, 0, 0)
  fill-opacity=1
  fill-rule=nonzero
  stroke=none
  stroke-width=1px
  stroke-opacity=1
  stroke-linecap=butt
  stroke-linejoin=miter
  stroke-dasharray=none
  stroke-dashoffset=0px
  stop-color=rgb(0, 0, 0)
  stop-opacity=1
  opacity=1
  color=none
  display=inline
  visibility=visible
  transform=none
  transform-origin=none
  transform-box=view-box
  clip-path=none
  mask=none
  filter=none
  font-family=none
  font-size=none
  font-weight=400
  text-anchor=start
  dominant-baseline=auto
  vector-effect=none
  paint-order=normal
`)
