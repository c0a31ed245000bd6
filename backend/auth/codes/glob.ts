/**
 * Compiles an allow-list pattern with Supabase Auth's rules: `*` and `?` stop at `.` and `/`, `**` matches anything,
 * `[a-z]` and `[!a-z]` are sets, `{one,two}` are alternatives, `\` escapes. Null when malformed.
 */
export function compileGlob(pattern: string): RegExp | null {
  let source = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at)
    if (character === '*') {
      const isAny = pattern.charAt(at + 1) === '*'
      // More stars match the same, only slower.
      while (pattern.charAt(at + 1) === '*') at += 1
      source += isAny ? '.*' : '[^./]*'
    } else if (character === '?') {
      source += '[^./]'
    } else if (character === '[') {
      const end = pattern.indexOf(']', at + 2)
      if (end === -1) return null
      const set = /^(!?)([^\\[\]^]+)$/.exec(pattern.slice(at + 1, end))
      if (set === null) return null
      source += `[${set[1] === '!' ? '^' : ''}${set[2]}]`
      at = end
    } else if (character === '{') {
      depth += 1
      source += '(?:'
    } else if (character === '}') {
      depth -= 1
      if (depth < 0) return null
      source += ')'
    } else if (character === ',' && depth > 0) {
      source += '|'
    } else {
      if (character === '\\') at += 1
      if (at >= pattern.length) return null
      source += pattern.charAt(at).replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)
    }
  }
  if (depth !== 0) return null
  try {
    return new RegExp(`^${source}$`, 's')
  } catch {
    return null
  }
}
