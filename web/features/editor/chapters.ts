import type { Step } from '#domain/demo.ts'

/** The chapter a step belongs to: the last one that began at it or before it. */
export function chapterAt(steps: readonly Step[], stepId: string): string | null {
  let chapter: string | null = null
  for (const step of steps) {
    chapter = step.look.chapter ?? chapter
    if (step.id === stepId) return chapter
  }
  return null
}
