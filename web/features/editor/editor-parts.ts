/** Modes of the canvas: what a click or drag on the picture does. */
export type ToolId = 'hotspot' | 'zoom' | 'redact' | 'crop' | 'page'

/** Sections of the inspector. The selected one is what the canvas shows handles for. */
export const sectionIds = ['step', 'hotspot', 'callout', 'zoom', 'redact', 'page', 'narration', 'card', 'demo'] as const
export type SectionId = (typeof sectionIds)[number]

/** Sections that are collapsed until used. */
export const foldedAtFirst: readonly SectionId[] = ['zoom', 'redact', 'page', 'narration', 'card', 'demo']

export type EditorView = 'steps' | 'paths'
