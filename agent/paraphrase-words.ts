import { toTerms } from './terms.ts'

/**
 * Words that a paraphrase may add because they state no fact: nothing about price, time, amount, safety, law or a
 * feature.
 */
export const paraphraseWords: ReadonlySet<string> = new Set(
  toTerms(
    'yes no sure certainly indeed right correct here happen happens stay stays remain remains come comes go goes ' +
      'available place places work works help helps use used using uses let lets allow allows ' +
      'mean means start starts begin begins appear appears find found choose pick set sets ' +
      'part parts point way simply directly straight easily case cases example note notes ' +
      'visitor buyer demo step screen page product tool software system app option options feature features ' +
      'currently normally usually once again back together around turn turns put puts bring brings say says',
  ).informative,
)
