import type { DemoLook } from '#domain/demo-look.ts'
import { fallbackFiller } from '#domain/variables.ts'

import type { ExportedDemo } from './export-markdown.ts'

/** The demo as a visitor without values of their own reads it. */
export function fillFallbacks(demo: ExportedDemo, look: Pick<DemoLook, 'variables'>): ExportedDemo {
  const fill = fallbackFiller(look)
  return {
    name: fill(demo.name),
    description: demo.description && fill(demo.description),
    steps: demo.steps.map((step) => ({
      ...step,
      title: step.title && fill(step.title),
      description: step.description && fill(step.description),
      alt: step.alt && fill(step.alt),
    })),
  }
}
