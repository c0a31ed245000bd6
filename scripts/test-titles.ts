import { parseSync, Visitor, type ESTree } from 'vite'

/**
 * The titles of a source file's tests, verbatim: placeholders of `test.each` and `${…}` stay. Skipped tests are left
 * out.
 */
export function testTitles(fileName: string, source: string): readonly string[] {
  const { program, errors } = parseSync(fileName, source)
  if (errors.length > 0) throw new Error(`Could not parse ${fileName}: ${errors[0]?.message}`)
  const titles: string[] = []
  const off: ESTree.CallExpression[] = []
  new Visitor({
    CallExpression(call) {
      const { root, modifiers } = calledBy(call.callee)
      if (modifiers.some((modifier) => /^(skip|todo|fixme|fails|fail)$/.test(modifier))) off.push(call)
      const title = call.arguments[0]
      if (!/^(test|it)$/.test(root) || title === undefined || modifiers.includes('describe')) return
      if (off.some((outer) => outer.start <= call.start && call.end <= outer.end)) return
      if (title.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title.type === 'TemplateLiteral') titles.push(source.slice(title.start + 1, title.end - 1))
    },
  }).visit(program)
  return titles
}

/** `test.each(rows)` is `test` with the modifier `each`, and so on for longer chains. */
function calledBy(callee: ESTree.Expression): { readonly root: string; readonly modifiers: readonly string[] } {
  if (callee.type === 'Identifier') return { root: callee.name, modifiers: [] }
  if (callee.type === 'CallExpression') return calledBy(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return calledBy(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return { root: '', modifiers: [] }
  const { root, modifiers } = calledBy(callee.object)
  return { root, modifiers: [...modifiers, callee.property.name] }
}
