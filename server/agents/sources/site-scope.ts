/** Which addresses belong to a site. */
export interface SiteScope {
  readonly holds: (url: string) => boolean
}

/** The same origin, at or below the address's folder: “/help/index.html” and “/help” both hold “/help/exports”. */
export function siteScope(address: string): SiteScope {
  const { origin, pathname } = new URL(address)
  const isFile = /\/[^/]*\.[^/]*$/.test(pathname)
  const folder = isFile ? pathname.replace(/[^/]*$/, '') : pathname.replace(/\/?$/, '/')
  return {
    holds: (url) => {
      const target = new URL(url)
      return target.origin === origin && `${target.pathname}/`.startsWith(folder)
    },
  }
}

/** An absolute http or https address without its fragment; null for anything else, and for files that hold no text. */
export function toPageAddress(address: string, base?: string): string | null {
  if (address.length > 2_000 || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  if (!/^https?:$/.test(url.protocol) || url.username + url.password !== '') return null
  if (noText.test(url.pathname)) return null
  url.hash = ''
  return url.href.length > 2_000 ? null : url.href
}

const noText =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|js|mjs|json|xml|zip|gz|tar|exe|dmg|mp[34]|webm|mov|woff2?|ttf|docx?|xlsx?|pptx?)$/i
