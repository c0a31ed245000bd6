import type { Step } from '#domain/demo.ts'

export interface StepPicture {
  readonly step: Step
  readonly content: Blob
}

/** How many pictures load at a time. */
const atOnce = 4
const pictureMs = 30_000

/**
 * The pictures as visitors get them, in step order. Skips pictures that can't be read, such as those on other sites.
 */
export async function fetchPictures(
  steps: readonly Step[],
  addressOf: (step: Step) => string,
): Promise<readonly StepPicture[]> {
  const pictures = new Map<string, StepPicture>()
  const waiting = [...steps]
  async function work(): Promise<void> {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const content = await fetchPicture(addressOf(step))
      if (content !== null) pictures.set(step.id, { step, content })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return steps.flatMap(({ id }) => pictures.get(id) ?? [])
}

export async function fetchPicture(address: string): Promise<Blob | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(pictureMs) })
    const content = response.ok ? await response.blob() : null
    return content?.type.startsWith('image/') === true ? content : null
  } catch {
    return null
  }
}

/** `step-03.png`, zero-padded so that files sort in step order. */
export function pictureName({ step, content }: StepPicture, stepCount: number): string {
  const digits = Math.max(2, String(stepCount).length)
  const type = content.type.split(/[/;+]/)[1] ?? 'png'
  return `step-${String(step.order).padStart(digits, '0')}.${type === 'jpeg' ? 'jpg' : type}`
}
