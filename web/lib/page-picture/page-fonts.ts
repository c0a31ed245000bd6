/** The rules for the fonts of these families, with the addresses of their files. */
export function fontFaces(
  page: Document,
  families: ReadonlySet<string>,
): readonly { readonly css: string; readonly files: readonly string[] }[] {
  const wanted = new Set([...families].flatMap((list) => list.split(',').map(plainName)))
  return sheetsOf(page).flatMap((sheet) => {
    let rules: readonly CSSRule[]
    try {
      rules = [...sheet.cssRules]
    } catch {
      // Skips style sheets of other origins, which captured pages don't have.
      return []
    }
    return rules.flatMap((rule) => {
      if (!(rule.constructor.name === 'CSSFontFaceRule')) return []
      const { style } = rule as CSSFontFaceRule
      if (!wanted.has(plainName(style.getPropertyValue('font-family')))) return []
      const base = sheet.href ?? page.baseURI
      const files: string[] = []
      const css = rule.cssText.replace(/url\("?([^")]*)"?\)/g, (_, address: string) => {
        const file = new URL(address, base).href
        files.push(file)
        return `url("${file}")`
      })
      return [{ css, files }]
    })
  })
}

function sheetsOf(page: Document): readonly CSSStyleSheet[] {
  const frames = [...page.querySelectorAll('iframe')].flatMap(({ contentDocument }) =>
    contentDocument === null ? [] : [contentDocument],
  )
  return [page, ...frames].flatMap((each) => [...each.styleSheets, ...each.adoptedStyleSheets])
}

function plainName(family: string): string {
  return family
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase()
}
