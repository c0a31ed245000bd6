/** The names of the colours that web/tokens.css defines, as `--name`. Read from the page, so that none is left out. */
export function readColourTokens(): readonly string[] {
  const names = new Set<string>()
  for (const sheet of document.styleSheets) collect(sheet.cssRules, names)
  return [...names]
}

function collect(rules: CSSRuleList, names: Set<string>): void {
  for (const rule of rules) {
    if (rule instanceof CSSGroupingRule) collect(rule.cssRules, names)
    if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') continue
    for (const name of rule.style) {
      const value = rule.style.getPropertyValue(name)
      if (name.startsWith('--') && /^(oklch|light-dark)\(/.test(value.trim())) names.add(name)
    }
  }
}
