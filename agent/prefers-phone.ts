/* Recognises visitors who would rather be phoned than leave an email address, in all of the agent's languages. */

/** “Just phone me”, “the number is enough”. */
export function prefersPhone(text: string): boolean {
  const said = text.replaceAll('’', "'")
  return !refusesCalls.test(said) && (asksForCall.test(said) || (saysPhone.test(said) && !/\?\s*$/.test(said)))
}

/** “No e-mail please”, “I don't do email”. */
export function refusesEmail(text: string): boolean {
  return noEmail.test(text.replaceAll('’', "'"))
}

/** Whether a wish to meet is one to be phoned: “can somebody ring me on Monday?”, “a phone call on Friday”. */
export function wantsPhone(text: string): boolean {
  return asksToBePhoned(text) || prefersPhone(text)
}

function asksToBePhoned(text: string): boolean {
  const said = text.replaceAll('’', "'")
  return !refusesCalls.test(said) && ringsMe.test(said)
}

const ringsMe =
  /\bphone (?:>|over|beats|instead of|rather than) (?:the )?(?:chat|typing|text)|\b(?:ring|phone|telephone) (?:me|us)\b|\bcontact (?:me|us) by (?:tele)?phone\b|\bgive (?:me|us) a (?:ring|bell|buzz|call)\b|\b(?:by|over the) (?:tele)?phone\b|\ba (?:tele)?phone ?call\b(?! (?:log|record|list))|\b(?:bell|sms|text|whatsapp) (?:me|us)\b|\bwrite (?:me|us) (?:an? |by )?(?:sms|text(?: message)?|whatsapp)\b|\b(?:tele)?phone,? (?:not|no|instead of|rather than) (?:an? )?(?:vid(?:eo)?|zoom|teams|meet)\b|\b(?:not|no|instead of) (?:an? )?(?:vid(?:eo)?|zoom|teams)[^.?!]{0,20}\bphone\b|\bphone (?:with|call with) (?:you|some(?:one|body)|sum1|a person)\b|\bcall (?:me|us) (?=(?:on |at |in |next |after |before |between |from |around )?(?:\d|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|(?:tomorrow|today|tonight|the morning|the afternoon|the evening|noon|lunch|week|morning|midday)\b))|\b(?:talk|speak|chat|call|discuss\w*|do it)\b.{0,20}\bon the (?:tele)?phone\b|\b(?:rufen sie mich|anrufen|rückruf)\b|\b(?:appelez-moi|me rappeler|par téléphone)\b|\b(?:llámeme|llamarme|por teléfono)\b/i

const begin = String.raw`(?<![\p{L}\d])`
const end = String.raw`(?![\p{L}\d])`

const refusesCalls =
  /\b(?:do not|don't|dont|never|no need to|rather not) (?:please )?(?:call|phone|ring)\b|\bno (?:phone )?calls?\b|\bnicht an(?:rufen)?\b|\bkeine? anruf|\bpas d'appel|\bne m'appelez pas|\bno me llame|\bsin llamadas/i

const asksForCall = new RegExp(
  [
    // “Call me Dave” gives a name.
    String.raw`${begin}(?:phone|call|ring|telephone) (?:me|us)(?: (?:back|instead|please|then|rather|on|at|under|there|by|up|for)${end}|\s*$|\s*[.,;!?])`,
    `${begin}(?:ruf(?:en sie|t)? (?:mich|uns)|appelez-(?:moi|nous)|ll[aá]m[ea](?:n)?(?:me|nos))${end}`,
  ].join('|'),
  'iu',
)

const saysPhone = new RegExp(
  [
    `${begin}(?:by|via|over the|on the) (?:tele)?phone${end}`,
    `${begin}(?:phone|number|mobile|cell) (?:is|would be|should be|will be|'s|will) (?:enough|fine|all|better|easier|sufficient|do|ok|okay)${end}`,
    `${begin}(?:you have|take|use|just|only) (?:my|the|this|that) (?:phone )?number${end}`,
    `${begin}(?:telefonisch|per telefon|(?:telefon|handy)?nummer (?:reicht|genügt))${end}`,
    `${begin}(?:par téléphone|(?:le |mon )?numéro (?:suffit|suffira))${end}`,
    `${begin}(?:por teléfono|(?:con )?(?:el |mi )?número (?:basta|es suficiente))${end}`,
  ].join('|'),
  'iu',
)

const noEmail = new RegExp(
  [
    `${begin}(?:no|without|not by|not via|instead of|don't (?:do|use|have|want)|dont (?:do|use|have|want)) (?:an? |any |my )?(?:e-?mails?|mail)${end}`,
    `${begin}(?:not|don't|dont|rather not|won't|wont)(?: want to| like to)? (?:give|share|leave|tell)(?: you| out)? (?:an? |any |my )?e-?mail`,
    `${begin}(?:keine|ohne) (?:e-?)?mail`,
    `${begin}(?:pas|sans) (?:d'|de )?(?:e-?mail|courriel|mail)`,
    `${begin}(?:sin|nada de|no (?:quiero|tengo|uso)) (?:correo|e-?mail)`,
  ].join('|'),
  'iu',
)
