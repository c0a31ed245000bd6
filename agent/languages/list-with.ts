/** “A, B or C” with the language's “or”. */
export function listWith(or: string, parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${or} ${parts.at(-1) ?? ''}`
}
