/** About how many instructions a pattern compiles to, from its text: counted repetitions copy what they repeat. */
export function estimateRegexSize(pattern: string): number {
  const groups: { total: number; last: number }[] = []
  let group = { total: 0, last: 0 }
  const add = (size: number) => {
    group = { total: group.total + size, last: size }
  }
  for (const [token, min, max] of pattern.matchAll(
    /\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/gu,
  )) {
    if (min !== undefined) {
      // Without a maximum, the last copy is a loop.
      const copies = Math.max(1, Number(min) + (max === '' ? 1 : 0), Number(max ?? 0))
      const before = group.total - group.last
      group = { total: before + group.last * copies, last: group.last * copies }
    } else if (token === '(') {
      groups.push(group)
      group = { total: 0, last: 0 }
    } else if (token === ')') {
      const size = group.total + 1
      group = groups.pop() ?? { total: 0, last: 0 }
      add(size)
    } else if (!['*', '+', '?'].includes(token)) {
      add(1)
    }
  }
  return groups.reduce((sum, { total }) => sum + total, group.total)
}
