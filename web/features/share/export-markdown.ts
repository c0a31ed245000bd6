import type { Step } from '#domain/demo.ts'

/** Its texts without variables (fill-fallbacks.ts). */
export interface ExportedDemo {
  readonly name: string
  readonly description: string | null
  readonly steps: readonly Step[]
}

/** A guide in Markdown with each step's title, picture and text. */
export function toMarkdown({ name, description, steps }: ExportedDemo, imageOf: (step: Step) => string): string {
  const parts = [`# ${plain(name)}`, ...(description === null ? [] : [plain(description)])]
  for (const step of steps) {
    const title = step.title === null ? `Step ${step.order}` : plain(step.title)
    parts.push(
      `## ${step.order}. ${title}`,
      `![${plain(step.alt ?? step.title ?? `Step ${step.order}`)}](<${imageOf(step).replaceAll(/[<>\s]/g, encodeURIComponent)}>)`,
    )
    if (step.description !== null)
      parts.push(
        step.description
          .split(/\r\n?|\n/)
          .map(plain)
          .join('\n'),
      )
  }
  return `${parts.join('\n\n')}\n`
}

/** Escapes a line for Markdown, except the dashes of lists. */
function plain(line: string): string {
  const text = line.replaceAll(/\s+/g, ' ').trim()
  const [, dash = '', rest = ''] = /^([-•]\s+)?(.*)$/.exec(text) ?? []
  const escaped = rest.replaceAll(/[\\`*_[\]<>#|~!]/g, String.raw`\$&`).replace(/^([+-]|\d+[.)])/, String.raw`\$1`)
  return dash === '' ? escaped : `- ${escaped}`
}
