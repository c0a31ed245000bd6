/** Default titles of endings, by kind. */
export const endingTitles = {
  none: 'That was the tour',
  replay: 'That was the tour',
  link: 'Want to know more?',
  book: 'Talk to us',
  form: 'Want to know more?',
} as const
