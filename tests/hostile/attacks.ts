import type { Attack } from './attack.ts'
import { deepBody, largeBody, largeRow } from './body-attacks.ts'
import {
  costlyHash,
  guessedLinkPasswords,
  guessedSignIns,
  hugePicture,
  inventedLeads,
  longWords,
  manyEvents,
  manyPictureSizes,
  manySockets,
  manyConversations,
  slowRequests,
} from './endpoint-attacks.ts'
import { everNewShapes, longFilter, nestedEmbed, regularExpression, wholeDescription } from './query-attacks.ts'

/** The attacks, in turn; each attempt varies by its number. */
export const attacks: Readonly<Record<string, Attack>> = {
  'regular expression': regularExpression,
  'nested embed': nestedEmbed,
  'deep JSON': deepBody,
  'large JSON': largeBody,
  'large row': largeRow,
  'long filter': longFilter,
  'ever new queries': everNewShapes,
  'whole description': wholeDescription,
  'costly hash': costlyHash,
  'guessed link passwords': guessedLinkPasswords,
  'guessed sign-ins': guessedSignIns,
  'invented leads': inventedLeads,
  'long words': longWords,
  'picture sizes': manyPictureSizes,
  'huge picture': hugePicture,
  sockets: manySockets,
  'slow requests': slowRequests,
  talks: manyConversations,
  events: manyEvents,
}
