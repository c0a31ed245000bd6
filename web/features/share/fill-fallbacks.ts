import type { DemoLook } from '#domain/demo-look.ts'
import { fillVariables, variableFallbacks } from '#domain/variables.ts'

import type { ExportedDemo } from './export-markdown.ts'

/** The demo as a visitor without values of their own reads it. */
export function fillFallbacks(demo: ExportedDemo, look: Pick<DemoLook, 'variables'>): ExportedDemo {
  const fallbacks = variableFallbacks(look)
  const fill = (text: string | null) => text && fillVariables(text, {}, fallbacks)
  return {
    name: fillVariables(demo.name, {}, fallbacks),
    description: fill(demo.description),
    steps: demo.steps.map((step) => ({
      ...step,
      title: fill(step.title),
      description: fill(step.description),
      alt: fill(step.alt),
    })),
  }
}
