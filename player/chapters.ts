/** Consecutive steps under one name; null before the first chapter. */
export interface Chapter {
  readonly name: string | null
  /** Indexes of its steps. */
  readonly indexes: readonly number[]
}

export function chaptersOf(
  steps: readonly { readonly look: { readonly chapter: string | null } }[],
): readonly Chapter[] {
  const chapters: { name: string | null; indexes: number[] }[] = []
  for (const [index, { look }] of steps.entries()) {
    const current = chapters.at(-1)
    if (current === undefined || look.chapter !== null) chapters.push({ name: look.chapter, indexes: [index] })
    else current.indexes.push(index)
  }
  return chapters
}
