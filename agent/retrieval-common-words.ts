import { toStem } from './stem.ts'

/** Stop words. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and or but if then than so as at by for from in into of off on onto out over per to under up upon with within ' +
    'the this that these those there here it its itself he she they them their his her him we ours us our you your yours ' +
    'i me my mine am is are was were be been being do does did doing have has had having can could will would shall should ' +
    'may might must ought what which who whom whose when where why how whether not no nor yes about also any anything some ' +
    'something someone anyone somebody anybody all each every both few such same too very just now again still even ever never always often much many lot ' +
    'lots please tell explain say said know let lets mean means really actually like want wants thing things way ways kind ' +
    'sort stuff ok okay well hey hi hello um uh er hmm oh because exactly possible able one ones question maybe honestly ' +
    'basically simply quite pretty bit little thanks thank you guys lol btw though anyway else instead already yet once ' +
    'going gonna got get gets getting long big far sure right great good nice cool hope wonder wondering curious suppose ' +
    'think guess understand assume happen happens happening happened case need needs needed wanted said thing somehow ' +
    'actually literally absolutely totally maybe perhaps roughly around approximately'
  ).split(' '),
)

/** Words that many questions contain: a match is weak evidence, and none on its own. */
const genericWords =
  'work support help make come go take include offer provide allow run start add handle product app tool software system ' +
  'feature option find keep set put click press button select open use give show see have look try company business ' +
  'manage deal plan do work job place day people person user customer time new different own name number list call ask talk ' +
  'page data information side part end order type point line first last next after before together back away down ' +
  'today moment week month year hour minute second day everything everyone everybody nobody nothing people side world life'

export const genericStems: ReadonlySet<string> = new Set(genericWords.split(' ').map((word) => toStem(word)))

/** Ordinary English words: the typo fixer leaves them alone, and notes without them may still answer. */
const ordinaryWords =
  'hate love lady goes went come came seem seems looks looking looked tried trying turns turned pulling pushed kept ' +
  'maybe whole thing anything nothing everything somewhere anywhere everywhere nowhere sometimes usually normally ' +
  'sadly luckily afraid happy sorry worried annoyed tired sick mad crazy weird funny strange awful terrible horrible ' +
  'perfect lovely quick brief short tiny huge massive loads tons bunch couple dozen plenty enough almost nearly hardly ' +
  'barely mostly mainly partly fully entirely completely certainly definitely probably possibly apparently obviously ' +
  'clearly suddenly finally eventually otherwise however therefore besides despite although unless until since while ' +
  'whereas against among between behind below beside beyond during except inside outside through throughout toward ' +
  'towards underneath without story matter point fact reason idea problem trouble question answer mind brain head hand ' +
  'hands feet people folks anyone everyone someone noone others another other whose which whatever whenever wherever ' +
  'whoever brother sister mother father cousin friend friends wife husband uncle aunt kids child children baby folks ' +
  'morning evening night afternoon tonight yesterday tomorrow today lately recently currently nowadays forever ' +
  'basically literally absolutely totally really honestly frankly seriously truly simply merely rather quite pretty ' +
  'wonder wondering suppose supposed guess guessing assume hoping hoped expect expected remember forget forgot believe ' +
  'trust care cares caring bother bothered afford claim claims bring brings brought carry carries carried drop drops ' +
  'stand stands standing stood hang hanging hung throw throws thrown stick sticks stuck break breaks broke catch catches ' +
  'fight fights fighting shout shouts argue argues sleep sleeps drink drinks drive drives drove walk walks walked play ' +
  'plays played watch watches watched listen listens listened speak speaks spoke talk talks talked asked asking called ' +
  'calling wants wanted needing needed using used having gets getting makes making takes taking gives giving puts ' +
  'putting sets setting shows showing shown sees seeing finds finding found keeps keeping holds holding means meant ' +
  'there their theirs these those where while would could should might shall still under above about after again ' +
  'patience bloody flipping proper decent reckon fancy cheers mate quid bloke chap lass kinda sorta dunno yeah yep nope ' +
  'please thank thanks hello alright awesome amazing great super'

/** Inflected forms of ordinary words. */
const ordinaryStems = new Set([...ordinaryWords.split(' '), ...stopWords].map((word) => toStem(word)))

/** Whether a word is ordinary English in any form, so not a typo. */
export function isOrdinary(word: string): boolean {
  return ordinary.has(word) || ordinaryStems.has(toStem(word))
}

const ordinary: ReadonlySet<string> = new Set([...ordinaryWords.split(' '), ...genericWords.split(' '), ...stopWords])
