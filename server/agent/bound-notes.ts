interface Notes {
  readonly description: string | null
  readonly cards: readonly string[]
}

/**
 * Leaves out the notes of later steps once there are too many: each megabyte takes seconds to index, in which the server
 * answers nobody.
 */
export function boundNotes<Step extends Notes>(steps: readonly Step[], charactersMax = notesMax): readonly Step[] {
  let characters = 0
  return steps.map((step) => {
    characters += (step.description?.length ?? 0) + step.cards.reduce((sum, text) => sum + text.length, 0)
    return characters <= charactersMax ? step : { ...step, description: null, cards: [] }
  })
}

/** Ten times the longest demos. */
const notesMax = 500_000
