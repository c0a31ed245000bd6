declare module 'virtual:landing-content' {
  /** Made by web/landing-content-plugin.ts. */
  export const content: {
    readonly hero: {
      readonly count: number
      readonly steps: readonly { readonly title: string; readonly text: string; readonly alt: string }[]
      readonly welcome: string
      readonly suggestions: readonly string[]
      readonly question: string
      readonly answer: string
      readonly answerStep: number
    }
    readonly ask: {
      readonly agentName: string
      readonly welcome: string
      readonly starters: readonly string[]
      /** The titles of the tour's steps. */
      readonly titles: readonly string[]
    }
    readonly figures: {
      readonly firstStepMs: number
      readonly embedBytes: number
      readonly firstSentenceMs: number
      readonly startMs: number
    }
  }
}
